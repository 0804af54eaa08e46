import { boundedThreads } from '../../bounded-threads.js'
import { AppError } from '../../errors.js'
import { quicklyRead } from '../../geometry/geometry-threads.js'
import { Shape } from '../../geometry/shape.js'
import { type ReadBody, readText } from '../../http/json-body.js'
import { message } from '../../message.js'
import { type ShortBody, withoutGeometries } from './long-body.js'

const limitMs = 30_000

const shortenInThread = boundedThreads<Uint8Array, ShortBody>({
  worker: new URL('./long-body-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 16,
  mebibytes: 1024,
  refusal: message('long_geometries_being_saved', {}),
})

/**
 * The body of a change of map features, its geometries as they will be stored where it is long.
 *
 * @throws `bad_request`, `overloaded`
 */
export async function readFeatureBody(body: Uint8Array): Promise<ReadBody> {
  if (body.length <= quicklyRead) return readText(body)
  const short = await shortenInThread(body, limitMs)
  if ('refusal' in short) throw new AppError('bad_request', short.refusal)
  const shapes = short.shapes.map(({ wkt, problems }) => new Shape(wkt, problems))
  return {
    text: short.text,
    complete: (value) => withoutGeometries(value, (place) => shapes[Number(place)]),
  }
}
