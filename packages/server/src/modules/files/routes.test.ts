import type { RecordFile } from '@trowel/contract/files.js'
import type { PrivilegeName } from '@trowel/contract/privileges.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, password } from '../../testing/open-dig.js'
import { hideRows, scopeAs } from '../../testing/scope-as.js'
import { addFile, linkFile } from './service.js'
import { openDigWithFiles, places } from './testing/files-of-a-dig.js'

const text = 'C1 lies over C2; drawn on 12 June.'

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += 10) yield bytes.subarray(at, at + 10)
}

describe.each(places)('files of records ($engine, $storage)', (place) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  const add = async (
    record: number,
    name: string,
    content = text,
    role: PrivilegeName = 'writer',
    table = 'contexts',
  ) =>
    addFile(await scopeAs(dig, role), dig.services, table, record, {
      name,
      content: bytesOf(content),
    })
  const filesOf = async (id: number, role: 'reader' | 'writer' = 'reader', table = 'contexts') =>
    (await dig.get(`/api/record/${table}/${id}`, role)).json<{ files: RecordFile[] }>().files
  const stored = async () => {
    const names: string[] = []
    for await (const { name } of dig.services.binaries.list('dig', 'files')) names.push(name)
    return names.sort()
  }
  const pendingBinaries = () => dig.application.db.quick.all(sql`SELECT "name" FROM "sys_file_transit"`)

  describe('in a record', () => {
    test('a record without files has an empty list', async () => {
      expect(await filesOf(5)).toEqual([])
    })

    test('a file is shown with its link, its maker and its address', async () => {
      const { id, linkId } = await add(1, 'notes.txt')
      expect(await filesOf(1)).toEqual([
        {
          id,
          ext: 'txt',
          filename: 'notes',
          description: null,
          keywords: null,
          printable: null,
          is_image: false,
          width: null,
          height: null,
          pixels_per_cm: null,
          marks: [],
          url: expect.stringMatching(new RegExp(`^api/file/${id}/content\\?t=`)),
          link_id: linkId,
          link_sort: 0,
          creator: dig.userId('writer'),
        },
      ])
    })

    test('further files come behind, and the order is that of the links', async () => {
      const second = await add(2, 'b.txt')
      const first = await add(2, 'a.txt')
      expect(first.linkSort).toBe(second.linkSort + 1)
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_file_links" SET "sort" = -1 WHERE "id" = ${first.linkId}`),
      )
      expect((await filesOf(2)).map(({ filename }) => filename)).toEqual(['a', 'b'])
    })

    test('a file may belong to several records, to each of them once', async () => {
      const scope = await scopeAs(dig, 'writer')
      const { id } = await add(3, 'shared.txt')
      const link = await linkFile(scope, id, 'finds', 4)
      expect(await linkFile(scope, id, 'finds', 4)).toEqual(link)
      expect(await filesOf(4, 'reader', 'finds')).toMatchObject([{ id, link_id: link.linkId }])
    })

    test('the ETag of a record does not change with the hour of the address', async () => {
      const [one, two] = [
        await dig.get('/api/record/contexts/1', 'reader'),
        await dig.get('/api/record/contexts/1', 'reader'),
      ]
      expect(one.headers.etag).toBe(two.headers.etag)
    })
  })

  describe('taken in', () => {
    test.each([
      ['an unknown table', () => add(1, 'a.txt', text, 'writer', 'coins'), 'unknown_table'],
      ['a plugin table', () => add(1, 'a.txt', text, 'writer', 'samples'), 'plugin_table_not_allowed'],
      ['an absent record', () => add(99, 'a.txt'), 'record_not_found'],
      ['an empty file', () => add(1, 'a.txt', ''), 'error_uploading_file'],
      ['a reader', () => add(1, 'a.txt', text, 'reader'), 'not_enough_privilege'],
      ["somebody else's record", () => add(1, 'a.txt', text, 'self_writer'), 'not_enough_privilege'],
    ])('%s is refused, and nothing is left of the file', async (_what, adding, code) => {
      const before = await stored()
      await expect(adding()).rejects.toMatchObject({ code })
      expect(await stored()).toEqual(before)
    })

    test('an upload that breaks off leaves nothing behind', async () => {
      const before = await stored()
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      }
      const adding = addFile(await scopeAs(dig, 'writer'), dig.services, 'contexts', 1, {
        name: 'a.txt',
        content: broken(),
      })
      await expect(adding).rejects.toThrow('the line went dead')
      expect(await stored()).toEqual(before)
      expect(await pendingBinaries()).toEqual([])
    })

    test('when the bytes cannot be kept there is no row either', async () => {
      const before = await filesOf(1)
      const { binaries } = dig.services
      const full = { ...binaries, adopt: () => Promise.reject(new Error('no space left')) }
      const keeping = { ...dig.services, binaries: full }
      const adding = addFile(await scopeAs(dig, 'writer'), keeping, 'contexts', 1, {
        name: 'a.txt',
        content: bytesOf(text),
      })
      await expect(adding).rejects.toThrow('no space left')
      expect((await filesOf(1)).length).toBe(before.length)
      expect(await pendingBinaries()).toEqual([])
    })

    test('a self_writer may add a file to what he made', async () => {
      await expect(add(7, 'mine.txt', text, 'self_writer', 'finds')).resolves.toMatchObject({ ext: 'txt' })
    })

    test('a file that the caller cannot see cannot be linked', async () => {
      const { id } = await add(6, 'secret.txt')
      await hideRows(dig, 'self_writer', 'contexts', { id: { _neq: 6 } })
      const linking = linkFile(await scopeAs(dig, 'self_writer'), id, 'finds', 7)
      await expect(linking).rejects.toMatchObject({ code: 'record_not_found' })
      await expect(linkFile(await scopeAs(dig, 'writer'), 999, 'finds', 7)).rejects.toMatchObject({
        code: 'record_not_found',
      })
    })
  })

  describe('their bytes', () => {
    let file: RecordFile
    let path: string
    beforeAll(async () => {
      await add(4, 'Grabung λ.txt')
      const files = await filesOf(4)
      file = files[0] as RecordFile
      path = `/api/file/${file.id}/content`
    })

    test('the address of a file needs no other credential', async () => {
      const reply = await dig.get(`/${file.url}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toBe(text)
      expect(reply.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=3600',
        'accept-ranges': 'bytes',
        'content-disposition': `inline; filename="Grabung _.txt"; filename*=UTF-8''Grabung%20%CE%BB.txt`,
        etag: `"${file.id}-1-${Buffer.byteLength(text)}"`,
        'last-modified': expect.stringMatching(/GMT$/),
      })
    })

    test('so does whoever sees one of its records', async () => {
      expect((await dig.get(path, 'reader')).body).toBe(text)
      expect((await dig.get(path, 'key30')).body).toBe(text)
    })

    test('HEAD tells the length and sends nothing', async () => {
      const reply = await dig.request({ method: 'HEAD', url: path }, 'reader')
      expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([
        200,
        '',
        String(text.length),
      ])
    })

    test('a part is sent as a part', async () => {
      const reply = await dig.request({ url: path, headers: { range: 'bytes=3-6' } }, 'reader')
      expect([reply.statusCode, reply.body, reply.headers['content-range']]).toEqual([
        206,
        text.slice(3, 7),
        `bytes 3-6/${text.length}`,
      ])
      const beyond = await dig.request({ url: path, headers: { range: 'bytes=5000-' } }, 'reader')
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${text.length}`])
    })

    test('what the browser has already is not sent again', async () => {
      const { headers } = await dig.get(path, 'reader')
      const again = await dig.request(
        { url: path, headers: { 'if-none-match': String(headers.etag) } },
        'reader',
      )
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const since = { 'if-modified-since': String(headers['last-modified']) }
      expect((await dig.request({ url: path, headers: since }, 'reader')).statusCode).toBe(304)
    })

    test('download=1 asks to save it', async () => {
      const reply = await dig.get(`/${file.url}&download=1`)
      expect(reply.headers['content-disposition']).toMatch(/^attachment;/)
    })

    test.each([
      ['page.html', '<p>hi</p>', /^attachment/, true],
      ['plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /^inline/, true],
      ['data.json', '{}', /^attachment/, false],
      ['table.csv', 'a,b\n', /^inline/, false],
      ['macro.xyz', 'x', /^attachment/, false],
    ])('%s cannot run script on our origin', async (name, content, disposition, isSandboxed) => {
      const { id } = await add(4, name, content)
      const { headers } = await dig.get(`/api/file/${id}/content`, 'reader')
      expect(headers['content-disposition']).toMatch(disposition)
      expect(headers['content-security-policy']).toBe(
        isSandboxed ? "default-src 'none'; style-src 'unsafe-inline'; sandbox" : undefined,
      )
      expect(headers['content-encoding']).toBeUndefined()
    })

    test('a file in a hidden record does not exist for those who cannot see it', async () => {
      const { id } = await add(5, 'hidden.txt')
      await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
      const reply = await dig.get(`/api/file/${id}/content`, 'reader')
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'record_not_found'])
      await linkFile(await scopeAs(dig, 'writer'), id, 'finds', 1)
      expect((await dig.get(`/api/file/${id}/content`, 'reader')).statusCode).toBe(200)
    })

    test('a file without records is seen by everybody who may enter', async () => {
      const { id } = await add(3, 'orphan.txt')
      await dig.application.db.write((tx) =>
        tx.run(sql`DELETE FROM "sys_file_links" WHERE "file_id" = ${id}`),
      )
      expect((await dig.get(`/api/file/${id}/content`, 'reader')).statusCode).toBe(200)
    })

    test('a file without a byte, as an older installation may have one, is sent without a byte', async () => {
      const { binaries } = dig.services
      await binaries.put({ app: 'dig', area: 'files', name: 'empty.txt' }, bytesOf(''))
      const facts = { ext: 'txt', filename: 'empty', rev: 1, binary: 'empty.txt', size: 0, stored_at: 1 }
      const id = await dig.application.db.write((tx) => tx.insert('sys_files', facts))
      const reply = await dig.get(`/api/file/${id}/content`, 'writer')
      expect([reply.statusCode, reply.headers['content-length'], reply.body]).toEqual([200, '0', ''])
      await dig.delete(`/api/file/${id}`, undefined, 'admin')
    })

    test('missing bytes are missing, not a fault', async () => {
      const before = await stored()
      const { id } = await add(3, 'lost.txt')
      const name = (await stored()).find((each) => !before.includes(each)) ?? ''
      await dig.services.binaries.remove({ app: 'dig', area: 'files', name })
      expect((await dig.get(`/api/file/${id}/content`, 'reader')).statusCode).toBe(404)
    })

    test.each([
      ['without a credential', () => path, 401, 'unauthenticated'],
      ['with a wrong token', () => `${path}?t=abc.def`, 403, 'invalid_signature'],
      ['with an empty token', () => `${path}?t=`, 403, 'invalid_signature'],
      [
        'with the token of another file',
        () => `/api/file/999/content?t=${file.url.split('t=')[1]}`,
        403,
        'invalid_signature',
      ],
    ])('%s they are refused', async (_how, url, status, code) => {
      const reply = await dig.get(url())
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code])
    })

    describe('the signed address of a file ends', () => {
      const email = 'leaves@dig.example'
      /** An address that opens the newest file of a record for the caller with these headers. */
      const addressFor = async (headers: Record<string, string>): Promise<string> => {
        await add(6, 'signed.txt')
        const record = await dig.request({ method: 'GET', url: '/api/record/contexts/6', headers })
        const address = `/${record.json<{ files: RecordFile[] }>().files.at(-1)?.url}`
        expect((await dig.get(address)).statusCode).toBe(200)
        return address
      }
      /** A person of her own, and an address that opens a file for her. */
      const enter = async (privilege = 20) => {
        const account = { name: 'Mira', email, password, privilege }
        const { id } = (await dig.post('/api/user', account, 'super_admin')).json()
        const { token } = (await dig.post('/api/auth/login', { email, password, app: 'dig' })).json()
        const headers = { authorization: `Bearer ${token}` }
        return { id, headers, address: await addressFor(headers) }
      }
      const refusal = async (address: string) => {
        const reply = await dig.get(address)
        return [reply.statusCode, reply.json().code]
      }
      const ended = [403, 'invalid_signature']
      afterEach(async () => {
        await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_users" WHERE "email" = ${email}`))
      })

      test('when the person logs out', async () => {
        const { headers, address } = await enter()
        await dig.request({ method: 'GET', url: '/api/auth/logout', headers })
        expect(await refusal(address)).toEqual(ended)
      })

      test('when an administrator ends the sessions', async () => {
        const { id, address } = await enter()
        await dig.post(`/api/user/${id}/revoke`, undefined, 'super_admin')
        expect(await refusal(address)).toEqual(ended)
      })

      test('when the account is deleted', async () => {
        const { id, address } = await enter()
        await dig.delete(`/api/user/${id}`, undefined, 'super_admin')
        expect(await refusal(address)).toEqual(ended)
      })

      test('when the account waits again, or does not see the record any more', async () => {
        const { id, address } = await enter()
        const hide = { table_name: 'contexts', privilege: 20, filter: { id: { _neq: 6 } } }
        await dig.post(`/api/user/${id}/privileges`, hide, 'super_admin')
        expect(await refusal(address)).toEqual([404, 'record_not_found'])
        await dig.delete(`/api/user/${id}/privileges`, undefined, 'super_admin')
        expect((await dig.get(address)).statusCode).toBe(200)
        await dig.application.db.write((tx) =>
          tx.run(sql`UPDATE "sys_users" SET "privilege" = 40 WHERE "id" = ${id}`),
        )
        expect(await refusal(address)).toEqual(ended)
      })

      test('when the application is switched off', async () => {
        const { address } = await enter()
        const setStatus = async (status: string) => {
          await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${status}`))
          await dig.application.reload()
        }
        await setStatus('off')
        expect(await refusal(address)).toEqual(ended)
        await setStatus('on')
        expect((await dig.get(address)).statusCode).toBe(200)
      })

      test('when the API key that was given it is revoked', async () => {
        const made = (await dig.post('/api/api-keys', { label: 'x' }, 'super_admin')).json()
        const headers = { authorization: `Bearer ${made.key}` }
        const address = await addressFor(headers)
        await dig.post(`/api/api-key/${made.id}/revoke`, undefined, 'super_admin')
        expect(await refusal(address)).toEqual(ended)
      })
    })

    test('the old address of a replaced file no longer opens it', async () => {
      const { id } = await add(3, 'replaced.txt')
      const before = (await filesOf(3)).find((one) => one.id === id)
      await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_files" SET "rev" = 2 WHERE "id" = ${id}`))
      expect((await dig.get(`/${before?.url}`)).statusCode).toBe(403)
      const after = (await filesOf(3)).find((one) => one.id === id)
      expect((await dig.get(`/${after?.url}`)).statusCode).toBe(200)
    })

    test('unknown ids are not found, however long', async () => {
      expect((await dig.get('/api/file/4711/content', 'reader')).statusCode).toBe(404)
      expect((await dig.get(`/api/file/${'9'.repeat(40)}/content`, 'reader')).statusCode).toBe(404)
    })
  })
})
