import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../../build-server.js'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { type ZipFileForm, zipBytes } from '../../../testing/zip-bytes.js'

const boundary = 'parts-of-a-form'

describe.each(oneEngine)('pictures from an archive (%s)', (engine) => {
  let dig: Dig
  let jpeg: Buffer
  beforeAll(async () => {
    dig = await openDig(engine)
    jpeg = await sharp({ create: { width: 6, height: 4, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(() => dig.close())

  interface Form {
    readonly zip?: Uint8Array | undefined
    readonly index?: string | undefined
    readonly tb?: string | undefined
    readonly pattern?: string | undefined
  }
  const look = ({ zip, index, tb = 'finds', pattern }: Form, as: Role | undefined = 'writer') => {
    const part = (head: string, content: string | Uint8Array) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ])
    const payload = Buffer.concat([
      ...(index === undefined ? [] : [part('name="index"; filename="index.csv"', index)]),
      ...(tb === '' ? [] : [part('name="tb"', tb)]),
      ...(zip === undefined ? [] : [part('name="zip"; filename="photos.zip"', zip)]),
      ...(pattern === undefined ? [] : [part('name="pattern"', pattern)]),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return dig.request({ method: 'POST', url: '/api/import/preview-photos', headers, payload }, as)
  }
  const run = async (form: Form, more: Record<string, unknown> = {}) => {
    const looked = await look(form)
    expect(looked.statusCode, looked.body).toBe(200)
    const body = { temp_id: looked.json().temp_id, tb: form.tb ?? 'finds', ...more }
    return dig.post('/api/import/photos', body, 'writer')
  }
  const photos = (...names: (string | ZipFileForm)[]) =>
    zipBytes(names.map((one) => (typeof one === 'string' ? { name: one, content: jpeg, utf8: true } : one)))
  const filesOf = async (record: number, table = 'finds') => {
    const reply = await dig.get(`/api/record/${table}/${record}`, 'super_admin')
    return reply.json<{
      files: { filename: string; ext: string; url: string; creator: number | null; link_sort: number }[]
    }>().files
  }
  const kept = async (): Promise<number> => {
    const folder = join(dig.service.dataFolder, 'applications', 'dig', 'files')
    return (await readdir(folder).catch(() => [])).length
  }
  const rows = async (table: string): Promise<number> => {
    const row = await dig.application.db.quick.get<{ n: number }>(
      {
        sys_files: sql`SELECT count(*) AS n FROM sys_files`,
        sys_file_transit: sql`SELECT count(*) AS n FROM sys_file_transit`,
      }[table] ?? sql`SELECT 0 AS n`,
    )
    return row?.n ?? -1
  }

  describe('with a list', () => {
    test('two nodes that are asked for the same archive at once store its pictures once', async () => {
      const other = await buildServer(dig.services, pino({ level: 'silent' }))
      try {
        const looked = await look({ zip: await photos('a.jpg'), index: 'filename,id\na.jpg,5\n' })
        const payload = { temp_id: looked.json().temp_id, tb: 'finds' }
        const headers = { authorization: `Bearer ${await dig.token('writer')}` }
        const request = { method: 'POST', url: '/api/import/photos', payload, headers } as const
        const replies = await Promise.all([dig.service.server.inject(request), other.inject(request)])
        expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
        expect(await filesOf(5)).toHaveLength(1)
        expect(await kept()).toBe(1)
      } finally {
        await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_files"`))
        await other.close()
      }
    })

    test('a look tells the first rows, what is missing and what is there twice', async () => {
      const reply = await look({
        zip: photos('a/one.jpg', 'b/one.jpg', 'two.jpg'),
        index: 'file;id\none.jpg;1\ntwo.jpg;x7\nthree.jpg;2\n;3\n',
      })
      expect(reply.json()).toEqual({
        status: 'success',
        temp_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        index_rows: [
          { filename: 'one.jpg', record_id: 1 },
          { filename: 'two.jpg', record_id: 'x7' },
          { filename: 'three.jpg', record_id: 2 },
          { filename: '', record_id: 3 },
        ],
        missing_files: ['three.jpg'],
        total: 4,
        repeated_files: ['one.jpg'],
        unmatched_files: [],
        unmatched: 0,
      })
    })

    test('each picture is stored like an upload and linked behind the others of its record', async () => {
      const form = {
        zip: photos(
          'season/F1 rim.jpg',
          'F2.JPG',
          'a/same.jpg',
          'b/same.jpg',
          'unused.jpg',
          '__MACOSX/._F2.JPG',
        ),
        index:
          'record_id,filename\n1,F1 rim.jpg\n1,F2.JPG\n2,b/same.jpg\n2,same.jpg\n9999,F2.JPG\nx,F2.JPG\n3,none.jpg\n3,\n',
      }
      const reply = await run(form)
      expect(reply.json()).toEqual({
        status: 'success',
        code: 'ok_import_photos',
        linked: 4,
        not_found: 4,
        total: 8,
        refused: 0,
        errors: [],
        dry_run: false,
      })
      const [first, second] = await filesOf(1)
      expect(first).toMatchObject({ filename: 'F1 rim', ext: 'jpg', creator: dig.userId('writer') })
      expect(second).toMatchObject({ filename: 'F2', ext: 'jpg' })
      expect((second?.link_sort ?? 0) - (first?.link_sort ?? 0)).toBe(1)
      const served = await dig.get(`/${first?.url}`)
      expect(served.rawPayload.equals(jpeg)).toBe(true)
      expect((await filesOf(2)).length).toBe(2)
      expect(await rows('sys_file_transit')).toBe(0)
    })

    test('names in older encodings, composed letters, descriptors and entries without compression are found', async () => {
      const reply = await run({
        zip: photos(
          { name: Buffer.from('unit\u00e0.jpg', 'latin1'), content: jpeg },
          { name: Buffer.from([0x53, 0x81, 0x64, 0x2e, 0x6a, 0x70, 0x67]), content: jpeg, descriptor: true },
          { name: Buffer.from('O\u0308fen.jpg', 'utf8'), content: jpeg, stored: true },
          { name: 'folder\\back.jpg', content: jpeg },
        ),
        index: 'filename,record_id\nunità.jpg,4\nSüd.jpg,4\nÖfen.jpg,4\nfolder/back.jpg,4\n',
      })
      expect(reply.json()).toMatchObject({ linked: 4, not_found: 0 })
    })

    test('paths that climb name nothing on this machine', async () => {
      const before = await readdir(dig.service.dataFolder)
      const zip = photos('../../../../slip.txt', '/etc/slip.jpg', 'C:\\slip2.jpg')
      const reply = await run({ zip, index: 'filename,record_id\n../../../../slip.txt,5\n/etc/slip.jpg,5\n' })
      expect(reply.json()).toMatchObject({ linked: 2 })
      expect((await filesOf(5)).map(({ filename }) => filename)).toEqual(['slip', 'slip'])
      expect(await readdir(dig.service.dataFolder)).toEqual(before)
    })
  })

  describe('with a pattern of names', () => {
    test('a picture goes to the one record that its name says', async () => {
      const form = {
        zip: photos('x/F3_north.jpg', 'x/f3_south.JPG', 'F4_1_a.jpg', 'F99_1.jpg', 'notes.txt', '.DS_Store'),
        pattern: '{inv_no}_*.jpg',
      }
      const looked = await look(form)
      expect(looked.json()).toMatchObject({
        index_rows: [
          { filename: 'F3_north.jpg', record_id: 3 },
          { filename: 'F4_1_a.jpg', record_id: 4 },
        ],
        total: 2,
        unmatched: 3,
        unmatched_files: ['x/f3_south.JPG', 'F99_1.jpg', 'notes.txt'],
      })
      const before = [(await filesOf(3)).length, (await filesOf(4)).length]
      expect((await run(form)).json()).toMatchObject({ linked: 2, not_found: 3 })
      expect([(await filesOf(3)).length, (await filesOf(4)).length]).toEqual(before.map((n) => n + 1))
    })

    test('a folder can be the name', async () => {
      const reply = await run({
        zip: photos('all/C1/a.jpg', 'all/C2/b.jpg'),
        pattern: '{ctx_no}/*',
        tb: 'contexts',
      })
      expect(reply.json()).toMatchObject({ linked: 2, not_found: 0 })
      expect(await filesOf(2, 'contexts')).toMatchObject([{ filename: 'b' }])
    })

    test('names begin with what the record is called, in whichever way they go on', async () => {
      await dig.post('/api/record/finds/5', { core: { inv_no: 'F1 b' } }, 'writer')
      const form = {
        zip: photos('F2.jpg', 'x/f3_south.JPG', 'F1 b (2).jpg', 'F4/IMG_0001.jpg', 'F99.jpg', 'IMG_2.jpg'),
        pattern: 'auto',
      }
      const looked = await look(form)
      expect(looked.json()).toMatchObject({
        index_rows: [
          { filename: 'F2.jpg', record_id: 2 },
          { filename: 'f3_south.JPG', record_id: 3 },
          { filename: 'F1 b (2).jpg', record_id: 5 },
          { filename: 'IMG_0001.jpg', record_id: 4 },
        ],
        total: 4,
        unmatched_files: ['F99.jpg', 'IMG_2.jpg'],
      })
      expect((await run(form)).json()).toMatchObject({ linked: 4, not_found: 2 })
    })

    test.each<[string, string]>([
      ['without a field', '*.jpg'],
      ['with a field that the table does not have', '{nope}.jpg'],
      ['with two fields', '{inv_no}_{id}.jpg'],
    ])('%s is refused', async (_case, pattern) => {
      const reply = await look({ zip: photos('a.jpg'), pattern })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    })
  })

  describe('refusals', () => {
    const index = 'filename,record_id\na.jpg,6\nb.jpg,6\n'
    const state = async () => [await kept(), await rows('sys_files'), await rows('sys_file_transit')]

    test.each<[string, Form, number, string]>([
      ['no archive', { index }, 400, 'import_error_no_file'],
      ['neither list nor pattern', { zip: zipBytes([]) }, 400, 'import_error_no_file'],
      ['both', { zip: zipBytes([]), index, pattern: '{id}.jpg' }, 400, 'invalid_parameter'],
      ['no table', { zip: zipBytes([]), index, tb: '' }, 400, 'parameter_missing'],
      ['an unknown table', { zip: zipBytes([]), index, tb: 'nope' }, 404, 'unknown_table'],
      ['a plugin table', { zip: zipBytes([]), index, tb: 'samples' }, 422, 'plugin_table_not_allowed'],
      ['what is no archive', { zip: Buffer.from('PK but no more'), index }, 422, 'import_error_zip'],
      ['a list of one column', { zip: zipBytes([]), index: 'filename\na.jpg\n' }, 422, 'import_error_parse'],
      ['an empty list', { zip: zipBytes([]), index: '' }, 422, 'import_error_parse'],
      [
        'too many entries',
        {
          zip: zipBytes(
            Array.from({ length: 10_001 }, (_, k) => ({ name: `${k}`, content: '', stored: true })),
          ),
          index,
        },
        413,
        'too_large',
      ],
    ])('%s', async (_case, form, status, code) => {
      const reply = await look(form)
      expect([reply.statusCode, reply.json().code], reply.body).toEqual([status, code])
    })

    test.each<[string, () => ZipFileForm, number, string]>([
      [
        'a picture that is none',
        () => ({ name: 'b.jpg', content: Buffer.concat([jpeg.subarray(0, 20), Buffer.from('x')]) }),
        422,
        'import_error_transaction',
      ],
      ['an empty picture', () => ({ name: 'b.jpg', content: '' }), 422, 'import_error_transaction'],
      [
        'a size that is a lie',
        () => ({ name: 'b.jpg', content: Buffer.alloc(1e6), claimedSize: 10 }),
        422,
        'import_error_zip',
      ],
      ['a password', () => ({ name: 'b.jpg', content: jpeg, encrypted: true }), 422, 'import_error_zip'],
    ])('%s undoes all of it, and no byte of it stays', async (_case, file, status, code) => {
      const before = await state()
      const reply = await run({ zip: photos('a.jpg', file()), index })
      expect([reply.statusCode, reply.json().code], reply.body).toEqual([status, code])
      expect(await state()).toEqual(before)
    })

    test('a picture that is none is left out when asked so', async () => {
      const zip = photos('a.jpg', { name: 'b.jpg', content: '' })
      const reply = await run({ zip, index }, { on_error: 'skip' })
      expect(reply.json()).toMatchObject({
        linked: 1,
        not_found: 0,
        refused: 1,
        errors: [{ filename: 'b.jpg', code: 'error_uploading_file' }],
      })
    })

    test('a dry run counts and stores nothing', async () => {
      const before = await state()
      const reply = await run({ zip: photos('a.jpg'), index }, { dry_run: true })
      expect(reply.json()).toMatchObject({ linked: 1, not_found: 1, dry_run: true })
      expect(await state()).toEqual(before)
    })

    test('records that the caller may not change are not found', async () => {
      await dig.application.db.write(async (tx) => {
        const filter = JSON.stringify({ material: { _eq: 'flint' } })
        const user = {
          user_id: dig.userId('writer'),
          table_name: 'finds',
          privilege: 20,
          filter,
          outside: 'hide',
        }
        await tx.insert('sys_user_table_privs', user)
      })
      const reply = await run({ zip: photos('a.jpg'), index: 'filename,record_id\na.jpg,1\na.jpg,2\n' })
      expect(reply.json()).toMatchObject({ linked: 1, not_found: 1 })
      const byName = await look({ zip: photos('F1.jpg', 'F2.jpg'), pattern: '{inv_no}.jpg' })
      expect(byName.json()).toMatchObject({ total: 1, unmatched_files: ['F2.jpg'] })
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM sys_user_table_privs`))
    })

    test.each<[string, Role | undefined, number, string]>([
      ['no token', undefined, 401, 'unauthenticated'],
      ['somebody who changes own records only', 'self_writer', 403, 'not_enough_privilege'],
    ])('%s', async (_case, as, status, code) => {
      const body = { temp_id: '0'.repeat(32), tb: 'finds' }
      const reply = await dig.post('/api/import/photos', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  test('the archive of another person is not found', async () => {
    const looked = await look({ zip: photos('a.jpg'), index: 'filename,record_id\na.jpg,1\n' }, 'admin')
    const reply = await dig.post(
      '/api/import/photos',
      { temp_id: looked.json().temp_id, tb: 'finds' },
      'writer',
    )
    expect(reply.json().code).toBe('import_error_no_file')
  })
})
