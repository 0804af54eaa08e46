/** How the bytes of a file are sent. */
export interface MediaType {
  readonly type: string
  /** May a browser show it in place? What could run script, and what no browser shows, is saved instead. */
  readonly inline: boolean
  /** A page that the browser must keep from acting: it is shown without script and apart from our origin. */
  readonly sandboxed?: true
}

const inline = (type: string): MediaType => ({ type, inline: true })
const saved = (type: string): MediaType => ({ type, inline: false })
const sandboxed = (type: string, isInline: boolean): MediaType => ({
  type,
  inline: isInline,
  sandboxed: true,
})

const text = inline('text/plain; charset=utf-8')

/**
 * By extension. Plain text is sent as such whatever it calls itself, so that a browser shows it and never
 * runs it.
 */
const mediaTypes: Readonly<Record<string, MediaType>> = {
  jpg: inline('image/jpeg'),
  jpeg: inline('image/jpeg'),
  png: inline('image/png'),
  gif: inline('image/gif'),
  webp: inline('image/webp'),
  avif: inline('image/avif'),
  bmp: inline('image/bmp'),
  ico: inline('image/x-icon'),
  tif: inline('image/tiff'),
  tiff: inline('image/tiff'),
  svg: sandboxed('image/svg+xml', true),
  pdf: inline('application/pdf'),
  mp3: inline('audio/mpeg'),
  m4a: inline('audio/mp4'),
  oga: inline('audio/ogg'),
  ogg: inline('audio/ogg'),
  wav: inline('audio/wav'),
  flac: inline('audio/flac'),
  mp4: inline('video/mp4'),
  m4v: inline('video/mp4'),
  webm: inline('video/webm'),
  ogv: inline('video/ogg'),
  mov: inline('video/quicktime'),
  txt: text,
  csv: text,
  md: text,
  html: sandboxed('text/html; charset=utf-8', false),
  htm: sandboxed('text/html; charset=utf-8', false),
  xhtml: sandboxed('application/xhtml+xml', false),
  xml: sandboxed('application/xml', false),
  json: saved('application/json'),
  geojson: saved('application/geo+json'),
  zip: saved('application/zip'),
  doc: saved('application/msword'),
  xls: saved('application/vnd.ms-excel'),
  ppt: saved('application/vnd.ms-powerpoint'),
  docx: saved('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  xlsx: saved('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  pptx: saved('application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  odt: saved('application/vnd.oasis.opendocument.text'),
  ods: saved('application/vnd.oasis.opendocument.spreadsheet'),
  odp: saved('application/vnd.oasis.opendocument.presentation'),
}

const unknownType = saved('application/octet-stream')

export const mediaTypeOf = (ext: string): MediaType =>
  Object.hasOwn(mediaTypes, ext) ? (mediaTypes[ext] ?? unknownType) : unknownType

const images = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'ico', 'tif', 'tiff', 'svg', 'avif'])

/** What a smaller copy can be made of. */
const rasters = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'avif'])

/** What pages show small: those, and drawings, which are sent as they are. */
export const shownSmall: readonly string[] = [...rasters, 'svg']

export const isRaster = (ext: string): boolean => rasters.has(ext)

/** Pictures that are made smaller when they are larger than the application wants them. */
const shrunk = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff'])

export const isShrunk = (ext: string): boolean => shrunk.has(ext)

/**
 * Formats of which every picture that is one can be looked into; of TIFF and bitmaps there are too many
 * kinds.
 */
const looked = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp'])

export const hasReadableHeader = (ext: string): boolean => looked.has(ext)

/** Files in which a camera may have written where they were taken. */
const positioned = new Set([
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'tif', 'tiff', 'avif', 'heic', 'heif', 'hif'],
  ...['dng', 'arw', 'cr2', 'cr3', 'nef', 'orf', 'raf', 'rw2', 'pef', 'srw'],
])

export const mayTellPosition = (ext: string): boolean => positioned.has(ext)

export const isImage = (ext: string): boolean => images.has(ext)
