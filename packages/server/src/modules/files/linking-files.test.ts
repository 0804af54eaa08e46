import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dig, Role } from '../../testing/open-dig.js'
import {
  filesOf,
  linked,
  openDigWithFiles,
  outcome,
  places,
  text,
  uploaded,
} from './testing/files-of-a-dig.js'

describe.each(places)('links of files ($engine, $storage)', (place) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  test('a file is linked once to a record, however often it is asked', async () => {
    const { id } = await uploaded(dig, 1, 'shared.txt')
    const first = await linked(dig, id, 2, 'finds')
    expect(first.json()).toMatchObject({ code: 'ok_file_linked', file: { id, link_sort: 0 } })
    expect((await linked(dig, id, 2, 'finds')).json()).toEqual(first.json())
    const asText = await dig.post('/api/record/finds/2/link-file', { fileId: String(id) }, 'writer')
    expect(asText.json()).toEqual(first.json())
  })

  test.each([
    ['no file', {}, 400, 'parameter_missing'],
    ['null', { fileId: null }, 400, 'parameter_missing'],
    ['an empty text', { fileId: '' }, 400, 'parameter_missing'],
    ['a text', { fileId: 'one' }, 400, 'invalid_parameter'],
    ['an unknown file', { fileId: 99_999 }, 404, 'record_not_found'],
    ['an absurd file', { fileId: -1 }, 404, 'record_not_found'],
  ])('%s is refused', async (_what, body, status, code) => {
    expect(outcome(await dig.post('/api/record/finds/1/link-file', body, 'writer'))).toEqual([status, code])
  })

  test('unlinking keeps the file', async () => {
    const { id, link_id } = await uploaded(dig, 3, 'unlinked.txt')
    expect(outcome(await dig.delete(`/api/file-link/${link_id}`, undefined, 'reader'))).toEqual([
      403,
      'not_enough_privilege',
    ])
    expect(outcome(await dig.delete(`/api/file-link/${link_id}`, undefined, 'writer'))).toEqual([
      200,
      'ok_file_unlinked',
    ])
    expect(outcome(await dig.delete(`/api/file-link/${link_id}`, undefined, 'writer'))).toEqual([
      404,
      'record_not_found',
    ])
    expect((await dig.get(`/api/file/${id}/content`, 'reader')).body).toBe(text)
  })

  test('the order of files is set as a whole', async () => {
    const links: number[] = []
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      links.push((await uploaded(dig, 8, name, text, { table: 'finds' })).link_id)
    const [a = 0, b = 0, c = 0] = links
    const sort = (order: unknown, as: Role = 'writer') => dig.post('/api/files/sort', { order }, as)
    expect(outcome(await sort([c, a, b]))).toEqual([200, 'ok_file_sorting_update'])
    const sorted = await filesOf(dig, 8, 'finds')
    expect(sorted.map(({ link_id, link_sort }) => [link_id, link_sort])).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ])
    // Those that are not named come behind, as they were.
    await sort([String(b)])
    expect((await filesOf(dig, 8, 'finds')).map(({ link_id }) => link_id)).toEqual([b, c, a])
    const other = (await uploaded(dig, 7, 'z.txt', text, { table: 'finds' })).link_id
    for (const [order, status, code, as] of [
      [[a, b, other], 422, 'error_file_sorting_update'],
      [[a, b, a], 422, 'error_file_sorting_update'],
      [[a, 99_999], 404, 'record_not_found'],
      [[], 400, 'parameter_missing'],
      [undefined, 400, 'parameter_missing'],
      ['all', 400, 'invalid_parameter'],
      [[a, b, c], 403, 'not_enough_privilege', 'reader'],
    ] as const) {
      expect(outcome(await sort(order, as))).toEqual([status, code])
    }
    expect((await filesOf(dig, 8, 'finds')).map(({ link_id }) => link_id)).toEqual([b, c, a])
  })
})
