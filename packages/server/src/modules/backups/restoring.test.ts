import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Database, StorageError } from '../../storage/storage.js'
import { openFileStorage } from '../../testing/object-server.js'
import { type Dig, engines, oneEngine, openDig } from '../../testing/open-dig.js'
import { openSecondNode } from '../../testing/second-node.js'
import { sendFile } from '../../testing/send-file.js'
import { makeBackup } from './make-backup.js'
import { backUpWhenDue } from './scheduled-backups.js'
import { bytesOf, layDown, makeOne } from './testing/carry-backup.js'
import { OpenedBackup } from './testing/rewrite-backup.js'
import { wholeContent } from './testing/whole-content.js'

describe.each(engines)('a restore among people (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('who writes meanwhile is stored before it, or refused; nothing is mixed', async () => {
    const { db } = dig.application
    const before = await wholeContent(db)
    const file = await makeOne(dig)
    let isOver = false
    const told = new Set<string>()
    const people = ['writer', 'admin'] as const
    const writing = people.map(async (person, at) => {
      for (let k = 0; !isOver; k++) {
        const core = { inv_no: `M${at}-${k}`, context: 1, material: 'meanwhile' }
        const reply = await dig.post('/api/record/finds', { core }, person)
        told.add(`${reply.statusCode} ${reply.json<{ code: string }>().code}`)
        await pause(5)
      }
    })
    const reading = (async () => {
      while (!isOver) {
        const reply = await dig.get('/api/records/finds?per_page=200', 'reader')
        told.add(
          `${reply.statusCode} ${reply.statusCode === 200 ? 'read' : reply.json<{ code: string }>().code}`,
        )
        await pause(5)
      }
    })()
    const restored = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    isOver = true
    await Promise.all([...writing, reading])
    expect(restored.json()).toMatchObject({ code: 'ok_backup_restored' })
    const allowed = [
      '200 ok_saved',
      '200 read',
      '401 token_invalidated',
      '401 unauthenticated',
      '503 restore_in_progress',
    ]
    expect([...told].filter((each) => !allowed.includes(each) && !each.startsWith('200 '))).toEqual([])
    expect(told).toContain('200 read')
    expect(await wholeContent(db)).toEqual(before)
  })

  test('who would write meanwhile waits for the end, and everybody goes on reading', async () => {
    const { db } = dig.application
    await dig.token('key20')
    const { end, replacing } = await underWay(db)
    const wanted = dig.post('/api/record/finds', { core: { inv_no: 'WAITED' } }, 'key20')
    expect((await dig.get('/api/records/finds', 'key20')).json().total).toBe(8)
    expect((await dig.post('/api/records/finds', {}, 'key20')).json().total).toBe(8)
    end()
    await expect(replacing).rejects.toThrow('given up')
    expect((await wanted).statusCode).toBe(200)
    expect((await dig.get('/api/records/finds', 'key20')).json().total).toBe(9)
  })

  test('a restore that fails late leaves everything, and no bytes of files that nobody has', async () => {
    await sendFile(dig, '/api/record/finds/1/file', 'section.txt', 'as drawn in 1998', 'writer')
    const made = await dig.post('/api/backups', { files: true }, 'admin')
    const backup = await OpenedBackup.open(await bytesOf(dig, made.json<{ file: string }>().file))
    backup.changeRows('sys_users', () => [])
    await layDown(dig, 'nobody.zip', backup.bytes())
    await dig.delete('/api/file/1', undefined, 'writer')
    const namesOfBytes = async () => {
      const names: string[] = []
      for await (const { name } of dig.services.binaries.list('dig', 'files')) names.push(name)
      return names
    }
    const before = await wholeContent(dig.application.db)
    // Those of the deleted file, which are kept so that its deletion can be undone.
    const bytesBefore = await namesOfBytes()
    const reply = await dig.post('/api/backup/nobody.zip/restore', undefined, 'super_admin')
    expect(reply.json()).toMatchObject({ code: 'error_backup_not_restored', detail: 'corrupt' })
    expect(await wholeContent(dig.application.db)).toEqual(before)
    expect([bytesBefore, await namesOfBytes()]).toEqual([[expect.any(String)], bytesBefore])
    expect((await dig.post('/api/record/finds', { core: { inv_no: 'F9' } }, 'writer')).statusCode).toBe(200)
  })

  // Upgrading and searching are tested on both elsewhere.
  if (oneEngine.includes(engine))
    test('thousands of rows of an older version come back, all of them and up to date, and searches find them', async () => {
      const { db } = dig.application
      const rows = Array.from({ length: 4000 }, (_, k) => [
        `T${k}`,
        k === 77 ? 'obsidian blade' : 'flint flake',
      ])
      await db.write((tx) => tx.insertMany('finds', ['inv_no', 'material'], rows))
      await dig.application.reload()
      await db.whenIdle()
      const backup = await OpenedBackup.open(await bytesOf(dig, await makeOne(dig)))
      const { manifest } = backup
      backup.changeRows('sys_migrations', (rows) =>
        rows.filter(([, name]) => name !== '0004_versions_by_user'),
      )
      manifest.migrations = manifest.migrations.filter((name) => name !== '0004_versions_by_user')
      const versions = backup.table('sys_versions')
      versions.indexes = versions.indexes.filter(({ columns }) => columns.join() !== 'userid')
      await layDown(dig, 'old.zip', backup.bytes())
      await db.write((tx) => tx.run(sql`UPDATE "finds" SET "material" = 'jet'`))
      const reply = await dig.post('/api/backup/old.zip/restore', undefined, 'super_admin')
      expect(reply.json()).toMatchObject({ code: 'ok_backup_restored' })

      const names = await db.quick.all(sql`SELECT "name" FROM "sys_migrations" ORDER BY "id"`)
      expect(names).toContainEqual({ name: '0004_versions_by_user' })
      const tables = await db.snapshot(async (snapshot) => snapshot.tables)
      const indexes = tables
        .find(({ name }) => name === 'sys_versions')
        ?.indexes.map(({ columns }) => columns)
      expect(indexes).toContainEqual(['userid'])
      await db.whenIdle()
      const login = { email: 'reader@dig.example', password: 'a-trowel-for-tests', app: 'dig' }
      const { token } = (await dig.post('/api/auth/login', login)).json<{ token: string }>()
      const found = await dig.request({
        method: 'GET',
        url: '/api/records/finds?filter[material][_icontains]=SIDIAN',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(found.json()).toMatchObject({ total: 1, data: [{ inv_no: 'T77' }] })
      expect(
        await db.quick.get(sql`SELECT count(*) AS n FROM "finds" WHERE "material" <> 'jet'`),
      ).toMatchObject({ n: 4007 })
    })
})

// What is refused in between, and what becomes of files, is decided above the storage.
describe.each(oneEngine)('a restore beside requests and files (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('what was let in before and comes to write after is refused, and welcome when it is sent again', async () => {
    const { server } = dig.service
    const key = await dig.token('key20')
    const file = await makeOne(dig)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify({ core: { inv_no: 'LATE' } })
    const sent = request({
      port: (server.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/api/record/finds',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    // Who asks is known by the head; the rest of the body comes after the restore.
    const isLetIn = new Promise<void>((resolve) => {
      server.server.once('request', () => setImmediate(resolve))
    })
    sent.write(body.slice(0, 5))
    await isLetIn
    await pause(200)
    expect((await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')).statusCode).toBe(200)
    const answer = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
    sent.end(body.slice(5))
    const told = await answer
    expect([told.statusCode, JSON.parse(await text(told)).code]).toEqual([503, 'restore_in_progress'])
    expect((await dig.get('/api/records/finds', 'key20')).json().total).toBe(8)
    expect((await dig.post('/api/record/finds', JSON.parse(body), 'key20')).statusCode).toBe(200)
  })

  test('uploaded files come back with their bytes, and what is there now is kept for the way back', async () => {
    const { db } = dig.application
    const upload = (name: string, content: string) =>
      sendFile(dig, '/api/record/finds/1/file', name, content, 'writer')
    const first = (await upload('section.txt', 'as drawn in 1998')).json<{ file: { id: number } }>().file
    await upload('gone.txt', 'nobody has these bytes')
    const lost = await db.quick.get<{ binary: string }>(sql`SELECT "binary" FROM "sys_files" WHERE "id" = 2`)
    await dig.services.binaries.remove({ app: 'dig', area: 'files', name: lost?.binary ?? '' })
    await dig.services.binaries.put(
      { app: 'dig', area: 'geodata', name: 'trench.geojson' },
      bytes('{"old":1}'),
    )
    const cover = { app: 'dig', area: 'pictures', name: 'front.w800.webp' } as const
    await dig.services.binaries.put(cover, bytes('the front'))
    const made = await dig.post('/api/backups', { files: true }, 'admin')
    expect(made.json()).toMatchObject({ kind: 'archive', verified: true, missing_files: 1 })
    const { file } = made.json<{ file: string }>()

    await dig.delete(`/api/file/${first.id}`, undefined, 'writer')
    const later = (await upload('later.txt', 'drawn since')).json<{ file: { id: number } }>().file
    await dig.services.binaries.put(
      { app: 'dig', area: 'geodata', name: 'trench.geojson' },
      bytes('{"new":1}'),
    )
    await dig.services.binaries.remove(cover)
    const reply = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(reply.json()).toMatchObject({ code: 'ok_backup_restored' })

    const rows = await db.quick.all<{ id: number; binary: string }>(
      sql`SELECT "id", "binary" FROM "sys_files" ORDER BY "id"`,
    )
    expect(rows.map(({ id }) => id)).toEqual([1, 2])
    expect(await textOf(dig, 'files', rows[0]?.binary)).toBe('as drawn in 1998')
    expect(await textOf(dig, 'geodata', 'trench.geojson')).toBe('{"old":1}')
    expect(await textOf(dig, 'pictures', cover.name)).toBe('the front')
    expect(await db.quick.all(sql`SELECT 1 AS one FROM "sys_file_transit"`)).toEqual([])
    expect(later.id).toBe(3)
    const kept: string[] = []
    for await (const { name } of dig.services.binaries.list('dig', 'files')) kept.push(name)
    expect(kept).toHaveLength(2)
  })
})

test.each(engines)('who would write is told when it takes longer than he waits (%s)', async (engine) => {
  const dig = await openDig(engine, { TROWEL_LIMIT_RESTORE_WAIT_MS: '1' })
  try {
    await dig.token('key20')
    const { end, replacing } = await underWay(dig.application.db)
    const refused = await dig.post('/api/record/finds', { core: { inv_no: 'WAITED' } }, 'key20')
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'restore_in_progress'])
    end()
    await expect(replacing).rejects.toThrow('given up')
    expect((await dig.get('/api/records/finds', 'key20')).json().total).toBe(8)
  } finally {
    await dig.close()
  }
})

test('backups lie in object storage beside the files', async () => {
  const storage = await openFileStorage('objects')
  const dig = await openDig(engines[0] ?? 'sqlite', storage.environment)
  try {
    await sendFile(dig, '/api/record/finds/1/file', 'section.txt', 'as drawn in 1998', 'writer')
    const file = await makeOne(dig, { files: true })
    const { backups } = (await dig.get('/api/backups', 'admin')).json<{ backups: { size: number }[] }>()
    expect(backups).toMatchObject([{ file, verified: true, kind: 'archive' }])
    expect(await bytesOf(dig, file)).toHaveLength(backups[0]?.size ?? 0)
    await dig.delete('/api/file/1', undefined, 'writer')
    const restored = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(restored.json()).toMatchObject({ code: 'ok_backup_restored' })
    const row = await dig.application.db.quick.get<{ binary: string }>(sql`SELECT "binary" FROM "sys_files"`)
    expect(await textOf(dig, 'files', row?.binary)).toBe('as drawn in 1998')
  } finally {
    await dig.close()
    await storage.close()
  }
})

// Only the bytes of files fail here. That is alike on both engines.
test.each(oneEngine)('a backup that fails leaves nothing, and says why (%s)', async (engine) => {
  const dig = await openDig(engine)
  try {
    const { services, application } = dig
    const failures = [
      ['adopt', new StorageError('disk_full', 'full')],
      ['put', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    ] as const
    for (const [step, failure] of failures) {
      const binaries = { ...services.binaries, [step]: () => Promise.reject(failure) }
      const keeping = { services: { ...services, binaries }, db: application.db, log: dig.service.server.log }
      const order = { withFiles: false, reason: 'asked', by: 'the tests' } as const
      await expect(makeBackup(keeping, order), step).rejects.toMatchObject({
        code: 'error_backup',
        facts: { detail: 'disk_full' },
      })
      expect((await dig.get('/api/backups', 'admin')).json()).toMatchObject({ backups: [] })
      expect(await readdir(join(dig.service.dataFolder, 'incoming'))).toEqual([])
    }
    const logged = await application.db.quick.all(sql`SELECT "message" FROM "sys_log" WHERE "level" = 400`)
    expect(logged).toEqual(failures.map(() => ({ message: 'Backup not made: disk_full' })))
    expect((await dig.post('/api/backups', undefined, 'admin')).statusCode).toBe(200)
  } finally {
    await dig.close()
  }
})

test.each(engines)(
  'backups that are due are made by one of those who look, and old ones of them go (%s)',
  async (engine) => {
    const dig = await openDig(engine, { TROWEL_BACKUP_HOURS: '24', TROWEL_BACKUP_KEEP: '2' })
    try {
      const { services, application } = dig
      const byHand = await makeOne(dig)
      const { log } = dig.service.server
      const look = (hours: number) =>
        backUpWhenDue(log, services, application.db, Date.now() + hours * 3_600_000)
      const list = async () =>
        (await dig.get('/api/backups', 'admin')).json<{ backups: { file: string; reason: string }[] }>()
          .backups
      await Promise.all([look(0), look(0)])
      await look(1)
      const first = (await list()).filter(({ reason }) => reason === 'scheduled')
      expect(first).toHaveLength(1)
      await look(25)
      await look(25)
      const all = await list()
      expect(all.filter(({ reason }) => reason === 'scheduled')).toHaveLength(2)
      expect(all.map(({ file }) => file)).toContain(byHand)
      expect(all.map(({ file }) => file)).not.toContain(first[0]?.file)
    } finally {
      await dig.close()
    }
  },
  60_000,
)

describe.each(oneEngine)('backups by schedule (%s)', (engine) => {
  test('are not made twice when the clock is set back or forth by an hour', async () => {
    const dig = await openDig(engine, { TROWEL_BACKUP_HOURS: '1', TROWEL_BACKUP_KEEP: '5' })
    try {
      const look = (ms: number) =>
        backUpWhenDue(dig.service.server.log, dig.services, dig.application.db, Date.now() + ms)
      await look(0)
      for (const hours of [-1, 1]) await look(hours * 3_600_000 - 60_000)
      expect((await dig.get('/api/backups', 'admin')).json().backups).toHaveLength(1)
    } finally {
      await dig.close()
    }
  })

  test('are made though one was made while the clock was a year ahead, and stay', async () => {
    const dig = await openDig(engine, { TROWEL_BACKUP_HOURS: '24', TROWEL_BACKUP_KEEP: '1' })
    try {
      const look = () => backUpWhenDue(dig.service.server.log, dig.services, dig.application.db, Date.now())
      const files = async () =>
        (await dig.get('/api/backups', 'admin')).json().backups.map(({ file }: { file: string }) => file)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 })
      await look()
      vi.useRealTimers()
      const [wrong] = await files()
      await look()
      const made = await files()
      expect(made).toHaveLength(1)
      expect(made).not.toEqual([wrong])
      await look()
      expect(await files()).toEqual(made)
    } finally {
      vi.useRealTimers()
      await dig.close()
    }
  })

  test('are made as an administrator says in the page, also after a restore', async () => {
    const dig = await openDig(engine, { TROWEL_BACKUP_HOURS: '24', TROWEL_BACKUP_KEEP: '5' })
    try {
      const { services, application } = dig
      const { log } = dig.service.server
      const look = (hours: number) =>
        backUpWhenDue(log, services, dig.application.db, Date.now() + hours * 3_600_000)
      const list = async () => (await dig.get('/api/backups', 'admin')).json()
      const scheduled = async () =>
        (await list()).backups.filter(({ reason }: { reason: string }) => reason === 'scheduled')
      const before = await makeOne(dig)
      const never = { every_hours: 0, keep: 5, files: false }
      expect((await dig.put('/api/backups/schedule', never, 'admin')).json().code).toBe('ok_save')
      await look(100)
      expect(await scheduled()).toEqual([])
      const own = { every_hours: 6, keep: 1, files: true }
      await dig.put('/api/backups/schedule', own, 'admin')
      expect(await list()).toMatchObject({
        schedule: { ...own, is_own: true },
        service_schedule: { every_hours: 24, keep: 5, files: false },
      })
      await look(0)
      const [first] = await scheduled()
      expect(first).toMatchObject({ kind: 'archive' })
      await look(5)
      expect(await scheduled()).toEqual([first])
      await look(7)
      expect(await scheduled()).toHaveLength(1)
      expect(await scheduled()).not.toEqual([first])

      const restored = await dig.post(`/api/backup/${before}/restore`, undefined, 'super_admin')
      expect(restored.json().code).toBe('ok_backup_restored')
      expect(application.settings.backupSchedule).toEqual({ everyHours: 6, keep: 1, withFiles: true })
    } finally {
      await dig.close()
    }
  }, 60_000)

  test('are made as the service says once an administrator leaves it to that', async () => {
    const dig = await openDig(engine, { TROWEL_BACKUP_HOURS: '24', TROWEL_BACKUP_KEEP: '5' })
    try {
      await dig.put('/api/backups/schedule', { every_hours: 6, keep: 1, files: true }, 'admin')
      expect((await dig.delete('/api/backups/schedule', undefined, 'admin')).json().code).toBe('ok_save')
      const service = { every_hours: 24, keep: 5, files: false }
      expect((await dig.get('/api/backups', 'admin')).json()).toMatchObject({
        schedule: { ...service, is_own: false },
        service_schedule: service,
      })
      const logged = await dig.application.db.quick.all<{ message: string }>(
        sql`SELECT "message" FROM "sys_log" ORDER BY "id" DESC LIMIT 2`,
      )
      expect(logged.map(({ message }) => message)).toEqual([
        'Backups left to the schedule of the service by admin',
        'Backups scheduled by admin: every 6 hours, the last 1 are kept',
      ])
    } finally {
      await dig.close()
    }
  })
})

test.runIf(engines.includes('pgsql'))('other nodes learn of a restore', async () => {
  const dig = await openDig('pgsql')
  const second = await openSecondNode(dig)
  try {
    const file = await makeOne(dig)
    await dig.post(
      '/api/config/table/finds/field',
      { name: 'colour', label: 'Colour', type: 'text', db_type: 'TEXT' },
      'super_admin',
    )
    const hasColour = () => second.application.catalogue.tables.get('finds')?.fields.has('colour')
    await second.application.reload()
    expect(hasColour()).toBe(true)
    await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    await expect.poll(hasColour, { timeout: 10_000 }).toBe(false)
    await second.application.db.write((tx) => tx.insert('finds', { inv_no: 'of the other node' }))
    const row = await dig.application.db.quick.get(
      sql`SELECT "inv_no" FROM "finds" ORDER BY "id" DESC LIMIT 1`,
    )
    expect(row).toEqual({ inv_no: 'of the other node' })
  } finally {
    await second.close()
    await dig.close()
  }
})

test.runIf(engines.includes('pgsql'))(
  'who would write on another node waits there, and is looked up in what is there then',
  async () => {
    const dig = await openDig('pgsql')
    const second = await openSecondNode(dig)
    try {
      const { db } = second.application
      const heard = () => db.replacement() !== undefined
      const { end, replacing } = await underWay(dig.application.db)
      await expect.poll(heard, { timeout: 10_000 }).toBe(true)
      end()
      await expect(replacing).rejects.toThrow('given up')
      await expect.poll(heard, { timeout: 10_000 }).toBe(false)
      await db.write((tx) => tx.insert('finds', { inv_no: 'of the other node' }))
      // The other way round, over HTTP.
      await dig.token('key20')
      const there = await underWay(db)
      await expect.poll(() => dig.application.db.replacement() !== undefined, { timeout: 10_000 }).toBe(true)
      const wanted = dig.post('/api/record/finds', { core: { inv_no: 'WAITED' } }, 'key20')
      expect((await dig.get('/api/records/finds', 'key20')).json().total).toBe(9)
      there.end()
      await expect(there.replacing).rejects.toThrow('given up')
      expect((await wanted).statusCode).toBe(200)
    } finally {
      await second.close()
      await dig.close()
    }
  },
)

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function textOf(dig: Dig, area: 'files' | 'geodata' | 'pictures', name = ''): Promise<string> {
  const content = await dig.services.binaries.read({ app: 'dig', area, name })
  const pieces: Buffer[] = []
  for await (const piece of (content ?? []) as AsyncIterable<Buffer>) pieces.push(piece)
  return String(Buffer.concat(pieces))
}

/** A replacement of everything that lasts until it is given up; nothing of it stays. */
async function underWay(db: Database) {
  let end = () => {}
  let replacing: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    const until = () =>
      new Promise<never>((_resolve, reject) => {
        end = () => reject(new Error('given up'))
        begun()
      })
    replacing = db.replace(async () => undefined, until)
  })
  return { end, replacing }
}
