import { open, stat } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { addDecoder, BaseDecoder, fromFile, type GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { epsgOfKeys, type Transform, transformOf, transformOfWorld } from './georeference.js'
import { type RasterFacts, RasterRefusal, type RasterTask } from './raster-task.js'

/** What a strip or tile of a file may hold when it is unpacked. */
const maxBlockBytes = 256 * 1024 * 1024
const maxBands = 16

class Inflate extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBufferLike {
    const { buffer, byteOffset, length } = inflateSync(new Uint8Array(packed), {
      maxOutputLength: maxBlockBytes,
    })
    return buffer.slice(byteOffset, byteOffset + length)
  }
}
// The library's own neither ends at a size nor uses that of Node.
addDecoder([8, 32946], async () => Inflate)

/** A file with what is known of it before its pixels are read. */
export interface RasterSource {
  readonly facts: RasterFacts
  readonly noData: number | undefined
  /** Did it lose something already when its pixels were packed? */
  readonly isLossy: boolean
  /** Does 0 mean white? */
  readonly isWhiteZero: boolean
  /**
   * The image, whose rows can be read one after another, as soon as that is so; in several ways, the first
   * that succeeds.
   */
  readonly ways: readonly ((onProgress: (share: number) => void) => Promise<GeoTIFFImage>)[]
}

/** Opens a file of any kind. @throws RasterRefusal */
export async function openRaster(task: RasterTask): Promise<RasterSource> {
  return (await isTiff(task.path)) ? openTiff(task) : openPicture(task)
}

async function isTiff(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

/** Compressions whose pixels come out as they went in, and that the library reads row by row. */
const exact: ReadonlySet<number> = new Set([1, 5, 8, 32773, 32946, 34887, 50000])
const jpeg = 7
const webP = 50001
/** Those that pages read tile by tile: without WebAssembly, which their content policy does not let in. */
const readable: ReadonlySet<number> = new Set([1, 5, jpeg, 8, 32773, 32946, webP])
/** White is zero, black is zero, colours. */
const plainColours: ReadonlySet<number> = new Set([0, 1, 2])
const wholeBytes: ReadonlySet<number> = new Set([8, 16, 32, 64])

async function openTiff(task: RasterTask): Promise<RasterSource> {
  const file = await fromFile(task.path)
  const image = await file.getImage(0)
  requireBounds(task.maxPixels, image.getWidth(), image.getHeight())
  const directory = image.fileDirectory
  const keys = image.getGeoKeys()
  const own = transformOf({
    pixelScale: listOf(await directory.loadValue('ModelPixelScale')),
    tiepoints: listOf(await directory.loadValue('ModelTiepoint')),
    transformation: listOf(await directory.loadValue('ModelTransformation')),
    keys,
  })
  const known = epsgOfKeys(keys)
  const { transform, epsg } = placed(task, own, known)
  const compression = Number((await directory.loadValue('Compression')) ?? 1)
  const photometric = Number((await directory.loadValue('PhotometricInterpretation')) ?? 1)
  const bits = Array.from({ length: image.getSamplesPerPixel() }, (_, band) => image.getBitsPerSample(band))
  if (bits.length > maxBands) throw new RasterRefusal('unreadable', 'too many bands')
  const isPlain = bits.every((each) => wholeBytes.has(each) && each === bits[0])
  const blockBytes =
    (image.getTileWidth() * image.getTileHeight() * bits.reduce((sum, each) => sum + each, 0)) / 8
  if (blockBytes > maxBlockBytes) throw new RasterRefusal('too_many_pixels', 'its strips are too large')
  const noData = image.getGDALNoData()
  const isAsItIs = own === transform && known === epsg
  // Signed numbers and fractions would not come through unharmed.
  const isSafeElsewhere = (bits[0] ?? 0) <= 16 && image.getSampleFormat(0) === 1 && bits.length <= 4
  const isExact = exact.has(compression) && isPlain && plainColours.has(photometric)
  return {
    facts: {
      width: image.getWidth(),
      height: image.getHeight(),
      transform,
      epsg,
      isReady:
        isAsItIs &&
        isPlain &&
        image.littleEndian &&
        readable.has(compression) &&
        (await hasSmallerOnes(file, image)),
    },
    noData: noData === null ? undefined : noData,
    isLossy: compression === jpeg,
    isWhiteZero: isExact && photometric === 0,
    ways: [
      ...(isExact ? [async () => image] : []),
      ...(isSafeElsewhere ? [(onProgress: (share: number) => void) => unpack(task, onProgress)] : []),
    ],
  }
}

const listOf = (values: unknown): readonly number[] | undefined =>
  values === undefined || values === null ? undefined : Array.from(values as ArrayLike<number>, Number)

/** Where a file lies, as a person says, or else as the file does. @throws RasterRefusal */
function placed(
  { world, epsg: chosen }: RasterTask,
  own: Transform | undefined,
  known: number | undefined,
): { transform: Transform; epsg: number } {
  const transform = world ? transformOfWorld(world) : own
  if (!transform) throw new RasterRefusal('no_place')
  const epsg = chosen ?? known
  if (epsg === undefined) throw new RasterRefusal('no_system')
  return { transform, epsg }
}

/** A map takes as little of a file as it shows: small tiles, and smaller images down to about a screen. */
async function hasSmallerOnes(
  file: Awaited<ReturnType<typeof fromFile>>,
  image: GeoTIFFImage,
): Promise<boolean> {
  if (!image.isTiled || image.getTileWidth() > 1024 || image.getTileHeight() > 1024) return false
  let smallest = Math.max(image.getWidth(), image.getHeight())
  const count = await file.getImageCount()
  for (let place = 1; place < Math.min(count, 24); place++) {
    const other = await file.getImage(place)
    const kind = Number((await other.fileDirectory.loadValue('NewSubfileType')) ?? 0)
    if (kind === 1) smallest = Math.min(smallest, Math.max(other.getWidth(), other.getHeight()))
  }
  return smallest <= 1024
}

/** A picture says nothing of its place itself. */
async function openPicture(task: RasterTask): Promise<RasterSource> {
  const { width, height, format, isProgressive } = await sharp(task.path, {
    limitInputPixels: false,
  }).metadata()
  requireBounds(task.maxPixels, width, height)
  // These are decoded as a whole, however little of them is wanted at once.
  if (isProgressive) requireBounds(task.maxWholePixels, width, height)
  return {
    facts: { width, height, ...placed(task, undefined, undefined), isReady: false },
    noData: undefined,
    isLossy: format === 'jpeg' || format === 'webp',
    isWhiteZero: false,
    ways: [(onProgress) => unpack(task, onProgress)],
  }
}

function requireBounds(maxPixels: number, width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new RasterRefusal('unreadable', 'it has no size')
  if (width * height > maxPixels) throw new RasterRefusal('too_many_pixels')
}

const lookMs = 500

/** Writes the pixels down as they are, in tiles that can be read in any order. */
async function unpack(
  { path, between, maxPixels }: RasterTask,
  onProgress: (share: number) => void,
): Promise<GeoTIFFImage> {
  const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  const { depth, channels, width, height } = await picture.metadata()
  const isDeep = depth === 'ushort'
  const inItsColours = isDeep ? picture.toColourspace(channels < 3 ? 'grey16' : 'rgb16') : picture
  const expected = width * height * channels * (isDeep ? 2 : 1)
  const look = () =>
    stat(between).then(
      ({ size }) => onProgress(Math.min(size / expected, 1)),
      () => {},
    )
  const looking = setInterval(look, lookMs)
  try {
    await inItsColours
      .tiff({ compression: 'none', tile: true, tileWidth: 256, tileHeight: 256, bigtiff: true })
      .toFile(between)
  } finally {
    clearInterval(looking)
  }
  return (await fromFile(between)).getImage(0)
}
