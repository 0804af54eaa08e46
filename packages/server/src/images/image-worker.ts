import exifr from 'exifr'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readBmp } from './bmp-pixels.js'
import { type ImageFacts, type ImageJob, type ImageResult, ready } from './image-job.js'
import { readNotes } from './image-metadata.js'

// A process of its own: whatever a hostile picture does to the decoder, it does it here.
sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit(0))
process.on('message', (job: ImageJob) => {
  perform(job)
    .catch((error: unknown): ImageResult => ({ outcome: 'impossible', reason: String(error) }))
    .then((answer) => process.send?.(answer))
})
process.send?.(ready)

function perform(job: ImageJob): Promise<ImageResult> {
  switch (job.do) {
    case 'describe':
      return describe(job.path)
    case 'preview':
      return preview(job)
    case 'shrink':
      return shrink(job)
    case 'conceal':
      return conceal(job)
    case 'print':
      return print(job)
  }
}

const made: ImageResult = { outcome: 'made' }
const notNeeded: ImageResult = { outcome: 'not needed' }
const impossible = (reason: string): ImageResult => ({ outcome: 'impossible', reason })

/** Reads headers only: the size of a picture is known before a pixel of it is decoded. */
const headerOf = (path: string): Promise<Metadata> => sharp(path, { limitInputPixels: false }).metadata()

const upright = ({ autoOrient, width, height }: Metadata): { width: number; height: number } => ({
  width: autoOrient.width ?? width,
  height: autoOrient.height ?? height,
})

async function describe(path: string): Promise<ImageResult> {
  const header = await headerOf(path)
  const facts: ImageFacts = {
    format: header.format,
    ...upright(header),
    notes: await readNotes(header.exif ?? path),
  }
  return { outcome: 'not needed', facts }
}

const isTooLarge = ({ width, height }: Metadata, maxPixels: number): boolean => width * height > maxPixels

/** Refuses what is damaged anywhere: there are no half-made pictures. */
const decoded = (path: string, maxPixels: number): Sharp =>
  sharp(path, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true }).autoOrient()

/** The pixels of a picture, whatever it is kept as. */
async function pixelsOf(path: string, maxPixels: number): Promise<Sharp | undefined> {
  const bitmap = await readBmp(path, maxPixels)
  if (bitmap) return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
  return isTooLarge(await headerOf(path), maxPixels) ? undefined : decoded(path, maxPixels)
}

async function preview({ path, to, width, maxPixels }: ImageJob & { do: 'preview' }): Promise<ImageResult> {
  const image = await pixelsOf(path, maxPixels)
  if (!image) return impossible('too many pixels')
  await image.resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toFile(to)
  return made
}

async function print({ path, to, side, maxPixels }: ImageJob & { do: 'print' }): Promise<ImageResult> {
  const image = await pixelsOf(path, maxPixels)
  if (!image) return impossible('too many pixels')
  const { width, height } = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toFile(to)
  return { outcome: 'made', size: { width, height } }
}

/** How a picture is written in the format that it has. */
const writers: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 90 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 90 }),
  gif: (image) => image.gif(),
  tiff: (image) => image.tiff({ compression: 'lzw' }),
}

/**
 * Values of these pixels survive a change of size: elevations and the like, which are fractions, would not.
 */
const depths: ReadonlySet<string> = new Set(['uchar', 'ushort'])
const deepSpaces: ReadonlySet<string> = new Set(['rgb16', 'grey16'])

async function shrink({ path, to, side, maxPixels }: ImageJob & { do: 'shrink' }): Promise<ImageResult> {
  const header = await headerOf(path)
  const writer = writers[header.format]
  if (!writer || Math.max(header.width, header.height) <= side) return notNeeded
  const isSeveral = (header.pages ?? 1) > 1
  if (isSeveral || !depths.has(header.depth)) return notNeeded
  if (header.format === 'tiff' && (await losesWhatItSays(path))) return notNeeded
  if (isTooLarge(header, maxPixels)) return impossible('too many pixels')
  const smaller = decoded(path, maxPixels).resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const deep = deepSpaces.has(header.space) ? smaller.toColourspace(header.space) : smaller
  const noted = deep.keepExif().keepXmp()
  // The colours of ink become those of light, and their profile would no longer be true.
  const { width, height } = await writer(header.space === 'cmyk' ? noted : noted.keepIccProfile()).toFile(to)
  return { outcome: 'made', size: { width, height } }
}

/** Where a map lies; when a camera took a picture, and where. What a scanner says is of little use. */
const telling = { geoKeyDirectory: 34735, dateTimeOriginal: 36867, gpsLatitude: 2 }

/**
 * A GeoTIFF (OGC 19-008) says where its pixels lie on earth, which no longer holds when there are fewer of
 * them. What a camera wrote into a TIFF cannot be written into another one.
 */
async function losesWhatItSays(path: string): Promise<boolean> {
  const tags = Object.values(telling)
  const options = { tiff: true, ifd0: {}, pick: tags, translateKeys: false }
  const found: unknown = await exifr.parse(path, options).catch(() => undefined)
  return typeof found === 'object' && found !== null && tags.some((tag) => tag in found)
}

async function conceal({ path, to, maxPixels }: ImageJob & { do: 'conceal' }): Promise<ImageResult> {
  const header = await headerOf(path).catch(() => undefined)
  // Of TIFF, and of raw photographs, which are built alike, the header tells no notes.
  const notes = await readNotes(header?.exif ?? path)
  if (!notes.position && !header?.xmp?.includes('GPSL')) return notNeeded
  const writer = header && writers[header.format]
  if (!writer || (header.pages ?? 1) > 1) return impossible('it cannot be written without its notes')
  if (isTooLarge(header, maxPixels)) return impossible('too many pixels')
  await writer(decoded(path, maxPixels).keepIccProfile()).toFile(to)
  return made
}
