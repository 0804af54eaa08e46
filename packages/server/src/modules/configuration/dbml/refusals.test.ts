import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { kilns, wideTable } from '../testing/schema-texts.js'

const as = 'super_admin'

describe.each(oneEngine)('a schema text that cannot be read (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each([
    ['a bracket that is never closed', 'Table kilns {\n  id integer [pk\n  b varchar\n}', 4, 1],
    ['no brace', 'Table kilns\n id integer\n}', 2, 2],
    ['a word without a meaning', 'Table a { id int }\nhello world { x }', 2, 1],
    ['a column without a type', 'Table kilns {\n  id\n}', 2, 3],
    ['half a reference', 'Table kilns {\n a int [ref: > finds]\n}', 2, 9],
    ['a part of another file', "use { table a } from './b'\nTable c { id int }", 1, 1],
    ['an open quote', "Table kilns {\n a int [note: 'x]\n}", 2, 15],
    ['an open comment', 'Table kilns { a int } /* x', 1, 23],
  ])('%s is refused with line and column', async (_case, dbml, line, column) => {
    const reply = await dig.post('/api/config/dbml/preview', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'dbml_parse_error'])
    expect(reply.json().detail).toEqual({ line, column, text: expect.any(String) })
  })

  test.each([
    ['nothing', {}, 400, 'dbml_empty'],
    ['blanks', { dbml: ' \n' }, 400, 'dbml_empty'],
    ['a number', { dbml: 7 }, 400, 'invalid_parameter'],
    ['more than 2 MiB', { dbml: `//${'é'.repeat(1 << 20)}` }, 413, 'too_large'],
    ['braces without end', { dbml: 'Table a {'.repeat(20_000) }, 413, 'too_large'],
    [
      'more than 500 tables',
      { dbml: Array.from({ length: 501 }, (_, n) => `Table t${n} { id int }`).join('\n') },
      413,
      'too_large',
    ],
    [
      'more than 10,000 fields',
      { dbml: Array.from({ length: 11 }, (_, n) => wideTable(`t${n}`, 1000)).join('\n') },
      413,
      'too_large',
    ],
    [
      'more than 20,000 values',
      {
        dbml: `Enum e {\n${Array.from({ length: 20_001 }, (_, n) => `v${n}`).join('\n')}\n// trowel:vocabulary\n}`,
      },
      413,
      'too_large',
    ],
  ])('%s is refused', async (_case, body, status, code) => {
    for (const path of ['preview', 'apply']) {
      const reply = await dig.post(`/api/config/dbml/${path}`, body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    }
  })

  test.each([
    ['GET', '/api/config/dbml'],
    ['POST', '/api/config/dbml/preview'],
    ['POST', '/api/config/dbml/apply'],
  ] as const)('%s %s is for super-administrators', async (method, url) => {
    const options = method === 'POST' ? { method, url, payload: { dbml: kilns } } : { method, url }
    const statuses = [undefined, 'admin', 'key10'] as const
    for (const [index, who] of statuses.entries()) {
      expect((await dig.request(options, who)).statusCode).toBe(index === 0 ? 401 : 403)
    }
  })
})
