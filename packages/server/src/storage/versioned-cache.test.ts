import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { VersionedCache } from './versioned-cache.js'

describe.each(oneEngine)('what was read once (%s)', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openDatabase(engine)
  })
  afterAll(() => opened.close())

  test('is known by long questions, too, without keeping them', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const used = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const answers = new VersionedCache<number>(100, () => true, true)
    const ask = (place: number, answer: number) =>
      answers.get(opened.db, ['things'], `${'x'.repeat(2 ** 20)}${place}`, async () => answer)
    const before = used()
    for (let place = 0; place < 60; place++) expect(await ask(place, place)).toBe(place)
    expect(used() - before).toBeLessThan(20 * 2 ** 20)
    expect(await ask(7, -1)).toBe(7)
  })
})
