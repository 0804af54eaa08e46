import type { FilePart } from '../background/file-ranges.js'
import { openRaster, type Raster, type ReadPart } from './open-raster.js'
import type { FromRasters, ToRasters } from './raster-messages.js'

/*
 * Pictures are read, unpacked and warped here, beside the thread of the page. Their bytes are fetched by the
 * page, which knows where they lie at this moment.
 */

const rasters = new Map<string, Promise<Raster>>()
/** Tiles that wait, the last one that was asked for first; and so many are drawn at once. */
const queue: (ToRasters & { do: 'tile' })[] = []
const atOnce = 3
let drawing = 0

const awaited = new Map<number, (part: FilePart | undefined) => void>()
let asked = 0

const post = (message: FromRasters, transferred: Transferable[] = []) =>
  self.postMessage(message, { transfer: transferred })

async function fetchPart(layer: string, offset: number, length: number): Promise<FilePart> {
  const id = ++asked
  const part = await new Promise<FilePart | undefined>((resolve) => {
    awaited.set(id, resolve)
    post({ do: 'fetch', id, layer, offset, length })
  })
  if (!part) throw new Error('A part of the file could not be fetched.')
  return part
}

/** What stands at the beginning of a file is read in many small parts: they are fetched as one. */
const headBytes = 64 * 1024
/** So much of a file stays here, the parts that were wanted last: tiles beside each other share them. */
const maxKept = 48 * 1024 * 1024

function reading(layer: string): ReadPart {
  const kept = new Map<string, { readonly length: number; readonly part: Promise<FilePart> }>()
  const read = (offset: number, length: number): Promise<FilePart> => {
    const key = `${offset} ${length}`
    const known = kept.get(key)
    kept.delete(key)
    const part = known?.part ?? fetchPart(layer, offset, length)
    kept.set(key, { length, part })
    // The next one that wants it tries again.
    part.catch(() => kept.delete(key))
    let sum = [...kept.values()].reduce((bytes, one) => bytes + one.length, 0)
    for (const [oldest, one] of kept) {
      if (sum <= maxKept) break
      kept.delete(oldest)
      sum -= one.length
    }
    return part
  }
  return async (offset, length) => {
    if (offset + length > headBytes) return read(offset, length)
    const { data, total } = await read(0, headBytes)
    return { data: data.slice(offset, offset + length), total }
  }
}

function rasterOf(layer: string): Promise<Raster> {
  const known = rasters.get(layer)
  if (known) return known
  const opening = openRaster(reading(layer))
  rasters.set(layer, opening)
  // Tried again with the next tile: the connection may have been broken.
  opening.catch(() => rasters.delete(layer))
  return opening
}

self.onmessage = ({ data }: MessageEvent<ToRasters>) => {
  switch (data.do) {
    case 'open':
      rasterOf(data.layer).then(
        ({ box, maxZoom }) => post({ do: 'opened', id: data.id, raster: { box, maxZoom } }),
        (error: unknown) => post({ do: 'failed', id: data.id, reason: String(error) }),
      )
      return
    case 'tile':
      queue.push(data)
      drawNext()
      return
    case 'cancel':
      queue.splice(0, queue.length, ...queue.filter(({ id }) => id !== data.id))
      return
    case 'take':
      awaited.get(data.id)?.(data.part)
      awaited.delete(data.id)
  }
}

function drawNext(): void {
  while (drawing < atOnce) {
    const task = queue.pop()
    if (!task) return
    drawing++
    draw(task)
      .catch((error: unknown) => post({ do: 'failed', id: task.id, reason: String(error) }))
      .finally(() => {
        drawing--
        drawNext()
      })
  }
}

async function draw({ id, layer, place, pixels }: ToRasters & { do: 'tile' }): Promise<void> {
  const raster = await rasterOf(layer)
  const image = await raster.tile(...place, pixels)
  const tile = image && (await createImageBitmap(image))
  post({ do: 'drawn', id, tile }, tile ? [tile] : [])
}
