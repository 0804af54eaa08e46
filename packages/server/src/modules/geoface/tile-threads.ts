import { boundedThreads } from '../../bounded-threads.js'
import { type MadeTile, makeTile, type TileTask } from './make-tile.js'

/** So much text is drawn faster than it is brought to a thread. */
const littleText = 64 * 1024

const drawInThread = boundedThreads<TileTask, MadeTile>({
  worker: new URL('./tile-worker.js', import.meta.url),
  maxThreads: 2,
  maxWaiting: 64,
  mebibytes: 512,
  refusal: 'Too many tiles are being drawn; try again in a moment.',
})

/**
 * Draws a tile, in a thread where it is much work.
 *
 * @throws `overloaded` when it takes longer than `limitMs`, needs too much memory, or too many tiles wait
 *   already
 */
export async function drawTile(order: TileTask, limitMs: number): Promise<MadeTile> {
  let text = 0
  for (const { wkt } of order.features) text += wkt.length
  return text <= littleText ? makeTile(order) : drawInThread(order, limitMs)
}
