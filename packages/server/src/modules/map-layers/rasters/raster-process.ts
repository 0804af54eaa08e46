import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { RasterMessage, RasterTask } from './raster-task.js'

/*
 * A process of its own: what a hostile file does to the decoders, it does here. The work is in a thread, so
 * that the memory it takes can be looked at while it decodes.
 */
sharp.cache(false)
sharp.concurrency(1)

const maxMemory = 3 * 1024 ** 3
const lookMs = 100
const heapMebibytes = 1024

process.on('disconnect', () => process.exit(0))
process.once('message', (task: RasterTask) => {
  const thread = new Worker(new URL('./raster-thread.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
  })
  const answer = (message: RasterMessage): void => {
    if ('progress' in message) process.send?.(message)
    else process.send?.(message, () => process.exit(0))
  }
  thread.on('message', answer)
  thread.on('error', (error) => answer({ problem: 'unreadable', reason: String(error) }))
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) process.exit(1)
  }, lookMs)
})
