import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCells } from './read-in-worker.js'

describe('a file is read', () => {
  let path: string
  beforeAll(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'trowel-read-')), 'finds.csv')
    await writeFile(path, 'inv_no\nF1\nF2\n')
  })
  afterAll(() => rm(join(path, '..'), { recursive: true }))

  /** Does something with the rows, which are read to their end within a moment. */
  const withFinds = <T>(use: Parameters<typeof withCells<T>>[2]) =>
    withCells({ do: 'cells', file: { path, type: 'csv' }, columns: ['inv_no'] }, () => undefined, use)

  const numbersIn: Parameters<typeof withFinds<unknown[]>>[0] = async (batches) => {
    const cells = []
    for await (const { rows } of batches) cells.push(...rows.map((row) => row.cells))
    return cells
  }

  test('whole while the thread of another one ends, which was left in the middle', async () => {
    const others: Promise<unknown[]>[] = []
    const left = withFinds(async () => {
      // Until then the thread has come to the end of the file, and waits for the next one.
      await setTimeout(200)
      others.push(setImmediate().then(() => withFinds(numbersIn)))
      throw new Error('The table changed.')
    })
    await expect(left).rejects.toThrow('The table changed.')
    expect(await Promise.all(others)).toEqual([[['F1'], ['F2']]])
  })

  test('whole when it was begun before another one was left, whose file was read to its end', async () => {
    let other = Promise.resolve<unknown[]>([])
    const left = withFinds(async () => {
      await setTimeout(200)
      other = withFinds(numbersIn)
      throw new Error('The table changed.')
    })
    await expect(left).rejects.toThrow('The table changed.')
    expect(await other).toEqual([['F1'], ['F2']])
  })

  test('by the thread that has read the file before', async () => {
    const threads = new Set<number>()
    const onWorker = ({ threadId }: Worker) => threads.add(threadId)
    process.on('worker', onWorker)
    try {
      for (let time = 0; time < 3; time++) expect(await withFinds(numbersIn)).toEqual([['F1'], ['F2']])
    } finally {
      process.off('worker', onWorker)
    }
    expect(threads.size).toBeLessThanOrEqual(1)
  })
})
