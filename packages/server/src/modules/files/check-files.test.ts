import type { RecordFile } from '@trowel/contract/files.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import type { Dig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { binaryPlace } from './binary-names.js'
import { checkFiles } from './check-files.js'
import { sweepPendingBinaries } from './pending-binaries.js'
import { addFile } from './service.js'
import { openDigWithFiles, places } from './testing/files-of-a-dig.js'

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe.each(places)('files and their bytes ($engine, $storage)', (where) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(where))
  })
  afterAll(() => close())
  afterEach(async () => {
    await dig.application.db.write(async (tx) => {
      for (const table of ['sys_file_links', 'sys_files', 'sys_file_transit'])
        await tx.run(sql`DELETE FROM ${id(table)}`)
    })
    const { binaries } = dig.services
    for (const area of ['files', 'previews'] as const) {
      for await (const { name } of binaries.list('dig', area))
        await binaries.remove({ app: 'dig', area, name })
    }
  })

  const place = (name: string) => binaryPlace('dig', name)
  const add = async (name: string, text = name) => {
    const reply = await sendFile(dig, '/api/record/contexts/1/file', name, text, 'writer')
    const { id } = reply.json<{ file: RecordFile }>().file
    const row = await dig.application.db.quick.get<{ binary: string }>(
      sql`SELECT "binary" FROM "sys_files" WHERE "id" = ${id}`,
    )
    return { id, binary: row?.binary ?? '' }
  }
  const check = async (mend = false, before = Date.now() + 1) => {
    const { binaries } = dig.services
    const found: string[] = []
    for await (const each of checkFiles({ binaries, db: dig.application.db, mend, before })) {
      found.push(`${each.finding}${each.isMended ? ' (mended)' : ''}: ${each.file?.filename ?? each.name}`)
    }
    return found.sort()
  }
  const pendingBinaries = async () =>
    (await dig.application.db.quick.all<{ name: string }>(sql`SELECT "name" FROM "sys_file_transit"`)).map(
      ({ name }) => name,
    )

  test('files that are as they were taken in are right', async () => {
    await add('a.txt')
    await add('b.txt')
    expect(await check()).toEqual([])
  })

  test('what is missing, damaged or left over is found; what can be mended is mended', async () => {
    const [lost, changed, shorter] = [
      await add('lost.txt'),
      await add('changed.txt'),
      await add('shorter.txt'),
    ]
    const { binaries } = dig.services
    await binaries.remove(place(lost.binary))
    await binaries.put(place(changed.binary), bytes('chanGed.txt'))
    await binaries.put(place(shorter.binary), bytes('short'))
    await binaries.put(place('of-nobody.txt'), bytes('of nobody'))
    await binaries.put({ app: 'dig', area: 'previews', name: 'gone.jpg.w120.webp' }, bytes('preview'))
    const unmendable = ['damaged: changed', 'damaged: shorter', 'missing: lost']
    const leftOver = ['left over: gone.jpg.w120.webp', 'left over: of-nobody.txt']
    expect(await check()).toEqual([...unmendable, ...leftOver].sort())
    expect(await check()).toEqual([...unmendable, ...leftOver].sort())
    expect(await check(true)).toEqual(
      [...unmendable, ...leftOver.map((each) => each.replace(':', ' (mended):'))].sort(),
    )
    expect(await check()).toEqual(unmendable)
  })

  test('missing bytes that lie under another name are given back to their file', async () => {
    const { id, binary } = await add('a.txt', 'the only copy')
    const { binaries } = dig.services
    await binaries.remove(place(binary))
    await binaries.put(place('elsewhere.txt'), bytes('the only copy'))
    await binaries.put(place('other.txt'), bytes('the 0nly copy'))
    expect(await check(true)).toEqual(['left over (mended): other.txt', 'missing (mended): a'])
    expect((await dig.get(`/api/file/${id}/content`, 'reader')).body).toBe('the only copy')
    expect(await check()).toEqual([])
  })

  test('a file from before 0002 is served, replaced and deleted, and gets its digest', async () => {
    const { db } = dig.application
    const old = async (name: string) => {
      const id = await db.write((tx) => tx.insert('sys_files', { ext: 'txt', filename: name, rev: 0 }))
      await dig.services.binaries.put(place(`${id}.txt`), bytes(name))
      return id
    }
    const [kept, replaced, deleted] = [await old('kept'), await old('replaced'), await old('deleted')]
    expect((await dig.get(`/api/file/${kept}/content`, 'reader')).body).toBe('kept')
    await sendFile(dig, `/api/file/${replaced}/replace`, 'new.txt', 'new', 'writer')
    expect((await dig.get(`/api/file/${replaced}/content`, 'reader')).body).toBe('new')
    expect((await dig.delete(`/api/file/${deleted}`, undefined, 'writer')).statusCode).toBe(200)
    expect(await check()).toEqual(['unknown digest: kept'])
    expect(await check(true)).toEqual(['unknown digest (mended): kept'])
    expect(await check()).toEqual([])
    expect((await dig.get(`/api/file/${kept}/content`, 'reader')).body).toBe('kept')
  })

  describe('after an operation that did not come to its end', () => {
    const note = (name: string, leaving: 0 | 1) =>
      dig.application.db.write((tx) => tx.insert('sys_file_transit', { name, leaving, at: Date.now() }))
    const sweep = (before: number) => sweepPendingBinaries(dig.services.binaries, dig.application.db, before)

    test('bytes on their way are left alone until they are given up', async () => {
      await dig.services.binaries.put(place('coming.txt'), bytes('coming'))
      await note('coming.txt', 0)
      expect([await sweep(Date.now() - 60_000), await pendingBinaries()]).toEqual([0, ['coming.txt']])
      expect(await check()).toEqual([])
      expect([await sweep(Date.now() + 1), await pendingBinaries()]).toEqual([1, []])
      expect(await dig.services.binaries.head(place('coming.txt'))).toBeUndefined()
    })

    test('bytes that were to go are removed, with what was made of them', async () => {
      const { binaries } = dig.services
      const preview = { app: 'dig', area: 'previews', name: 'going.jpg.w240.webp' } as const
      await binaries.put(place('going.jpg'), bytes('going'))
      await binaries.put(preview, bytes('smaller'))
      await note('going.jpg', 1)
      expect(await sweep(0)).toBe(1)
      expect([await binaries.head(place('going.jpg')), await binaries.head(preview)]).toEqual([
        undefined,
        undefined,
      ])
      expect(await pendingBinaries()).toEqual([])
    })

    test('several nodes may sweep at the same time', async () => {
      for (let k = 0; k < 30; k++) await note(`${k}.txt`, 1)
      await Promise.all([sweep(0), sweep(0), sweep(0)])
      expect(await pendingBinaries()).toEqual([])
    })

    test('an upload that was given up meanwhile gets no row and leaves no bytes', async () => {
      const { binaries } = dig.services
      const late = {
        ...binaries,
        adopt: async (...args: Parameters<typeof binaries.adopt>) => {
          await sweep(Date.now() + 1)
          await binaries.adopt(...args)
        },
      }
      const keeping = { ...dig.services, binaries: late }
      const adding = addFile(await scopeAs(dig, 'writer'), keeping, 'contexts', 1, {
        name: 'late.txt',
        content: bytes('late'),
      })
      await expect(adding).rejects.toMatchObject({ code: 'overloaded' })
      expect([await check(), await pendingBinaries()]).toEqual([[], []])
      expect((await dig.get('/api/files', 'reader')).json<{ total: number }>().total).toBe(0)
    })

    test('a deletion whose bytes could not be removed is done for the caller, and by the next sweep', async () => {
      const { id } = await add('stubborn.txt')
      const { binaries } = dig.services
      const { remove } = binaries
      Object.assign(binaries, { remove: () => Promise.reject(new Error('not now')) })
      try {
        expect((await dig.delete(`/api/file/${id}`, undefined, 'writer')).statusCode).toBe(200)
      } finally {
        Object.assign(binaries, { remove })
      }
      expect(await pendingBinaries()).toHaveLength(1)
      expect([await sweep(0), await check()]).toEqual([1, []])
    })

    test('a commit whose answer was lost has happened: its bytes stay', async () => {
      const scope = await scopeAs(dig, 'writer')
      const { db } = scope
      let writes = 0
      const losing = Object.create(db, {
        write: {
          value: async (...args: Parameters<typeof db.write>) => {
            const result = await db.write(...args)
            if (++writes === 2) throw new Error('the connection was lost')
            return result
          },
        },
        app: { value: db.app },
        dialect: { value: db.dialect },
        quick: { value: db.quick },
      })
      const adding = addFile({ ...scope, db: losing }, dig.services, 'contexts', 2, {
        name: 'there.txt',
        content: bytes('there'),
      })
      await expect(adding).rejects.toThrow('the connection was lost')
      expect([await check(), await pendingBinaries()]).toEqual([[], []])
      expect((await dig.get('/api/files', 'reader')).json<{ total: number }>().total).toBe(1)
    })
  })
})
