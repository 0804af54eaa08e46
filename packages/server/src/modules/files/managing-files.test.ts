import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ListedFile, RecordFile } from '@trowel/contract/files.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { fileStorages, openFileStorage, type TestFileStorage } from '../../testing/object-server.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { formOf, rawForm, sendFile, sendForm } from '../../testing/send-file.js'

const places = engines.flatMap((engine) => fileStorages.map((storage) => ({ engine, storage })))
const text = 'C1 lies over C2'
const limit = 200_000

describe.each(places)('working with files ($engine, $storage)', ({ engine, storage: storageName }) => {
  let dig: Dig
  let storage: TestFileStorage
  beforeAll(async () => {
    storage = await openFileStorage(storageName)
    dig = await openDig(engine, { ...storage.environment, TROWEL_LIMIT_UPLOAD_BYTES: String(limit) })
  })
  afterAll(async () => {
    await dig.close()
    await storage.close()
  })

  const upload = (
    record: number,
    name: string,
    content: string | Uint8Array = text,
    as: Role = 'writer',
    table = 'contexts',
  ) => sendFile(dig, `/api/record/${table}/${record}/file`, name, content, as)
  const uploaded = async (...args: Parameters<typeof upload>): Promise<RecordFile> => {
    const reply = await upload(...args)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ file: RecordFile }>().file
  }
  const filesOf = async (record: number, table = 'contexts', as: Role = 'reader') =>
    (await dig.get(`/api/record/${table}/${record}`, as)).json<{ files: RecordFile[] }>().files
  const linked = async (file: number, record: number, table: string, as: Role = 'writer') =>
    dig.post(`/api/record/${table}/${record}/link-file`, { fileId: file }, as)
  const outcome = (reply: { statusCode: number; json<T>(): T }) => [
    reply.statusCode,
    reply.json<{ code: string }>().code,
  ]
  const kept = async (area: 'files' | 'previews' = 'files') => {
    let count = 0
    for await (const _ of dig.services.binaries.list('dig', area)) count++
    return count
  }
  /** What the database says must lie in the storage, and what waits somewhere. */
  const agrees = async () => {
    const { quick } = dig.application.db
    const files = await quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM "sys_files"`)
    expect(await kept()).toBe(files?.n)
    expect(await quick.all(sql`SELECT "name" FROM "sys_file_transit"`)).toEqual([])
    expect(await readdir(join(dig.service.dataFolder, 'incoming'))).toEqual([])
  }

  describe('uploading', () => {
    test('answers the file with its link, and the record shows the same', async () => {
      const reply = await upload(1, 'skull_left.TXT')
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
          url: expect.stringMatching(/^api\/file\/\d+\/content\?t=/),
          link_id: expect.any(Number),
          link_sort: 0,
          creator: dig.userId('writer'),
        },
      })
      const { file } = reply.json<{ file: RecordFile }>()
      expect(await filesOf(1)).toEqual([file])
      expect((await dig.get(`/${file.url}`)).body).toBe(text)
      expect((await uploaded(1, 'b.txt')).link_sort).toBe(1)
      await agrees()
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
      const { id } = await uploaded(2, 'b.txt', 'abc')
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
      expect(await filesOf(4)).toEqual([])
      await agrees()
    })

    test('a file of exactly the largest size is taken', async () => {
      await uploaded(5, 'large.txt', 'x'.repeat(limit))
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
      await agrees()
    })

    test('who made the record may add to it, an API key has no name', async () => {
      expect((await uploaded(7, 'own.txt', text, 'self_writer', 'finds')).creator).toBe(
        dig.userId('self_writer'),
      )
      expect((await uploaded(1, 'key.txt', text, 'key20', 'finds')).creator).toBeNull()
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
      await agrees()
      expect(await filesOf(6)).toEqual([])
    })
  })

  describe('links', () => {
    test('a file is linked once to a record, however often it is asked', async () => {
      const { id } = await uploaded(1, 'shared.txt')
      const first = await linked(id, 2, 'finds')
      expect(first.json()).toMatchObject({ code: 'ok_file_linked', file: { id, link_sort: 0 } })
      expect((await linked(id, 2, 'finds')).json()).toEqual(first.json())
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
      const { id, link_id } = await uploaded(3, 'unlinked.txt')
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
        links.push((await uploaded(8, name, text, 'writer', 'finds')).link_id)
      const [a = 0, b = 0, c = 0] = links
      const sort = (order: unknown, as: Role = 'writer') => dig.post('/api/files/sort', { order }, as)
      expect(outcome(await sort([c, a, b]))).toEqual([200, 'ok_file_sorting_update'])
      const sorted = await filesOf(8, 'finds')
      expect(sorted.map(({ link_id, link_sort }) => [link_id, link_sort])).toEqual([
        [c, 0],
        [a, 1],
        [b, 2],
      ])
      // Those that are not named come behind, as they were.
      await sort([String(b)])
      expect((await filesOf(8, 'finds')).map(({ link_id }) => link_id)).toEqual([b, c, a])
      const other = (await uploaded(7, 'z.txt', text, 'writer', 'finds')).link_id
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
      expect((await filesOf(8, 'finds')).map(({ link_id }) => link_id)).toEqual([b, c, a])
    })
  })

  describe('changing', () => {
    test('texts are changed one by one, and an empty one is none', async () => {
      const { id } = await uploaded(1, 'texts.txt')
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
      expect((await filesOf(1)).find((file) => file.id === id)).toMatchObject({
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
      const file = await uploaded(2, 'before.txt', 'old')
      await dig.patch(`/api/file/${file.id}`, { description: 'stays' }, 'writer')
      const before = await kept()
      const reply = await sendFile(dig, `/api/file/${file.id}/replace`, 'after.csv', 'new;bytes', 'writer')
      expect(reply.json()).toEqual({
        status: 'success',
        code: 'ok_file_replaced',
        ext: 'csv',
        filename: 'after',
        is_image: false,
        url: expect.stringMatching(/^api\/file\/\d+\/content\?t=/),
      })
      const { url } = reply.json<{ url: string }>()
      expect((await dig.get(`/${url}`)).body).toBe('new;bytes')
      expect(outcome(await dig.get(`/${file.url}`))).toEqual([403, 'invalid_signature'])
      const now = (await filesOf(2)).find(({ id }) => id === file.id)
      expect(now).toMatchObject({ description: 'stays', link_id: file.link_id, ext: 'csv', url })
      expect(await kept()).toBe(before)
      await agrees()
    })

    test('a replacement that fails leaves the file as it was', async () => {
      const file = await uploaded(2, 'whole.txt', 'whole')
      const url = `/api/file/${file.id}/replace`
      expect(outcome(await sendFile(dig, url, 'empty.txt', '', 'writer'))).toEqual([
        400,
        'error_uploading_file',
      ])
      expect((await sendFile(dig, url, 'large.txt', 'x'.repeat(limit + 1), 'writer')).statusCode).toBe(413)
      expect((await sendFile(dig, url, 'a.txt', 'x', 'reader')).statusCode).toBe(403)
      expect((await sendFile(dig, '/api/file/99999/replace', 'a.txt', 'x', 'writer')).statusCode).toBe(404)
      expect((await dig.get(`/${file.url}`)).body).toBe('whole')
      await agrees()
    })

    test('a file is deleted wherever it is linked, with its bytes', async () => {
      const { id } = await uploaded(1, 'gone.txt')
      await linked(id, 3, 'finds')
      expect(outcome(await dig.delete(`/api/file/${id}`, undefined, 'writer'))).toEqual([
        200,
        'ok_file_deleted',
      ])
      expect(outcome(await dig.delete(`/api/file/${id}`, undefined, 'writer'))).toEqual([
        404,
        'record_not_found',
      ])
      expect((await filesOf(3, 'finds')).map((file) => file.id)).not.toContain(id)
      expect((await dig.get(`/api/file/${id}/content`, 'writer')).statusCode).toBe(404)
      await agrees()
    })

    test('who deletes a record keeps its files', async () => {
      const record = (await dig.post('/api/record/finds', { core: { inv_no: 'F99' } }, 'writer')).json<{
        id: number
      }>().id
      const { id } = await uploaded(record, 'kept.txt', text, 'writer', 'finds')
      await dig.delete(`/api/record/finds/${record}`, undefined, 'writer')
      expect((await dig.get(`/api/file/${id}/content`, 'reader')).body).toBe(text)
    })
  })

  describe('who may change a shared file', () => {
    const changes = [
      ['patch', (id: number, as: Role) => dig.patch(`/api/file/${id}`, { keywords: 'x' }, as)],
      ['replace', (id: number, as: Role) => sendFile(dig, `/api/file/${id}/replace`, 'a.txt', 'x', as)],
      ['delete', (id: number, as: Role) => dig.delete(`/api/file/${id}`, undefined, as)],
    ] as const

    test.each(changes)('%s: only who may change all of its records', async (_what, change) => {
      const { id } = await uploaded(7, 'shared.txt', text, 'writer', 'finds')
      await linked(id, 1, 'contexts')
      // F7 is the self_writer's own, C1 is not.
      expect((await change(id, 'self_writer')).statusCode).toBe(403)
      expect((await change(id, 'reader')).statusCode).toBe(403)
      expect((await change(id, 'writer')).statusCode).toBe(200)
    })

    test.each(changes)('%s: what he made himself, also on the record of another', async (_what, change) => {
      const { id } = await uploaded(7, 'own.txt', text, 'self_writer', 'finds')
      await linked(id, 1, 'contexts', 'writer')
      expect((await change(id, 'self_writer')).statusCode).toBe(200)
    })

    test('records that he cannot see count too, and are not told of', async () => {
      const [own, other] = [dig, await openDig(engine, storage.environment)]
      dig = other
      try {
        const ids: number[] = []
        const hidden: number[] = []
        for (const [what] of changes) {
          const { id } = await uploaded(1, `${what}.txt`, text, 'admin', 'finds')
          hidden.push((await linked(id, 5, 'contexts', 'admin')).json().file.link_id)
          ids.push(id)
        }
        const statuses = (as: Role) =>
          Promise.all(changes.map(async ([, change], k) => (await change(ids[k] ?? 0, as)).statusCode))
        await hideRows(other, 'writer', 'contexts', { id: { _neq: 5 } })
        expect((await other.get(`/api/file/${ids[0]}/content`, 'writer')).statusCode).toBe(200)
        expect(await statuses('writer')).toEqual([403, 403, 403])
        const link = (id: number) => other.delete(`/api/file-link/${id}`, undefined, 'writer')
        const order = (id: number) => other.post('/api/files/sort', { order: [id] }, 'writer')
        expect((await link(hidden[0] ?? 0)).body).toBe((await link(99_999)).body)
        expect((await order(hidden[0] ?? 0)).body).toBe((await order(99_999)).body)
        await hideTable(other, 'writer', 'finds')
        expect(await statuses('writer')).toEqual([404, 404, 404])
        expect(await statuses('admin')).toEqual([200, 200, 200])
      } finally {
        dig = own
        await other.close()
      }
    })

    test('an orphan belongs to writers and to who made it', async () => {
      const orphan = async (as: Role, table: string, record: number) => {
        const { id, link_id } = await uploaded(record, 'orphan.txt', text, as, table)
        await dig.delete(`/api/file-link/${link_id}`, undefined, 'admin')
        return id
      }
      const [foreign, own] = [await orphan('writer', 'contexts', 1), await orphan('self_writer', 'finds', 7)]
      expect((await dig.patch(`/api/file/${foreign}`, { keywords: 'x' }, 'self_writer')).statusCode).toBe(403)
      expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'self_writer')).statusCode).toBe(200)
      expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'writer')).statusCode).toBe(200)
      expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'reader')).statusCode).toBe(403)
      await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
      expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'writer')).statusCode).toBe(403)
      await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
    })
  })
})

describe.each(engines)('the list of files (%s)', (engine) => {
  let dig: Dig
  let ids: Record<string, number>
  beforeAll(async () => {
    dig = await openDig(engine)
    ids = {}
    const add = async (key: string, name: string, table: string, record: number) => {
      const reply = await sendFile(dig, `/api/record/${table}/${record}/file`, name, text, 'writer')
      const { file } = reply.json<{ file: RecordFile }>()
      ids[key] = file.id
      return file
    }
    await add('plan', 'Plan Öfen.csv', 'contexts', 1)
    await add('hidden', 'Secret 100%.txt', 'contexts', 5)
    const shared = await add('shared', 'shared.txt', 'contexts', 5)
    await dig.post('/api/record/finds/1/link-file', { fileId: shared.id }, 'writer')
    const orphan = await add('orphan', 'orphan.md', 'trenches', 1)
    await dig.delete(`/api/file-link/${orphan.link_id}`, undefined, 'writer')
    await add('trench', 'trench.txt', 'trenches', 2)
    await dig.patch(
      `/api/file/${ids['trench']}`,
      { description: 'a wall', keywords: 'Stone, wall' },
      'writer',
    )
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
    await hideTable(dig, 'reader', 'trenches')
  })
  afterAll(() => dig.close())

  const list = async (query: string, as: Role = 'writer') => {
    const reply = await dig.get(`/api/files${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ total: number; page: number; per_page: number; files: ListedFile[] }>()
  }
  const namesOf = ({ files }: { files: ListedFile[] }) =>
    files.map(({ id }) => Object.entries(ids).find(([, each]) => each === id)?.[0])

  test('is newest first, with the links of each file', async () => {
    const found = await list('')
    expect([found.total, found.page, found.per_page]).toEqual([5, 1, 25])
    expect(namesOf(found)).toEqual(['trench', 'orphan', 'shared', 'hidden', 'plan'])
    expect(found.files[2]?.links.map(({ tb, record_id }) => [tb, record_id])).toEqual([
      ['contexts', 5],
      ['finds', 1],
    ])
    expect(Object.keys(found.files[0] ?? {}).sort()).toEqual(
      [
        ...['description', 'ext', 'filename', 'id', 'is_image', 'keywords', 'links', 'printable', 'url'],
      ].sort(),
    )
  })

  test('what the caller cannot see is neither listed nor counted', async () => {
    const found = await list('', 'reader')
    expect([found.total, namesOf(found)]).toEqual([3, ['orphan', 'shared', 'plan']])
    expect(found.files[1]?.links.map(({ tb }) => tb)).toEqual(['finds'])
    expect((await list('?search=secret', 'reader')).total).toBe(0)
  })

  test.each([
    ['?orphans_only=1', ['orphan']],
    ['?orphans_only=true', ['orphan']],
    ['?orphans_only=0', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
    ['?search=öFEN', ['plan']],
    ['?search=100%25', ['hidden']],
    ['?search=CSV', ['plan']],
    ['?search=stone', ['trench']],
    ['?search=WALL', ['trench']],
    ['?search=nothing', []],
    ['?search=%20', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
    ['?search=orphan&orphans_only=1', ['orphan']],
    ['?page=2', []],
    ['?page=0', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
  ])('%s', async (query, expected) => {
    expect(namesOf(await list(query))).toEqual(expected)
  })

  test('a linked record is called what its id field says', async () => {
    const links = (await list('')).files.flatMap((file) => file.links)
    expect(links.length).toBeGreaterThan(0)
    for (const { tb, record_id, label } of links) {
      const record = (await dig.get(`/api/record/${tb}/${record_id}`, 'writer')).json<{
        metadata: { id_field: string }
        core: Record<string, { val: string | number | null }>
      }>()
      expect(label).toBe(String(record.core[record.metadata.id_field]?.val ?? record_id))
    }
  })

  test('one file is asked for by its id', async () => {
    expect(namesOf(await list(`?id=${ids['plan']}`))).toEqual(['plan'])
    expect((await list(`?id=${ids['hidden']}`, 'reader')).total).toBe(0)
  })

  test('a number finds the file of that id', async () => {
    expect(namesOf(await list(`?search=${ids['orphan']}`))).toContain('orphan')
  })

  test.each([
    ['?per_page=1', 5],
    ['?per_page=1000', 100],
    ['?per_page=10', 10],
  ])('%s gives %i a page', async (query, perPage) => {
    expect((await list(query)).per_page).toBe(perPage)
  })

  test.each(['?page=x', '?per_page=many', '?id=first', '?orphans_only=perhaps', '?search=a%00b'])(
    '%s is refused',
    async (query) => {
      expect((await dig.get(`/api/files${query}`, 'reader')).statusCode).toBe(400)
    },
  )

  test('strangers do not get it', async () => {
    expect((await dig.get('/api/files')).statusCode).toBe(401)
  })
})

describe.each(engines)('the addresses of older clients (%s)', (engine) => {
  test.each([{ isOpen: false }, { isOpen: true }])('open to everybody: $isOpen', async ({ isOpen }) => {
    const dig = await openDig(engine, isOpen ? { TROWEL_PUBLIC_FILES: '1' } : {})
    try {
      const reply = await sendFile(dig, '/api/record/contexts/5/file', 'a.txt', text, 'writer')
      const { id } = reply.json<{ file: RecordFile }>().file
      await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
      const status = async (path: string, as?: Role) => (await dig.get(path, as)).statusCode
      const path = `/projects/dig/files/${id}.txt`
      expect((await dig.get(path, 'writer')).body).toBe(text)
      expect((await dig.request({ method: 'HEAD', url: path }, 'writer')).headers['content-length']).toBe(
        String(text.length),
      )
      expect((await dig.get(path, 'writer')).headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('authorization'),
      })
      expect(await status(path)).toBe(isOpen ? 200 : 401)
      expect(await status(path, 'reader')).toBe(isOpen ? 200 : 404)
      expect(await status(`/projects/dig/files/${id}.jpg`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/99999.txt`, 'writer')).toBe(404)
      expect(await status(`/projects/other/files/${id}.txt`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/${id}.txt/..`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/x.txt`, 'writer')).toBe(404)
    } finally {
      await dig.close()
    }
  })
})
