import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordFile } from '@trowel/contract/files.js'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import {
  type ServiceProcess,
  startService,
  startServiceHere,
} from '../../crash-tests/testing/service-process.js'
import { type OpenedServices, openServices } from '../../open-services.js'
import { sql } from '../../storage/sql.js'
import { isLong } from '../../testing/long-tests.js'
import { fileStorages, openFileStorage } from '../../testing/object-server.js'
import { engines } from '../../testing/open-database.js'
import { makeServerDatabase } from '../../testing/server-database.js'
import { checkFiles } from './check-files.js'
import { sweepPendingBinaries } from './pending-binaries.js'

const places = engines.flatMap((engine, k) =>
  fileStorages
    .filter((_, at) => isLong || engines.length === 1 || at === k)
    .map((storage) => ({ engine, storage })),
)
/**
 * How often the service is killed, over all places together: a few times, or as often as `npm run
 * test:crash-files` says.
 */
const rounds = Math.ceil(Number(process.env['TROWEL_CRASH_ROUNDS'] ?? 2) / places.length)
const digger = { email: 'digger@dig.example', password: 'a trowel and a bucket' }
const workers = 4

/** What a file may be, as far as its user was told: one of these digests, or not there any more. */
type Possible = ReadonlySet<string>
const gone = 'gone'

class Knowledge {
  readonly files = new Map<number, Possible>()
  /** What was sent and never confirmed. */
  readonly sent = new Set<string>()

  /** Nothing that was confirmed is lost, nothing comes back, nothing is there that nobody sent. */
  compare(rows: readonly { readonly id: number; readonly sha256: string }[]): void {
    const stored = new Map(rows.map((row) => [row.id, row.sha256]))
    for (const [id, possible] of this.files) {
      const found = stored.get(id) ?? gone
      expect([...possible], `file ${id}`).toContain(found)
    }
    for (const [id, sha256] of stored) {
      if (!this.files.has(id)) expect([...this.sent], `file ${id}`).toContain(sha256)
    }
    this.files.clear()
    this.sent.clear()
    for (const [id, sha256] of stored) this.files.set(id, new Set([sha256]))
  }
}

describe.each(places)('a service that is killed again and again ($engine, $storage)', (place) => {
  test(
    'confirmed files are there with their bytes, and nothing is left over',
    async () => {
      const storage = await openFileStorage(place.storage)
      const folder = await mkdtemp(join(tmpdir(), 'trowel-crash-files-'))
      const database = place.engine === 'pgsql' ? await makeServerDatabase() : undefined
      const settings = {
        ...storage.environment,
        TROWEL_DATA: folder,
        TROWEL_SECRET: 'secret of the tests',
        TROWEL_KEEP_REPLACED_DAYS: '0',
        ...(database ? { TROWEL_DATABASE_URL: database.url } : {}),
      }
      try {
        await layOut(settings, place.engine)
        const knowledge = new Knowledge()
        for (let round = 0; round < rounds; round++) {
          const service = await startService(settings)
          await work(service, knowledge)
          await verify(settings, folder, knowledge)
        }
      } finally {
        await storage.close()
        await database?.drop()
        await rm(folder, { recursive: true, force: true })
      }
    },
    60_000 + rounds * 30_000,
  )
})

async function layOut(settings: Record<string, string>, engine: string): Promise<void> {
  const service = await startServiceHere(settings)
  const must = async (path: string, body: object, token = '') => {
    const reply = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (reply.status !== 200) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  await must('/api/new-app', { name: 'dig', definition: 'A dig', db_engine: engine, ...digger })
  const { token } = (await must('/api/auth/login', { app: 'dig', ...digger })) as { token: string }
  await must('/api/config/tables', { name: 'finds', label: 'Finds' }, token)
  await must('/api/config/table/finds/field', { name: 'code', label: 'Code', type: 'text' }, token)
  for (let k = 1; k <= workers; k++) await must('/api/record/finds', { core: { code: `F${k}` } }, token)
  await service.stop()
}

/** Several people upload, replace and delete until the service is killed in the middle of it. */
async function work(service: ServiceProcess, knowledge: Knowledge): Promise<void> {
  const reply = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: 'dig', ...digger }),
  })
  const { token } = (await reply.json()) as { token: string }
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()
  let isDead = false
  let confirm: () => void = () => undefined
  const firstConfirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  const ids = [...knowledge.files.keys()]
  const people = Array.from({ length: workers }, async (_, k) => {
    const own = ids.filter((id) => id % workers === k)
    while (!isDead) {
      try {
        await step(k + 1, own)
        confirm()
      } catch (error) {
        if (!isDead) await sleep(5)
        if (error instanceof Refused) throw error
      }
    }
  })

  async function send(path: string, content: Buffer, isPicture: boolean): Promise<unknown> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), isPicture ? 'wall.jpg' : 'notes.txt')
    return ask(path, 'POST', form)
  }
  async function ask(path: string, method: string, body?: FormData): Promise<unknown> {
    const answer = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body } : {}),
    })
    const told = await answer.text()
    if (answer.status !== 200) throw new Refused(`${method} ${path}: ${answer.status} ${told}`)
    return JSON.parse(told)
  }
  async function step(record: number, own: number[]): Promise<void> {
    const isPicture = randomInt(4) === 0
    const length = randomInt(40) === 0 ? 9 * 1024 * 1024 : randomInt(1, 200_000)
    const content = isPicture ? Buffer.concat([image, randomBytes(8)]) : randomBytes(length)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const what = randomInt(own.length > 5 ? 4 : 2)
    const id = own[randomInt(Math.max(1, own.length))]
    if (id === undefined || what === 0) {
      knowledge.sent.add(sha256)
      const { file } = (await send(`/api/record/finds/${record}/file`, content, isPicture)) as {
        file: RecordFile
      }
      knowledge.files.set(file.id, new Set([sha256]))
      own.push(file.id)
      return
    }
    const before = knowledge.files.get(id) ?? new Set<string>()
    if (what === 1) {
      knowledge.files.set(id, new Set([...before, sha256]))
      await send(`/api/file/${id}/replace`, content, isPicture)
      knowledge.files.set(id, new Set([sha256]))
    } else {
      own.splice(own.indexOf(id), 1)
      knowledge.files.set(id, new Set([...before, gone]))
      await ask(`/api/file/${id}`, 'DELETE')
      knowledge.files.set(id, new Set([gone]))
    }
  }

  await firstConfirmed
  await sleep(randomInt(900))
  const dying = service.kill()
  isDead = true
  await dying
  const ends = await Promise.allSettled(people)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

class Refused extends Error {}

async function verify(settings: Record<string, string>, folder: string, knowledge: Knowledge): Promise<void> {
  const services = await openServices(readConfig(settings, 2), pino({ level: 'silent' }))
  try {
    const db = (await services.applications.open('dig'))?.db
    if (!db) throw new Error('The application is gone.')
    expect(await findings(services, db)).toEqual([])
    await sweepPendingBinaries(services.binaries, db, Date.now() + 1)
    expect(await findings(services, db)).toEqual([])
    const rows = await db.quick.all<{ id: number; sha256: string }>(
      sql`SELECT "id", "sha256" FROM "sys_files"`,
    )
    let kept = 0
    for await (const _ of services.binaries.list('dig', 'files')) kept++
    expect(kept).toBe(rows.length)
    knowledge.compare(rows)
    await services.binaries.spool.sweep()
    expect(await readdir(join(folder, 'incoming')).catch(() => [])).toEqual([])
  } finally {
    await services.close()
  }
}

/**
 * Whatever was going on when it died: every row has its bytes, and all bytes without a row have been noted
 * down.
 */
async function findings(
  { binaries }: OpenedServices,
  db: Parameters<typeof sweepPendingBinaries>[1],
): Promise<string[]> {
  const found: string[] = []
  for await (const { finding, name } of checkFiles({ binaries, db, mend: false, before: 0 }))
    found.push(`${finding} ${name}`)
  return found
}
