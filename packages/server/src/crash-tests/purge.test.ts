import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from '../storage/sql.js'
import type { Transaction } from '../storage/storage.js'
import { oneEngine } from '../testing/open-database.js'
import { findContradictions } from './testing/journal-check.js'
import { killLeftovers, startService, startServiceHere } from './testing/service-process.js'
import { account, logIn, makeApplication, type Session } from './testing/session.js'
import { applicationName, makeStoredData, type StoredData } from './testing/stored-data.js'

const rounds = Number(process.env['TROWEL_CRASH_ROUNDS'] ?? 1)
/** So many that a purge deletes the changes of one set in several transactions. */
const contexts = 11_000

describe.each(oneEngine)('a purge that is killed (%s)', (engine) => {
  let data: StoredData
  afterEach(async () => {
    killLeftovers()
    await data.remove()
  })

  test(
    `${rounds} times: what can be asked for is as it was, the rest is refused, and the next purge ends it`,
    async () => {
      data = await makeStoredData(engine)
      const first = await startServiceHere(data.settings)
      await makeApplication(first.url, engine)
      await first.stop()
      await changeMany(data, (tx) =>
        tx.insertMany(
          'contexts',
          ['ctx_no', 'count_of'],
          Array.from({ length: contexts }, (_, k) => [`C${k}`, 0]),
        ),
      )
      let killedBetween = 0
      for (let round = 1; round <= rounds; round++) {
        await changeMany(data, (tx) => tx.run(sql`UPDATE "contexts" SET "count_of" = ${round}`))
        const large = await newestSet(data)
        const service = await startService(data.settings)
        const session = await logIn(service.url)
        const [before, earlier] = [await answersAsOf(session, large), await answersAsOf(session, large - 1)]
        await session.must('PATCH', '/api/record/contexts/1', { core: { notes: `round ${round}` } })
        await session.must('POST', '/api/admin/check-password', { pwd: account.password })

        const many = await countOfChanges(data)
        let isOver = false
        const purging = session
          .ask('POST', '/api/change-sets/purge', await everythingUpTo(data, large))
          .catch(() => undefined)
          .finally(() => {
            isOver = true
          })
        if (round % 2 === 1) while (!isOver && (await countOfChanges(data)) === many) await sleep(2)
        else await sleep(Math.random() * 500)
        await service.kill()
        await purging
        const left = await countOfChanges(data)
        if (left > 1 && left < many) killedBetween += 1

        const next = await startServiceHere(data.settings)
        const later = await logIn(next.url)
        expect(await findContradictions(data)).toEqual([])
        const [purged] = await data.rows<{ id: number }>(
          'SELECT id FROM sys_change_sets WHERE first_change = 0',
        )
        const isPurged = purged?.id === large
        expect(await answersAsOf(later, large)).toEqual(before)
        const refused = { status: 400, code: 'before_journal' }
        expect(await answersAsOf(later, large - 1)).toEqual(isPurged ? [refused, refused] : earlier)
        // A purged set is not found, even while its changes are still being deleted.
        const undone = await later.ask('POST', `/api/change-set/${large}/undo`, { preview: true })
        expect(undone.status).toBe(isPurged ? 404 : 200)
        await later.must('POST', `/api/change-set/${large + 1}/undo`, {})
        expect(await answersAsOf(later, large + 2)).toEqual(before)

        await later.must('POST', '/api/admin/check-password', { pwd: account.password })
        await later.must('POST', '/api/change-sets/purge', await everythingUpTo(data, large))
        const [{ n } = { n: 0 }] = await data.rows<{ n: number }>(
          `SELECT count(*) AS n FROM sys_changes WHERE set_id <= ${large}`,
        )
        expect(n).toBe(0)
        expect(await countOfChanges(data)).toBe(2)
        expect(await findContradictions(data)).toEqual([])
        expect(await answersAsOf(later, large)).toEqual(before)
        await next.stop()
      }
      if (rounds > 1) process.stdout.write(`${rounds} kills, ${killedBetween} between two batches\n`)
    },
    rounds * 60_000 + 60_000,
  )
})

/** In one transaction. */
async function changeMany(data: StoredData, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const storage = await data.openStorage()
  const db = await storage.open(applicationName)
  await db.write(work)
  await storage.close()
}

async function numberOf(data: StoredData, select: string): Promise<number> {
  const [row] = await data.rows<{ n: number }>(select)
  return row?.n ?? 0
}

const newestSet = (data: StoredData) => numberOf(data, 'SELECT max(id) AS n FROM sys_change_sets')
const countOfChanges = (data: StoredData) => numberOf(data, 'SELECT count(*) AS n FROM sys_changes')

/** What a purge is asked for. */
async function everythingUpTo(data: StoredData, set: number): Promise<{ readonly before: string }> {
  const time = await numberOf(data, `SELECT time AS n FROM sys_change_sets WHERE id = ${set}`)
  return { before: new Date(time + 1).toISOString() }
}

/** Some of the state right after a set, or why it is refused. */
async function answersAsOf(session: Session, set: number): Promise<unknown> {
  const counted = encodeURIComponent(JSON.stringify({ count_of: { _gt: 0 } }))
  const lists = ['sort=-ctx_no', `filter=${counted}&sort=ctx_no`].map(async (query) => {
    const { status, body } = await session.ask(
      'GET',
      `/api/records/contexts?columns=*&per_page=20&${query}&as_of=${set}`,
    )
    return status === 200 ? { total: body.total, data: body.data } : { status, code: body.code }
  })
  return Promise.all(lists)
}
