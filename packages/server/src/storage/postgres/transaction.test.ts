import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { sql } from '../sql.js'

describe.runIf(engines.includes('pgsql'))('a transaction on PostgreSQL', () => {
  let opened: TestDatabase
  beforeEach(async () => {
    opened = await openDatabase('pgsql')
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await opened.close()
  })

  test('asks its connection for one thing at a time, also when it fails while statements wait', async () => {
    const tooEarly = watchConnections()
    const slow = sql`SELECT 1 AS one FROM pg_sleep(0.05)`
    const refused = opened.db.write(async (tx) => {
      for (const statement of [slow, slow]) void tx.all(statement).catch(() => undefined)
      // The first of them is on its way.
      await setImmediate()
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await opened.db.write((tx) => tx.all(sql`SELECT 1 AS one`))).toEqual([{ one: 1 }])
    expect(tooEarly).toEqual([])
  })
})

/** @returns what connections are asked, from now on, before they have answered what they were asked before */
function watchConnections(): string[] {
  const tooEarly: string[] = []
  const busy = new WeakMap<object, number>()
  const query = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: object, ...asked: unknown[]) {
    if (busy.get(this)) tooEarly.push(JSON.stringify(asked[0]))
    const answer = query.apply(this, asked)
    if (answer instanceof Promise) {
      busy.set(this, (busy.get(this) ?? 0) + 1)
      const isAnswered = () => busy.set(this, (busy.get(this) ?? 1) - 1)
      answer.then(isAnswered, isAnswered)
    }
    return answer as never
  })
  return tooEarly
}
