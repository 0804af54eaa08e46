import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { geoTagsOf } from './georeference.js'
import { type Blending, halve, type Pixels, type Samples } from './halve.js'
import type { RasterSource } from './raster-source.js'
import { type Level, TiffWriter } from './tiff-writer.js'

const pack = promisify(deflate)

const side = 256
const quality = 90
/** From ours, the smaller images are half as large each time, to the pixel. */
export const software = 'Trowel'

interface Form {
  readonly width: number
  readonly height: number
  readonly bands: number
  readonly bits: number
  /** Unsigned, signed, or with a fraction (TIFF 6.0, `SampleFormat`). */
  readonly format: number
  readonly isJpeg: boolean
  readonly blending: Blending
}

/**
 * Writes an image in tiles, and smaller ones of it down to one tile, so that a map reads as little of it as
 * it shows. Nothing of the pixels is lost that was not lost before: pictures that came as JPEG go as JPEG.
 *
 * @param onProgress how many rows are written, of `height`
 */
export async function writePyramid(
  to: string,
  image: GeoTIFFImage,
  source: RasterSource,
  onProgress: (rows: number) => void,
): Promise<void> {
  const form = formOf(image, source)
  const sizes = sizesOf(form)
  const writer = await TiffWriter.begin(
    to,
    sizes.map((size, place) => levelOf(size, place, form, source)),
  )
  try {
    const pyramid = new Pyramid(writer, form, sizes)
    for (let top = 0; top < form.height; top += side) {
      const rows = Math.min(side, form.height - top)
      const samples = (await image.readRasters({
        window: [0, top, form.width, top + rows],
        interleave: true,
      })) as Samples
      await pyramid.addRow(
        0,
        top / side,
        tilesOf({ samples, width: form.width, height: rows, bands: form.bands }),
      )
      onProgress(top + rows)
    }
    await writer.finish()
  } finally {
    await writer.close()
  }
}

function formOf(image: GeoTIFFImage, { isLossy, noData }: RasterSource): Form {
  const bands = image.getSamplesPerPixel()
  const bits = image.getBitsPerSample(0)
  const format = image.getSampleFormat(0)
  const extra: unknown = image.fileDirectory.getValue('ExtraSamples')
  const extras = extra === undefined ? [] : Array.from(extra as ArrayLike<number>)
  const place = extras.findIndex((meaning) => meaning === 1 || meaning === 2)
  const alpha = place < 0 ? undefined : bands - extras.length + place
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    bands,
    bits,
    format,
    isJpeg: isLossy && bits === 8 && (bands === 1 || bands === 3),
    blending: { noData, alpha },
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The image, and smaller ones until one fits into a tile. */
function sizesOf({ width, height }: Size): readonly Size[] {
  const sizes: Size[] = [{ width, height }]
  for (let last = sizes[0] as Size; Math.max(last.width, last.height) > side; ) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) }
    sizes.push(last)
  }
  return sizes
}

const acrossOf = ({ width }: Size): number => Math.ceil(width / side)
const tileCount = (size: Size): number => acrossOf(size) * Math.ceil(size.height / side)

function levelOf(size: Size, place: number, form: Form, source: RasterSource): Level {
  const { facts, noData, isWhiteZero } = source
  const { bands, bits, format, isJpeg, blending } = form
  const each = (value: number) => Array<number>(bands).fill(value)
  const short = (...values: readonly number[]) => ({ type: 'short' as const, values })
  const isColoured = bands - (blending.alpha === undefined ? 0 : 1) >= 3
  const extras = bands - (isColoured ? 3 : 1)
  const { keys, pixelScale, tiepoints, transformation } = geoTagsOf(facts.transform, facts.epsg)
  const double = (values: readonly number[]) => ({ type: 'double' as const, values })
  return {
    tiles: tileCount(size),
    tags: [
      ...(place > 0 ? [['newSubfileType', { type: 'long', values: [1] }] as const] : []),
      ['imageWidth', { type: 'long', values: [size.width] }],
      ['imageLength', { type: 'long', values: [size.height] }],
      ['bitsPerSample', short(...each(bits))],
      ['compression', short(isJpeg ? 7 : 8)],
      ['photometric', short(isJpeg && bands === 3 ? 6 : isColoured ? 2 : isWhiteZero ? 0 : 1)],
      ['samplesPerPixel', short(bands)],
      ['planarConfiguration', short(1)],
      ['software', { type: 'text', values: software }],
      ...(hasPredictor(form) ? [['predictor', short(2)] as const] : []),
      ['tileWidth', short(side)],
      ['tileLength', short(side)],
      ...(extras > 0
        ? [
            [
              'extraSamples',
              short(
                ...Array.from({ length: extras }, (_, k) => (bands - extras + k === blending.alpha ? 2 : 0)),
              ),
            ] as const,
          ]
        : []),
      ['sampleFormat', short(...each(format))],
      ...(isJpeg && bands === 3 ? [['yCbCrSubSampling', short(1, 1)] as const] : []),
      ...(place === 0
        ? [
            ...(pixelScale ? [['pixelScale', double(pixelScale)] as const] : []),
            ...(tiepoints ? [['tiepoints', double(tiepoints)] as const] : []),
            ...(transformation ? [['transformation', double(transformation)] as const] : []),
            ['geoKeys', short(...keys)] as const,
          ]
        : []),
      ...(noData === undefined
        ? []
        : [['noData', { type: 'text', values: Number.isNaN(noData) ? 'nan' : String(noData) }] as const]),
    ],
  }
}

const hasPredictor = ({ isJpeg, format, bits }: Form): boolean => !isJpeg && format !== 3 && bits <= 32

/** Some rows of an image, tile by tile; what reaches beyond it is empty. */
function* tilesOf({ samples, width, height, bands }: Pixels): Generator<Pixels & { readonly seen: Size }> {
  for (let left = 0; left < width; left += side) {
    const seen = { width: Math.min(side, width - left), height }
    const tile = emptyTile(samples, bands)
    for (let row = 0; row < height; row++) {
      const from = (row * width + left) * bands
      tile.samples.set(samples.subarray(from, from + seen.width * bands), row * side * bands)
    }
    yield { ...tile, seen }
  }
}

function emptyTile(like: Samples, bands: number): Pixels {
  const Kind = like.constructor as new (length: number) => Samples
  return { samples: new Kind(side * side * bands), width: side, height: side, bands }
}

type Tile = Pixels & { readonly seen: Size }

/** Rows of tiles of all sizes: two of one size make one of the next. */
class Pyramid {
  readonly #writer: TiffWriter
  readonly #form: Form
  readonly #sizes: readonly Size[]
  /** Of each size the row of tiles that is not complete. */
  readonly #rows: (Pixels[] | undefined)[] = []

  constructor(writer: TiffWriter, form: Form, sizes: readonly Size[]) {
    this.#writer = writer
    this.#form = form
    this.#sizes = sizes
  }

  async addRow(level: number, row: number, tiles: Iterable<Tile>): Promise<void> {
    const size = this.#sizes[level] as Size
    const next = this.#sizes[level + 1]
    let column = 0
    for (const tile of tiles) {
      if (next) this.#halveInto(level + 1, next, tile, column, row)
      await this.#writer.addTile(level, row * acrossOf(size) + column, await encode(tile, this.#form))
      column++
    }
    const isLast = (row + 1) * side >= size.height
    if (!next || (row % 2 === 0 && !isLast)) return
    const made = this.#rows[level + 1] ?? []
    this.#rows[level + 1] = undefined
    await this.addRow(level + 1, row >> 1, seenOf(made, next, row >> 1))
  }

  #halveInto(level: number, size: Size, tile: Tile, column: number, row: number): void {
    const begin = () =>
      Array.from({ length: acrossOf(size) }, () => emptyTile(tile.samples, this.#form.bands))
    const tiles = this.#rows[level] ?? begin()
    this.#rows[level] = tiles
    const pixels = tiles[column >> 1]
    if (!pixels) return
    const half = side / 2
    halve(cropped(tile), this.#form.blending, {
      pixels,
      column: (column & 1) * half,
      row: (row & 1) * half,
    })
  }
}

/** What of a tile lies in the image. */
function cropped({ samples, bands, seen }: Tile): Pixels {
  if (seen.width === side) return { samples, bands, ...seen }
  const Kind = samples.constructor as new (length: number) => Samples
  const part = new Kind(seen.width * seen.height * bands)
  for (let row = 0; row < seen.height; row++) {
    const from = row * side * bands
    part.set(samples.subarray(from, from + seen.width * bands), row * seen.width * bands)
  }
  return { samples: part, bands, ...seen }
}

function* seenOf(tiles: readonly Pixels[], size: Size, row: number): Generator<Tile> {
  for (const [column, pixels] of tiles.entries())
    yield {
      ...pixels,
      seen: {
        width: Math.min(side, size.width - column * side),
        height: Math.min(side, size.height - row * side),
      },
    }
}

async function encode({ samples, bands }: Tile, form: Form): Promise<Uint8Array> {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  if (form.isJpeg)
    return sharp(bytes, { raw: { width: side, height: side, channels: bands as 1 | 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
  if (!hasPredictor(form)) return pack(bytes)
  const differences = samples.slice()
  const across = side * bands
  for (let at = differences.length - 1; at >= 0; at--)
    if (at % across >= bands) differences[at] = (differences[at] ?? 0) - (differences[at - bands] ?? 0)
  return pack(Buffer.from(differences.buffer, differences.byteOffset, differences.byteLength))
}
