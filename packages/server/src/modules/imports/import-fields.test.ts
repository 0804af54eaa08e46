import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'

describe.each(oneEngine)('the fields that a file can fill (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('come in configuration order, without creator', async () => {
    const reply = await dig.get('/api/import/trenches/fields', 'writer')
    expect(reply.json()).toEqual({
      status: 'success',
      fields: [
        { name: 'id', label: 'Id', type: 'text', required: false },
        { name: 'code', label: 'Code', type: 'text', required: true },
      ],
    })
  })

  test.each<[string, string, Role, number, string]>([
    ['an unknown table', 'coins', 'writer', 404, 'unknown_table'],
    ['a plugin table', 'samples', 'writer', 422, 'plugin_table_not_allowed'],
    ['somebody who changes own records only', 'finds', 'self_writer', 403, 'not_enough_privilege'],
  ])('%s is refused', async (_case, table, as, status, code) => {
    const reply = await dig.get(`/api/import/${table}/fields`, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
