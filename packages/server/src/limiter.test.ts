import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { Limiter } from './limiter.js'

/** Work that ends when it is told to. */
function manualWork(started: string[], name: string) {
  const ends = new EventEmitter()
  const run = async (): Promise<string> => {
    started.push(name)
    const [outcome] = await once(ends, 'end')
    if (outcome === 'failed') throw new Error(name)
    return name
  }
  return { run, end: () => ends.emit('end'), fail: () => ends.emit('end', 'failed') }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a limiter', () => {
  test('starts as much as it may, and the rest in the order in which it came', async () => {
    const started: string[] = []
    const limiter = new Limiter(2)
    const work = ['a', 'b', 'c', 'd'].map((name) => manualWork(started, name))
    const all = Promise.all(work.map(({ run }) => limiter.run(run)))
    await settled()
    expect([started, limiter.running, limiter.waiting]).toEqual([['a', 'b'], 2, 2])
    work[1]?.end()
    await settled()
    expect([started, limiter.running, limiter.waiting]).toEqual([['a', 'b', 'c'], 2, 1])
    for (const { end } of [work[0], work[2], work[3]].flatMap((one) => one ?? [])) {
      end()
      await settled()
    }
    expect(await all).toEqual(['a', 'b', 'c', 'd'])
    expect([started, limiter.running]).toEqual([['a', 'b', 'c', 'd'], 0])
  })

  test('goes on after work that failed', async () => {
    const started: string[] = []
    const limiter = new Limiter(1)
    const [first, second] = [manualWork(started, 'first'), manualWork(started, 'second')]
    const failing = limiter.run(first.run)
    const following = limiter.run(second.run)
    await settled()
    first.fail()
    await expect(failing).rejects.toThrow('first')
    await settled()
    second.end()
    expect(await following).toBe('second')
    expect(limiter.running).toBe(0)
  })

  test('refuses what will not wait while every slot is taken', () => {
    const limiter = new Limiter(1)
    const release = limiter.tryAcquire()
    expect([release !== undefined, limiter.tryAcquire()]).toEqual([true, undefined])
    release?.()
    expect(limiter.tryAcquire()).toBeDefined()
  })
})
