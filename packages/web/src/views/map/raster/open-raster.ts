import { definitionOf } from '@trowel/contract/model/reference-systems.js'
import { BaseClient, BaseResponse, fromCustomClient, type GeoTIFFImage } from 'geotiff'
import proj4 from 'proj4'
import type { FilePart } from '../background/file-ranges.js'
import { type Colours, type PixelForm, paintTile, usualRange } from './pixels.js'
import { fromDegrees, type ToPixel, tileBox, toDegrees, warpTile, windowOf } from './warp.js'

export type ReadPart = (offset: number, length: number) => Promise<FilePart>

/** A picture and what is known of its place. */
export interface Raster {
  /** West, south, east, north, in degrees. */
  readonly box: readonly [number, number, number, number]
  /** The zoom from which a map shows pixels of the picture as they are. */
  readonly maxZoom: number
  /** A tile of the web map; nothing where the picture is not. */
  tile(zoom: number, column: number, row: number, pixels: number): Promise<ImageData | undefined>
}

const pixelsOfTile = 256
/** A pixel of a tile is 5 mm then, and maps know no deeper ones. */
const deepestZoom = 25

/** Opens a GeoTIFF. @throws for what is none, or says nothing of its place */
export async function openRaster(read: ReadPart): Promise<Raster> {
  const file = await fromCustomClient(new PartClient(read))
  const whole = await file.getImage(0)
  const [width, height] = [whole.getWidth(), whole.getHeight()]
  const images = await Promise.all(
    Array.from({ length: Math.min(await file.getImageCount(), 48) - 1 }, (_, k) => file.getImage(k + 1)),
  )
  const kinds = await Promise.all(images.map((image) => image.fileDirectory.loadValue('NewSubfileType')))
  const ofKind = (kind: number) => images.filter((_, place) => Number(kinds[place] ?? 0) === kind)
  const masks = [...ofKind(4), ...ofKind(5)]
  const isOurs = (await whole.fileDirectory.loadValue('Software')) === 'Trowel'
  const levels = [whole, ...ofKind(1)].map((image): Level => {
    const rounded = 2 ** Math.round(Math.log2(width / image.getWidth()))
    return {
      image,
      mask: masks.find(
        (mask) => mask.getWidth() === image.getWidth() && mask.getHeight() === image.getHeight(),
      ),
      // Ours are halved to the pixel; others stretch over the same ground.
      across: isOurs ? rounded : width / image.getWidth(),
      down: isOurs ? rounded : height / image.getHeight(),
    }
  })
  levels.sort((one, other) => one.across - other.across)
  const form = await formOf(levels)
  const { toPixel, toPlace } = await placed(whole)
  const box = boxAround(width, height, toPlace)
  const [x, y] = fromDegrees((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
  const finest = Math.log2(scaleAt(toPixel, x, y, 1 / pixelsOfTile))
  return {
    box,
    maxZoom: Math.min(Math.max(Math.ceil(finest) + 1, 0), deepestZoom),
    async tile(zoom, column, row, pixels) {
      const place = tileBox(zoom, column, row)
      const half = place.size / 2
      const scale = scaleAt(toPixel, place.left + half, place.top + half, place.size / pixels)
      const level = levels.findLast(({ across }) => across <= scale * 1.01) ?? (levels[0] as Level)
      const { image, mask } = level
      const warp = warpTile(place, pixels, (left, top) => {
        const [across, down] = toPixel(left, top)
        return [across / level.across, down / level.down]
      })
      const size = { width: image.getWidth(), height: image.getHeight() }
      const window = windowOf(warp, size.width, size.height)
      if (!window) return undefined
      const { left, top, right, bottom } = window
      // Without a way to stop: what one tile gives up, others may wait for.
      const options = { window: [left, top, right, bottom] }
      const [samples, seen] = await Promise.all([
        image.readRasters({ ...options, interleave: true }),
        mask?.readRasters({ ...options, interleave: true }),
      ])
      const part = { left, top, width: right - left, height: bottom - top, samples, mask: seen }
      return new ImageData(paintTile(warp, size, part, form), pixels, pixels)
    },
  }
}

interface Level {
  readonly image: GeoTIFFImage
  /** What of it is seen. */
  readonly mask: GeoTIFFImage | undefined
  /** So many pixels of the whole picture are one of this, in both directions. */
  readonly across: number
  readonly down: number
}

class PartClient extends BaseClient {
  readonly #read: ReadPart

  constructor(read: ReadPart) {
    super('')
    this.#read = read
  }

  override async request({ headers }: RequestInit = {}): Promise<BaseResponse> {
    const range = new Headers(headers).get('range') ?? ''
    const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(range) ?? []
    const length = Number(last) - Number(first) + 1
    return new PartResponse(Number(first), await this.#read(Number(first), length))
  }
}

class PartResponse extends BaseResponse {
  readonly #first: number
  readonly #part: FilePart

  constructor(first: number, part: FilePart) {
    super()
    this.#first = first
    this.#part = part
  }

  override get status(): number {
    return 206
  }

  override get ok(): boolean {
    return true
  }

  override getHeader(name: string): string | undefined {
    const { data, total } = this.#part
    const range = `bytes ${this.#first}-${this.#first + data.byteLength - 1}/${total}`
    return name.toLowerCase() === 'content-range' ? range : undefined
  }

  override async getData(): Promise<ArrayBuffer> {
    return this.#part.data
  }
}

/** How values are drawn: eight bits as they are, others between those that are usual in the picture. */
async function formOf(levels: readonly Level[]): Promise<PixelForm> {
  const { image } = levels[0] as Level
  const directory = image.fileDirectory
  const bands = image.getSamplesPerPixel()
  const bits = image.getBitsPerSample(0)
  const extras = Array.from((await directory.loadValue('ExtraSamples')) ?? [], Number)
  const place = extras.findIndex((meaning) => meaning === 1 || meaning === 2)
  const alpha = place < 0 ? undefined : { band: bands - extras.length + place, full: 2 ** bits - 1 }
  const noData = image.getGDALNoData() ?? undefined
  const colours = coloursOf(
    Number((await directory.loadValue('PhotometricInterpretation')) ?? 1),
    bands - extras.length,
    await directory.loadValue('ColorMap'),
  )
  const known = { bands, alpha, noData }
  if ((bits <= 8 && image.getSampleFormat(0) === 1) || colours.kind === 'palette')
    return { ...known, colours, range: [0, 255] }
  const smallest = levels.at(-1)?.image ?? image
  const [width, height] = [Math.min(smallest.getWidth(), 1024), Math.min(smallest.getHeight(), 1024)]
  const samples = await smallest.readRasters({ window: [0, 0, width, height], interleave: true })
  return { ...known, colours, range: usualRange(samples, known) }
}

function coloursOf(photometric: number, colours: number, map: ArrayLike<number> | undefined): Colours {
  if (photometric === 3 && map) return { kind: 'palette', map }
  if (photometric === 6) return { kind: 'yCbCr' }
  if (photometric === 5) return { kind: 'cmyk' }
  if (photometric === 2 && colours >= 3) return { kind: 'rgb' }
  return { kind: 'grey', isWhiteZero: photometric === 0 }
}

/** From places of the web map to pixels of the picture, and from these to degrees. */
async function placed(image: GeoTIFFImage): Promise<{ toPixel: ToPixel; toPlace: ToPixel }> {
  const [a, b, c, d, e, f] = await transformOf(image)
  const turned = a * e - b * d
  const system = proj4(definitionIn(image))
  return {
    toPixel(x, y) {
      const [east, north] = system.forward(toDegrees(x, y)) as [number, number]
      return [(e * (east - c) - b * (north - f)) / turned, (a * (north - f) - d * (east - c)) / turned]
    },
    toPlace: (column, row) =>
      system.inverse([a * column + b * row + c, d * column + e * row + f]) as [number, number],
  }
}

const stepsOfEdge = 16

/** The box around a picture: its edges are curved in degrees. */
function boxAround(width: number, height: number, toPlace: ToPixel): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (let step = 0; step <= stepsOfEdge; step++) {
    const [across, down] = [(width * step) / stepsOfEdge, (height * step) / stepsOfEdge]
    for (const [column, row] of [
      [across, 0],
      [across, height],
      [0, down],
      [width, down],
    ] as const) {
      const [longitude, latitude] = toPlace(column, row)
      box[0] = Math.min(box[0], longitude)
      box[1] = Math.min(box[1], latitude)
      box[2] = Math.max(box[2], longitude)
      box[3] = Math.max(box[3], latitude)
    }
  }
  return box
}

/** So many pixels of the picture lie in a step of the web map. */
function scaleAt(toPixel: ToPixel, x: number, y: number, step: number): number {
  const [column, row] = toPixel(x, y)
  const [right, sideways] = toPixel(x + step, y)
  const [slanted, below] = toPixel(x, y + step)
  return Math.max(Math.hypot(right - column, sideways - row), Math.hypot(slanted - column, below - row))
}

function definitionIn(image: GeoTIFFImage): string {
  const { GTModelTypeGeoKey, GeographicTypeGeoKey, ProjectedCSTypeGeoKey } = image.getGeoKeys() ?? {}
  const code = Number(GTModelTypeGeoKey === 2 ? GeographicTypeGeoKey : ProjectedCSTypeGeoKey)
  const definition = definitionOf(code)
  if (definition === undefined) throw new Error(`The reference system ${code} is not known.`)
  return definition
}

/** `x = a·column + b·row + c`, `y = d·column + e·row + f`, of the corners of pixels (OGC 19-008). */
async function transformOf(image: GeoTIFFImage): Promise<[number, number, number, number, number, number]> {
  const directory = image.fileDirectory
  const matrix = await directory.loadValue('ModelTransformation')
  const scale = await directory.loadValue('ModelPixelScale')
  const [first] = await image.getTiePoints()
  const half = image.pixelIsArea() ? 0 : 0.5
  if (matrix) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = Array.from(matrix, Number)
    return [a, b, c - (a + b) * half, d, e, f - (d + e) * half]
  }
  if (!scale || !first) throw new Error('The picture does not say where it lies.')
  const [width = 1, height = 1] = Array.from(scale, Number)
  return [width, 0, first.x - (first.i + half) * width, 0, -height, first.y + (first.j + half) * height]
}
