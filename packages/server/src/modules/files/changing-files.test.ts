import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import {
  expectAgreement,
  filesOf,
  kept,
  limit,
  linked,
  openDigWithFiles,
  outcome,
  places,
  text,
  uploaded,
} from './testing/files-of-a-dig.js'

describe.each(places)('changing files ($engine, $storage)', (place) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  test('texts are changed one by one, and an empty one is none', async () => {
    const { id } = await uploaded(dig, 1, 'texts.txt')
    const change = (body: object) => dig.patch(`/api/file/${id}`, body, 'writer')
    expect(outcome(await change({ description: 'Öfen', keywords: 'pit', printable: true }))).toEqual([
      200,
      'ok_file_updated',
    ])
    expect(outcome(await change({ keywords: '', printable: 0, id: 7, creator: 1, url: 'x' }))).toEqual([
      200,
      'ok_file_updated',
    ])
    expect(outcome(await change({}))).toEqual([200, 'ok_file_updated'])
    expect((await filesOf(dig, 1)).find((file) => file.id === id)).toMatchObject({
      description: 'Öfen',
      keywords: null,
      printable: false,
      creator: dig.userId('writer'),
    })
    expect(outcome(await change({ description: 'x'.repeat(2001), keywords: 'y'.repeat(2001) }))).toEqual([
      422,
      'validation_failed',
    ])
    expect((await change({ description: 7 })).statusCode).toBe(400)
    expect((await change({ description: 'a\0b' })).statusCode).toBe(400)
    expect(outcome(await dig.patch('/api/file/99999', {}, 'writer'))).toEqual([404, 'record_not_found'])
  })

  test('other bytes take the place of the old; id, links and texts stay, the address changes', async () => {
    const file = await uploaded(dig, 2, 'before.txt', 'old')
    await dig.patch(`/api/file/${file.id}`, { description: 'stays' }, 'writer')
    const before = await kept(dig)
    const reply = await sendFile(dig, `/api/file/${file.id}/replace`, 'after.csv', 'new;bytes', 'writer')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_file_replaced',
      ext: 'csv',
      filename: 'after',
      is_image: false,
      url: expect.stringMatching(/^api\/file\/\d+\/content\?t=/),
      marks_removed: false,
    })
    const { url } = reply.json<{ url: string }>()
    expect((await dig.get(`/${url}`)).body).toBe('new;bytes')
    expect(outcome(await dig.get(`/${file.url}`))).toEqual([403, 'invalid_signature'])
    const now = (await filesOf(dig, 2)).find(({ id }) => id === file.id)
    expect(now).toMatchObject({ description: 'stays', link_id: file.link_id, ext: 'csv' })
    expect((await dig.get(`/${now?.url}`)).body).toBe('new;bytes')
    expect(await kept(dig)).toBe(before)
    await expectAgreement(dig)
  })

  test('a replacement that fails leaves the file as it was', async () => {
    const file = await uploaded(dig, 2, 'whole.txt', 'whole')
    const url = `/api/file/${file.id}/replace`
    expect(outcome(await sendFile(dig, url, 'empty.txt', '', 'writer'))).toEqual([
      400,
      'error_uploading_file',
    ])
    expect((await sendFile(dig, url, 'large.txt', 'x'.repeat(limit + 1), 'writer')).statusCode).toBe(413)
    expect((await sendFile(dig, url, 'a.txt', 'x', 'reader')).statusCode).toBe(403)
    expect((await sendFile(dig, '/api/file/99999/replace', 'a.txt', 'x', 'writer')).statusCode).toBe(404)
    expect((await dig.get(`/${file.url}`)).body).toBe('whole')
    await expectAgreement(dig)
  })

  test('a file is deleted wherever it is linked, with its bytes', async () => {
    const { id } = await uploaded(dig, 1, 'gone.txt')
    await linked(dig, id, 3, 'finds')
    expect(outcome(await dig.delete(`/api/file/${id}`, undefined, 'writer'))).toEqual([
      200,
      'ok_file_deleted',
    ])
    expect(outcome(await dig.delete(`/api/file/${id}`, undefined, 'writer'))).toEqual([
      404,
      'record_not_found',
    ])
    expect((await filesOf(dig, 3, 'finds')).map((file) => file.id)).not.toContain(id)
    expect((await dig.get(`/api/file/${id}/content`, 'writer')).statusCode).toBe(404)
    await expectAgreement(dig)
  })

  test('who deletes a record keeps its files', async () => {
    const record = (await dig.post('/api/record/finds', { core: { inv_no: 'F99' } }, 'writer')).json<{
      id: number
    }>().id
    const { id } = await uploaded(dig, record, 'kept.txt', text, { table: 'finds' })
    await dig.delete(`/api/record/finds/${record}`, undefined, 'writer')
    expect((await dig.get(`/api/file/${id}/content`, 'reader')).body).toBe(text)
  })
})
