import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordFile } from '@trowel/contract/files.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import type { Dig } from '../../testing/open-dig.js'
import { formOf, rawForm, sendFile, sendForm } from '../../testing/send-file.js'
import {
  expectAgreement,
  filesOf,
  limit,
  openDigWithFiles,
  outcome,
  places,
  text,
  upload,
  uploaded,
} from './testing/files-of-a-dig.js'

describe.each(places)('uploading ($engine, $storage)', (place) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  test('answers the file with its link, and the record shows the same', async () => {
    const reply = await upload(dig, 1, 'skull_left.TXT')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_file_uploaded',
      file: {
        id: expect.any(Number),
        ext: 'txt',
        filename: 'skull_left',
        description: null,
        keywords: null,
        printable: null,
        is_image: false,
        width: null,
        height: null,
        pixels_per_cm: null,
        marks: [],
        url: expect.stringMatching(/^api\/file\/\d+\/content\?t=/),
        link_id: expect.any(Number),
        link_sort: 0,
        creator: dig.userId('writer'),
      },
    })
    const { file } = reply.json<{ file: RecordFile }>()
    expect(await filesOf(dig, 1, 'contexts', 'writer')).toEqual([file])
    expect((await dig.get(`/${file.url}`)).body).toBe(text)
    expect((await uploaded(dig, 1, 'b.txt')).link_sort).toBe(1)
    await expectAgreement(dig)
  })

  test('other fields may stand before and after the file', async () => {
    const form = await formOf([
      { field: 'note', value: 'before' },
      { field: 'file', name: 'a.txt', content: text },
      { field: 'note', value: 'after' },
    ])
    expect((await sendForm(dig, '/api/record/contexts/2/file', form, 'writer')).statusCode).toBe(200)
  })

  test('size and digest stand in the row', async () => {
    const { id } = await uploaded(dig, 2, 'b.txt', 'abc')
    const row = await dig.application.db.quick.get(
      sql`SELECT "size", "sha256" FROM "sys_files" WHERE "id" = ${id}`,
    )
    expect({ ...(row as object) }).toEqual({
      size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
  })

  test.each([
    ['../../etc/passwd', 'passwd.bin'],
    ['..\\\\..\\\\x.jpg', 'x.bin'],
    ['a/b.txt', 'b.txt'],
    ['.htaccess', 'file.htaccess'],
    ['CON', 'CON.bin'],
    ['', 'file.bin'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(200)}.txt`],
    ['unità façade Ωμέγα 层 (1).txt', 'unità façade Ωμέγα 层 (1).txt'],
    ['a%0D%0AX-Evil: 1.txt', 'a%0D%0AX-Evil: 1.txt'],
    ['a\u0000b.txt', 'ab.txt'],
  ])('the name %j becomes %j', async (name, expected) => {
    const form = rawForm(`name="file"; filename="${name}"`, text)
    const reply = await sendForm(dig, '/api/record/contexts/3/file', form, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
    const { file } = reply.json<{ file: RecordFile }>()
    expect(`${file.filename}.${file.ext}`).toBe(expected)
    expect((await dig.get(`/${file.url}`)).headers['x-evil']).toBeUndefined()
  })

  test.each([
    ['no part', () => formOf([{ field: 'note', value: 'x' }]), 400, 'error_uploading_file'],
    [
      'another part',
      () => formOf([{ field: 'photo', name: 'a.txt', content: text }]),
      400,
      'error_uploading_file',
    ],
    ['a text in its place', () => formOf([{ field: 'file', value: text }]), 400, 'error_uploading_file'],
    [
      'an empty file',
      () => formOf([{ field: 'file', name: 'a.txt', content: '' }]),
      400,
      'error_uploading_file',
    ],
    [
      'two files',
      () => formOf(['x.jpg', 'x.jpg'].map((name) => ({ field: 'file', name, content: text }))),
      400,
      'error_uploading_file',
    ],
    [
      'a file that is too large',
      () => formOf([{ field: 'file', name: 'a.txt', content: 'x'.repeat(limit + 1) }]),
      413,
      'too_large',
    ],
    [
      'a form that is far too large',
      () => formOf([{ field: 'file', name: 'a.txt', content: 'x'.repeat(2 * limit) }]),
      413,
      'too_large',
    ],
    [
      'no form',
      async () => ({ payload: Buffer.from('{}'), type: 'application/json' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a form that breaks off',
      async () => {
        const { payload, type } = await formOf([{ field: 'file', name: 'a.txt', content: text }])
        return { payload: payload.subarray(0, payload.length - 30), type }
      },
      400,
      'bad_request',
    ],
    [
      'a form without an edge',
      async () => ({ payload: Buffer.from(text), type: 'multipart/form-data' }),
      400,
      'bad_request',
    ],
  ])('%s is refused, and nothing is left', async (_what, form, status, code) => {
    const reply = await sendForm(dig, '/api/record/contexts/4/file', await form(), 'writer')
    expect(outcome(reply)).toEqual([status, code])
    expect(await filesOf(dig, 4)).toEqual([])
    await expectAgreement(dig)
  })

  test('a file of exactly the largest size is taken', async () => {
    await uploaded(dig, 5, 'large.txt', 'x'.repeat(limit))
  })

  test.each([
    ['an unknown table', 'coins', 1, 'writer', 404, 'unknown_table'],
    ['a plugin table', 'samples', 1, 'writer', 422, 'plugin_table_not_allowed'],
    ['an absent record', 'contexts', 999, 'writer', 404, 'record_not_found'],
    ['a reader', 'contexts', 1, 'reader', 403, 'not_enough_privilege'],
    ["somebody else's record", 'contexts', 1, 'self_writer', 403, 'not_enough_privilege'],
    ['a stranger', 'contexts', 1, undefined, 401, 'unauthenticated'],
  ] as const)('for %s it is refused', async (_what, table, record, as, status, code) => {
    const reply = await sendFile(dig, `/api/record/${table}/${record}/file`, 'a.txt', text, as)
    expect(outcome(reply)).toEqual([status, code])
    await expectAgreement(dig)
  })

  test('who made the record may add to it, an API key has no name', async () => {
    expect((await uploaded(dig, 7, 'own.txt', text, { as: 'self_writer', table: 'finds' })).creator).toBe(
      dig.userId('self_writer'),
    )
    expect((await uploaded(dig, 1, 'key.txt', text, { as: 'key20', table: 'finds' })).creator).toBeNull()
  })

  test('a client that goes away leaves nothing behind', async () => {
    await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = dig.service.server.server.address() as AddressInfo
    const sending = httpRequest({
      port,
      method: 'POST',
      path: '/api/record/contexts/6/file',
      headers: {
        authorization: `Bearer ${await dig.token('writer')}`,
        'content-type': 'multipart/form-data; boundary=edge',
      },
    })
    sending.on('error', () => undefined)
    sending.write(
      `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    await expect.poll(() => readdir(join(dig.service.dataFolder, 'incoming'))).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => readdir(join(dig.service.dataFolder, 'incoming'))).toEqual([])
    await sleep(20)
    await expectAgreement(dig)
    expect(await filesOf(dig, 6)).toEqual([])
  })
})
