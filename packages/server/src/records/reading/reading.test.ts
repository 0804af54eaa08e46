import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../storage/storage.js'
import { engines, openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { beginReading } from './reading.js'

describe('a reading for a file', () => {
  let opened: TestDatabase
  let db: Database
  beforeAll(async () => {
    opened = await openDatabase(engines[0] ?? 'sqlite')
    db = opened.db
  })
  afterAll(() => opened.close())

  /** Counts up to `last`; `open` says how many are being read. */
  const source = { open: 0 }
  async function* count(last: number) {
    source.open += 1
    try {
      for (let k = 1; k <= last; k++) yield k
    } finally {
      source.open -= 1
    }
  }
  const soon = () => new Promise((resolve) => setImmediate(resolve))

  test('gives everything, then has ended', async () => {
    const reading = await beginReading(db, count(3))
    expect([await Readable.from(reading).toArray(), source.open]).toEqual([[1, 2, 3], 0])
  })

  test('ends when it is told to, also before anybody took anything', async () => {
    const reading = await beginReading(db, count(3))
    expect(source.open).toBe(1)
    reading.end()
    await soon()
    expect(source.open).toBe(0)
  })

  test('what fails at once is thrown at once', async () => {
    const failing = async function* () {
      yield* []
      throw new Error('no such column')
    }
    for (let k = 0; k < 10; k++) await expect(beginReading(db, failing())).rejects.toThrow('no such column')
  })

  test('more than a few at once are refused, and welcome when others have ended', async () => {
    const running = await Promise.all([1, 2, 3, 4].map(() => beginReading(db, count(3))))
    await expect(beginReading(db, count(3))).rejects.toMatchObject({ code: 'overloaded' })
    running[0]?.end()
    running[0]?.end()
    const next = await beginReading(db, count(3))
    await expect(beginReading(db, count(3))).rejects.toMatchObject({ code: 'overloaded' })
    for (const reading of [...running, next]) reading.end()
    await soon()
    expect(source.open).toBe(0)
  })

  test('nobody takes the next piece for too long: the reading ends, and does not look complete', async () => {
    const reading = await beginReading(db, count(3), 5)
    const taking = reading[Symbol.asyncIterator]()
    expect((await taking.next()).value).toBe(1)
    while (source.open > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(taking.next()).rejects.toMatchObject({ code: 'overloaded' })
  })
})
