import { Piscina } from 'piscina'
import { AppError } from '../../errors.js'
import { type MadeTile, makeTile, type TileOrder } from './make-tile.js'

const mostThreads = 2
const mostWaiting = 64
/** Threads that nobody needed for so long end, and give their memory back. */
const idleMs = 60_000
/** So much text is drawn faster than it is brought to a thread. */
const littleText = 64 * 1024

let pool: Piscina<TileOrder, MadeTile> | undefined

function threads(): Piscina<TileOrder, MadeTile> {
  pool ??= new Piscina<TileOrder, MadeTile>({
    filename: new URL('./tile-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: mostThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  return pool
}

/**
 * Draws a tile, in a thread where it is much work.
 *
 * @throws `overloaded` when it takes longer than `limitMs`, or too many tiles wait already
 */
export async function drawTile(order: TileOrder, limitMs: number): Promise<MadeTile> {
  let text = 0
  for (const { wkt } of order.features) text += wkt.length
  if (text <= littleText) return makeTile(order)
  if (threads().queueSize >= mostWaiting) throw overloaded()
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await threads().run(order, { signal: limit })
  } catch (error) {
    if (limit.aborted) throw overloaded(error)
    throw error
  }
}

const overloaded = (cause?: unknown): AppError =>
  new AppError('overloaded', { text: 'Too many tiles are being drawn; try again in a moment.', cause })
