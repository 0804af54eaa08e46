import { fetchPart } from '../background/file-ranges.js'
import type { Added } from '../background/tile-archive.js'
import type { Raster } from './open-raster.js'
import type { FromRasters, ToRasters } from './raster-messages.js'

/** Addresses of tiles of a picture: `raster://3f2a/12/2188/1436`. */
const protocol = 'raster'
const tileSize = 256
/** Tiles are drawn as fine as screens are, up to so many pixels for each of theirs. */
const maxDensity = 2

type Answer = Extract<FromRasters, { do: 'opened' | 'drawn' }>

/** The thread that reads pictures; it begins with the first one. */
class Rasters {
  readonly #thread = new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  #asked = 0

  constructor() {
    this.#thread.onmessage = ({ data }: MessageEvent<FromRasters>) => {
      if (data.do === 'fetch') {
        void this.#fetch(data)
        return
      }
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if (data.do === 'failed') waiting?.reject(new Error(data.reason))
      else waiting?.resolve(data)
    }
  }

  async open(layer: string): Promise<Pick<Raster, 'box' | 'maxZoom'>> {
    const answer = await this.#ask((id) => ({ do: 'open', id, layer }))
    if (answer.do !== 'opened') throw new Error('The picture was not opened.')
    return answer.raster
  }

  async tile(
    layer: string,
    place: readonly [number, number, number],
    signal: AbortSignal,
  ): Promise<ImageBitmap | undefined> {
    const pixels = tileSize * Math.min(Math.ceil(window.devicePixelRatio), maxDensity)
    const answer = await this.#ask((id) => ({ do: 'tile', id, layer, place, pixels }), signal)
    return answer.do === 'drawn' ? answer.tile : undefined
  }

  #ask(message: (id: number) => ToRasters, signal?: AbortSignal): Promise<Answer> {
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#post(message(id))
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(id)
        this.#post({ do: 'cancel', id })
        reject(signal.reason instanceof Error ? signal.reason : new Error('It is no longer wanted.'))
      })
    })
  }

  async #fetch({ id, layer, offset, length }: FromRasters & { do: 'fetch' }): Promise<void> {
    const part = await fetchPart(layer, offset, length).catch(() => undefined)
    this.#post({ do: 'take', id, part }, part ? [part.data] : [])
  }

  #post(message: ToRasters, transferred: Transferable[] = []): void {
    this.#thread.postMessage(message, transferred)
  }
}

let rasters: Promise<Rasters> | undefined

async function begin(): Promise<Rasters> {
  const { addProtocol } = await import('maplibre-gl')
  const made = new Rasters()
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, layer = '', z, x, y] = /^raster:\/\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    const tile = await made.tile(layer, [Number(z), Number(x), Number(y)], signal)
    return { data: tile ?? (await nothing()) }
  })
  return made
}

/** Where a picture is not. */
const nothing = () => createImageBitmap(new ImageData(1, 1))

/** What a picture adds to the map. @param id the beginning of the ids of its source and layer */
export async function rasterLayers(layer: string, id: string): Promise<Added> {
  rasters ??= begin()
  const { box, maxZoom } = await (await rasters).open(layer)
  const source = `${id}/raster`
  return {
    sources: {
      [source]: {
        type: 'raster',
        tiles: [`${protocol}://${layer}/{z}/{x}/{y}`],
        tileSize,
        maxzoom: maxZoom,
        bounds: [...box],
      },
    },
    layers: [{ id: source, type: 'raster', source, paint: { 'raster-fade-duration': 0 } }],
  }
}
