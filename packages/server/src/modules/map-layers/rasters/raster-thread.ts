import { rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openRaster, type RasterSource } from './raster-source.js'
import { type RasterMessage, RasterRefusal, type RasterTask } from './raster-task.js'
import { writePyramid } from './write-pyramid.js'

/** So much of the work is done when the pixels of a packed file are unpacked. */
const unpackedShare = 0.4

const notify = (message: RasterMessage): void => parentPort?.postMessage(message)

async function perform(task: RasterTask): Promise<void> {
  const source = await openRaster(task)
  if (task.do === 'prepare' && !source.facts.isReady) await prepare(task, source)
  notify({ facts: source.facts })
}

async function prepare({ to }: RasterTask, source: RasterSource): Promise<void> {
  let failure: unknown = new RasterRefusal('unreadable', 'there is no way to read its pixels')
  for (const way of source.ways) {
    let before = 0
    try {
      const image = await way((share) => {
        before = unpackedShare
        notify({ progress: unpackedShare * share })
      })
      const share = (rows: number) => before + (1 - before) * (rows / source.facts.height)
      await writePyramid(to, image, source, (rows) => notify({ progress: share(rows) }))
      return
    } catch (error) {
      failure = error
      await rm(to, { force: true })
    }
  }
  throw failure
}

perform(workerData as RasterTask).catch((error: unknown) =>
  notify(
    error instanceof RasterRefusal
      ? { problem: error.problem, reason: error.message }
      : { problem: 'unreadable', reason: String(error) },
  ),
)
