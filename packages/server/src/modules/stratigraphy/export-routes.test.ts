import { XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'

describe.each(oneEngine)('a matrix as a file (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const relations = [
      [1, 5, 2],
      [2, 5, 3],
      [1, 5, 3],
      [3, 9, 4],
    ]
    for (const [first, relation, second] of relations) {
      const reply = await dig.post('/api/record/contexts/rs', { first, relation, second }, 'writer')
      expect(reply.statusCode, reply.body).toBe(200)
    }
  })
  afterAll(() => dig.close())

  const get = (query: string) => dig.get(`/api/rs/export?tb=contexts&${query}`, 'reader')

  test.each([
    ['dot', 'text/vnd.graphviz; charset=utf-8', 'digraph "Harris matrix: Contexts"'],
    ['graphml', 'application/graphml+xml; charset=utf-8', '<graphml '],
    ['csv', 'text/csv; charset=utf-8', 'younger,older,relation\nC1,C2,covers\n'],
    ['lst', 'text/plain; charset=utf-8', 'Stratigraphic Dataset Contexts\r\n'],
    ['json', 'application/json; charset=utf-8', '"profile": "tabular-data-package"'],
    ['svg', 'image/svg+xml; charset=utf-8', '<svg xmlns="http://www.w3.org/2000/svg"'],
    ['layout', 'application/json; charset=utf-8', '"status":"success","width":'],
  ])('comes as %s to be saved, and is kept nowhere', async (format, contentType, words) => {
    const reply = await get(`format=${format}`)
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      contentType,
      'no-store',
    ])
    expect(reply.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="contexts_\\d{8}_\\d{6}\\.${format}"$`),
    )
    expect(reply.body).toContain(words)
    if (format === 'svg' || format === 'graphml') expect(XMLValidator.validate(reply.body)).toBe(true)
  })

  test('reduced it lacks what others imply', async () => {
    const whole = await get('format=csv')
    expect(whole.body).toContain('C1,C3,covers')
    const reduced = await get('format=csv&reduced=1')
    expect(reduced.body).toBe('younger,older,relation\nC1,C2,covers\nC2,C3,covers\nC3,C4,is_the_same_as\n')
    expect((await get('format=svg&reduced=1')).body).toContain('those that others imply left out')
  })

  test('a restriction holds as in the matrix: the other ends stand there, paler', async () => {
    const svg = await get('format=svg&filter[ctx_no][_eq]=C1')
    expect(svg.body).toContain('1 of 3 units match the filter')
    expect((await get('format=csv&search_type=fast&search=nothing+like+it')).body).toBe(
      'younger,older,relation\n',
    )
  })

  test('what a row filter hides is in no file', async () => {
    await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C2' } })
    for (const format of ['dot', 'graphml', 'csv', 'lst', 'json', 'svg', 'layout']) {
      const { body } = await get(`format=${format}`)
      expect(body).toContain('C1')
      expect(body).not.toContain('C2')
    }
  })

  test.each([
    ['an unknown format', 'tb=contexts&format=pdf', 400, 'invalid_parameter'],
    ['a format that every object has', 'tb=contexts&format=toString', 400, 'invalid_parameter'],
    ['a list of formats', 'tb=contexts&format[]=svg&format[]=dot', 400, 'invalid_parameter'],
    ['no format', 'tb=contexts', 400, 'parameter_missing'],
    ['no table', 'format=svg', 400, 'parameter_missing'],
    ['an unknown table', 'tb=coins&format=svg', 404, 'unknown_table'],
    ['a table without stratigraphy', 'tb=finds&format=svg', 422, 'rs_not_configured'],
    ['a filter on an unknown field', 'tb=contexts&format=svg&filter[moon][_eq]=1', 400, 'unknown_field'],
  ])('%s is refused', async (_what, query, status, code) => {
    const reply = await dig.get(`/api/rs/export?${query}`, 'reader')
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code])
  })

  test('the refusal of a format names those that there are', async () => {
    const { text } = (await get('format=pdf')).json<{ text: string }>()
    for (const format of ['dot', 'graphml', 'csv', 'lst', 'json', 'svg', 'layout'])
      expect(text).toContain(format)
  })

  test('without a token there is nothing', async () => {
    const stranger = await dig.service.server.inject('/api/rs/export?tb=contexts&format=svg')
    expect([stranger.statusCode, stranger.json<{ code: string }>().code]).toEqual([401, 'unauthenticated'])
  })
})
