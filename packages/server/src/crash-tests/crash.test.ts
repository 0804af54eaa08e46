import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { isLong } from '../testing/long-tests.js'
import { engines } from '../testing/open-database.js'
import { Follower } from './testing/follower.js'
import { findContradictions, WatchedJournal } from './testing/journal-check.js'
import {
  killLeftovers,
  type RunningService,
  startService,
  startServiceHere,
} from './testing/service-process.js'
import { logIn, makeApplication, type Session } from './testing/session.js'
import { applicationName, makeStoredData, type StoredData } from './testing/stored-data.js'
import { compareAll, WritingClient } from './testing/writing-client.js'

const rounds = Number(process.env['TROWEL_CRASH_ROUNDS'] ?? 1)
/** So many that the table has a text index. */
const otherContexts = 2_100
/** In one round, by all clients together. */
const maxRequests = isLong ? 150 : 60

describe.each(engines)('a service that is killed while many write (%s)', (engine) => {
  let data: StoredData
  const followers: Follower[] = []
  /** On PostgreSQL another node, which lives on. */
  let surviving: RunningService | undefined
  afterEach(async () => {
    killLeftovers()
    await Promise.all(followers.splice(0).map((follower) => follower.stop()))
    await surviving?.stop()
    surviving = undefined
    await data.remove()
  })

  test(
    `${rounds} times: all that was acknowledged is there and in the journal, and nothing by halves; who follows sees each set once`,
    async () => {
      data = await makeStoredData(engine)
      const first = await startServiceHere(data.settings)
      const maker = await makeApplication(first.url, engine)
      await first.stop()
      await fill(data)
      const journal = new WatchedJournal(data)
      const follower = new Follower(first.url, maker)
      followers.push(follower)
      if (engine === 'pgsql') {
        surviving = await startServiceHere(data.settings)
        followers.push(new Follower(surviving.url, maker))
      }
      const clients = Array.from({ length: 6 }, (_, k) => new WritingClient(`w${k}-`))
      for (let round = 1; round <= rounds; round++) {
        // Some die before they could begin.
        if (round % 8 === 0) await (await startService(data.settings, Math.random() * 1000))?.kill()
        const service = await startService(data.settings)
        follower.moveTo(service.url)
        const session = await logIn(service.url)
        if (round > 1) await expectWhole(data, session, clients)
        expect(await journal.findContradictions()).toEqual([])
        const enough = new AbortController()
        let missing = 5 + Math.random() * maxRequests
        const acknowledge = (): void => {
          missing -= 1
          if (missing <= 0) enough.abort()
        }
        const writing = clients.map((client) => client.writeUntilTheEnd(session, acknowledge))
        await Promise.race([once(enough.signal, 'abort'), ...writing])
        await sleep(Math.random() * 20)
        await service.kill()
        await Promise.all(writing)
      }
      const last = await startServiceHere(data.settings)
      follower.moveTo(last.url)
      await expectWhole(data, await logIn(last.url), clients)
      expect(await journal.findContradictions()).toEqual([])
      await expectAllSeen(data, followers)
      await last.stop()
      await expectWhole(data, undefined, clients)
      expect(await findContradictions(data)).toEqual([])
      report(clients)
    },
    rounds * 30_000 + 120_000,
  )
})

async function fill(data: StoredData): Promise<void> {
  const storage = await data.openStorage()
  const db = await storage.open(applicationName)
  const rows = Array.from({ length: otherContexts }, (_, k) => [
    `other ${k}`,
    k % 3 === 0 ? 'amber and flint' : 'iron slag',
  ])
  await db.write((tx) => tx.insertMany('contexts', ['ctx_no', 'notes'], rows))
  await storage.close()
}

async function expectWhole(
  data: StoredData,
  session: Session | undefined,
  clients: readonly WritingClient[],
): Promise<void> {
  expect(await compareAll(data, clients)).toEqual([])
  expect(await data.findDamage()).toEqual([])
  for (const [what, from] of Object.entries(orphans)) {
    expect(await data.rows(`SELECT id FROM ${from}`), what).toEqual([])
  }
  const [all] = await data.rows<{ n: number }>(
    `SELECT count(*) AS n FROM contexts WHERE ctx_no LIKE 'other %'`,
  )
  expect(all?.n).toBe(otherContexts)
  if (session) await expectTextsFound(data, session)
}

/** In order, and each once. */
async function expectAllSeen(data: StoredData, followers: readonly Follower[]): Promise<void> {
  const sets = await data.rows<{ id: number }>('SELECT id FROM sys_change_sets ORDER BY id')
  const ids = sets.map(({ id }) => id)
  for (const { seen } of followers) {
    await expect.poll(() => seen.at(-1), { timeout: 40_000 }).toBe(ids.at(-1))
    expect(seen).toEqual(ids)
  }
}

/** Rows whose record is gone. */
const orphans = {
  'samples without a context': 'samples WHERE id_link NOT IN (SELECT id FROM contexts)',
  'relations without a context':
    'sys_rs WHERE first NOT IN (SELECT id FROM contexts) OR second NOT IN (SELECT id FROM contexts)',
  'links without a context':
    'sys_userlinks WHERE id_one NOT IN (SELECT id FROM contexts) OR id_two NOT IN (SELECT id FROM contexts)',
} as const

/** The index of all texts answers as a look at every row does. */
async function expectTextsFound(data: StoredData, session: Session): Promise<void> {
  for (const text of ['amber', 'quernstone', 'season 1', 'Iron Slag', 'w3-']) {
    const filter = encodeURIComponent(JSON.stringify({ notes: { _icontains: text } }))
    const { total } = await session.must('GET', `/api/records/contexts?per_page=1&filter=${filter}`)
    const [found] = await data.rows<{ n: number }>(
      `SELECT count(*) AS n FROM contexts WHERE lower(notes) LIKE '%${text.toLowerCase()}%'`,
    )
    expect([text, total]).toEqual([text, found?.n])
  }
}

/** In a long run: what was acknowledged, so that its result says what it stands for. */
function report(clients: readonly WritingClient[]): void {
  if (process.env['TROWEL_CRASH_ROUNDS'] === undefined) return
  const sums = new Map<string, number>()
  for (const { acknowledged } of clients) {
    for (const [what, times] of acknowledged) sums.set(what, (sums.get(what) ?? 0) + times)
  }
  const lines = [...sums].sort().map(([what, times]) => `  ${what}: ${times}`)
  process.stdout.write(`${rounds} kills; acknowledged:\n${lines.join('\n')}\n`)
}
