import { boundedThreads } from '../../bounded-threads.js'
import type { GeometryOrder } from './geometry-json.js'

/** Text up to this length is read in a few milliseconds; a coastline takes a few tenths of a second, in which nobody else is answered. */
export const quicklyRead = 128 * 1024

/** `geometryJson` for those that are longer, in a thread. */
export const geometryInThread = boundedThreads<GeometryOrder, string | undefined>({
  worker: new URL('./geometry-worker.js', import.meta.url),
  mostThreads: 1,
  mostWaiting: 32,
  mebibytes: 1024,
  refusal:
    'Geometries of this size take longer than the service allows. Narrow the map by a box, or try again later.',
})
