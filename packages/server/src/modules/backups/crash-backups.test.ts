import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import { startService } from '../../crash-tests/testing/service-process.js'
import { type OpenedServices, openServices } from '../../open-services.js'
import { sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { isLong } from '../../testing/long-tests.js'
import { oneEngine } from '../../testing/open-database.js'
import { makeServerDatabase } from '../../testing/server-database.js'
import { checkFiles } from '../files/check-files.js'
import { sweepPendingBinaries } from '../files/pending-binaries.js'
import { createApplication } from '../new-app/service.js'
import { backupPlace, listStoredBackups, takeStoredBackup } from './backup-store.js'
import { makeBackup, proveBackup } from './make-backup.js'

/**
 * How often the service is killed, over all engines: once, or as often as `npm run test:crash-backup`
 * says.
 */
const rounds = Math.ceil(Number(process.env['TROWEL_CRASH_ROUNDS'] ?? 1) / oneEngine.length)
const digger = { email: 'digger@dig.example', password: 'a trowel and a bucket' }
const items = 3_000
/** Up to so long the service works before it is killed; a restore takes a part of it. */
const workMs = isLong ? 4_000 : 2_000
const words = ['flint', 'amber'] as const
type Word = (typeof words)[number]
type Settings = Readonly<Record<string, string>>

/**
 * A vocabulary says one word in all its items, and the one file has it as its content; there is a backup of
 * each word. The service is killed while it restores one of them or makes another.
 */
describe.each(oneEngine)('a service that is killed while it backs up and restores (%s)', (engine) => {
  test(
    'all that is there is of one backup, and every listed backup is whole',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'trowel-crash-backups-'))
      const database = engine === 'pgsql' ? await makeServerDatabase() : undefined
      const settings = {
        TROWEL_DATA: folder,
        TROWEL_SECRET: 'secret of the tests',
        ...(database ? { TROWEL_DATABASE_URL: database.url } : {}),
      }
      try {
        const backups = await layOut(settings)
        for (let round = 0; round < rounds; round++) {
          const confirmed = await work(settings, backups)
          await verify(settings, backups, confirmed)
        }
      } finally {
        await database?.drop()
        await rm(folder, { recursive: true, force: true })
      }
    },
    120_000 + rounds * 60_000,
  )
})

/** @returns the backup of each word */
async function layOut(settings: Settings): Promise<ReadonlyMap<Word, string>> {
  const log = pino({ level: 'silent' })
  const services = await openServices(readConfig(settings, 2), log)
  try {
    await createApplication(services, { name: 'dig', definition: 'A dig', ...digger })
    const db = await databaseOf(services)
    const made = new Map<Word, string>()
    for (const word of words) {
      const binary = `${word}.txt`
      await services.binaries.put({ app: 'dig', area: 'files', name: binary }, bytesOf(word))
      const rows = Array.from({ length: items }, (_, k) => [word, `${word} ${k}`, k])
      await db.write(async (tx) => {
        await tx.run(sql`DELETE FROM "sys_vocabularies"`)
        await tx.run(sql`DELETE FROM "sys_files"`)
        await tx.insertMany('sys_vocabularies', ['voc', 'def', 'sort'], rows)
        await tx.insert('sys_files', { ext: 'txt', filename: word, rev: 0, binary })
      })
      const order = { withFiles: true, reason: 'asked', by: 'the tests' } as const
      made.set(word, (await makeBackup({ services, db, log }, order)).file)
    }
    return made
  } finally {
    await services.close()
  }
}

async function databaseOf({ applications }: OpenedServices): Promise<Database> {
  const application = await applications.open('dig')
  if (!application) throw new Error('The application is gone.')
  return application.db
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** @returns the word of the last restore that was confirmed, if none was begun after it */
async function work(settings: Settings, backups: ReadonlyMap<Word, string>): Promise<Word | undefined> {
  const service = await startService(settings)
  let isDead = false
  let confirmed: Word | undefined
  const working = (async () => {
    while (!isDead) {
      const token = await login(service.url)
      const word = words[randomInt(words.length)] ?? words[0]
      const makes = randomInt(3) === 0
      if (!makes) confirmed = undefined
      const path = makes ? '/api/backups' : `/api/backup/${backups.get(word)}/restore`
      const reply = await post(service.url, path, undefined, token)
      if (!makes && reply.status === 200) confirmed = word
    }
  })().catch((error: unknown) => {
    // A connection that breaks off is what this is about.
    if (!isDead) throw error
  })
  await sleep(randomInt(workMs))
  isDead = true
  await service.kill()
  await working
  return confirmed
}

const post = (url: string, path: string, body?: object, token = ''): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function login(url: string): Promise<string> {
  const reply = await post(url, '/api/auth/login', { app: 'dig', ...digger })
  return ((await reply.json()) as { token: string }).token
}

async function verify(
  settings: Settings,
  backups: ReadonlyMap<Word, string>,
  confirmed: Word | undefined,
): Promise<void> {
  const services = await openServices(readConfig(settings, 2), pino({ level: 'silent' }))
  const { binaries, storage } = services
  try {
    expect(await storage.applications()).toEqual(['dig'])
    const db = await databaseOf(services)
    const found = await db.quick.all<{ voc: string; n: number }>(
      sql`SELECT "voc", count(*) AS n FROM "sys_vocabularies" GROUP BY "voc"`,
    )
    const word = words.find((each) => each === found[0]?.voc)
    expect(found).toEqual([{ voc: confirmed ?? word, n: items }])
    expect(await db.quick.all(sql`SELECT "filename" FROM "sys_files"`)).toEqual([{ filename: word }])
    await sweepPendingBinaries(binaries, db, Date.now() + 1)
    const findings: string[] = []
    for await (const { finding } of checkFiles({ binaries, db, mend: true, before: 0 }))
      findings.push(finding)
    expect(findings.filter((finding) => finding === 'missing' || finding === 'damaged')).toEqual([])
    await proveStore(services, backups)
    await expectNoRubbish(settings, db, services)
  } finally {
    await services.close()
  }
}

/**
 * What is listed was made to its end. Those that rounds add are removed, once one of them was restored in
 * full.
 */
async function proveStore(
  { binaries, storage }: OpenedServices,
  backups: ReadonlyMap<Word, string>,
): Promise<void> {
  const kept = new Set(backups.values())
  const shelf = await listStoredBackups(binaries, 'dig')
  for (const { size, metadata } of shelf) expect(metadata).toMatchObject({ verified: true, bytes: size })
  expect(shelf.filter(({ file }) => kept.has(file))).toHaveLength(words.length)
  const others = shelf.filter(({ file }) => !kept.has(file))
  const copy = others[0] && (await binaries.bringHere(backupPlace('dig', others[0].file)))
  if (copy) await proveBackup(storage, copy.path, 'dig')
  for (const { file } of others) await takeStoredBackup(binaries, 'dig', file)
}

async function expectNoRubbish(
  settings: Settings,
  db: Database,
  { binaries }: OpenedServices,
): Promise<void> {
  await binaries.spool.sweep()
  const folder = settings['TROWEL_DATA'] ?? ''
  expect(await readdir(join(folder, 'incoming')).catch(() => [])).toEqual([])
  if (db.engine === 'sqlite') {
    expect(await readdir(join(folder, 'applications'))).toEqual(['dig'])
    const head = await readFile(join(folder, 'applications', 'dig', 'trowel.sqlite'))
    expect(head.subarray(0, 15).toString()).toBe('SQLite format 3')
  } else {
    const schemas = await db.quick.all(sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'new\\_%'`)
    expect(schemas).toEqual([])
  }
}
