import { isImage } from './media-types.js'

export interface FileName {
  /** The name without extension. */
  readonly filename: string
  readonly ext: string
}

const maxNameLength = 200
/** Control characters, and halves of characters that no text can hold. */
const unprintable = /[\p{Cc}\p{Cs}]/gu

/**
 * What a file is called, from the name it came with and its first bytes. The bytes decide: a JPEG named
 * `plan.png` becomes `plan.jpg`, and what claims to be a picture and is none becomes `bin`, because the
 * extension decides how it is served.
 */
export async function fileName(claimed: string, head: Uint8Array): Promise<FileName> {
  const base = (claimed.split(/[/\\]/).at(-1) ?? '').replace(unprintable, '').trim()
  const dot = base.lastIndexOf('.')
  const ending = dot === -1 ? '' : base.slice(dot + 1).toLowerCase()
  const stem = (dot === -1 ? base : base.slice(0, dot)).trim()
  const wanted = /^[a-z0-9]{1,10}$/.test(ending) ? ending : 'bin'
  return {
    filename: [...stem].slice(0, maxNameLength).join('').trim() || 'file',
    ext: await extensionOf(wanted, head),
  }
}

async function extensionOf(wanted: string, head: Uint8Array): Promise<string> {
  if (wanted === 'svg') return isSvg(head) ? 'svg' : await recognised(head, 'bin')
  const found = await recognised(head, undefined)
  if (found === undefined) return isImage(wanted) ? imageOf(wanted, head) : wanted
  const same = sameType.get(found)
  return found === wanted || same?.has(wanted) ? wanted : found
}

/** The directory of a TIFF, by which others know it, often stands behind its pixels. */
function imageOf(wanted: string, head: Uint8Array): string {
  const isTiff = ['II*\0', 'MM\0*'].includes(Buffer.from(head.subarray(0, 4)).toString('latin1'))
  if (!isTiff) return 'bin'
  return wanted === 'tiff' ? wanted : 'tif'
}

async function recognised<None>(head: Uint8Array, none: None): Promise<string | None> {
  // Programs that take no file start the sooner without it.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(head).catch(() => undefined)
  return type?.ext ?? none
}

/** Raw photographs that are built as TIFF is. */
const raw = words('dng nef nrw arw sr2 cr2 pef srw 3fr erf kdc dcr mef mos iiq rwl')

/**
 * Types that go by several extensions, and containers whose content the first bytes do not tell. By the order
 * of its tags many a TIFF looks like a photograph of Nikon or Sony, and those of others like any TIFF.
 */
const sameType = new Map<string, ReadonlySet<string>>(
  Object.entries({
    jpg: ['jpeg'],
    tif: ['tiff', ...raw],
    nef: ['tif', 'tiff', ...raw],
    arw: ['tif', 'tiff', ...raw],
    cr2: raw,
    dng: raw,
    mp4: ['m4v'],
    ogg: ['oga', 'ogv'],
    zip: words('docx xlsx pptx odt ods odp epub kmz qgz jar apk gdbz'),
    xml: words('kml gml gpx html htm xhtml qgs dae x3d xmp'),
    sqlite: words('db sqlite3 gpkg mbtiles'),
    cfb: words('doc xls ppt msg'),
    gz: words('tgz'),
  }).map(([ext, others]) => [ext, new Set(others)]),
)

function words(text: string): string[] {
  return text.split(' ')
}

/** Text whose first element is `svg`, behind a declaration, a document type and comments. */
function isSvg(head: Uint8Array): boolean {
  let text = new TextDecoder().decode(head).trimStart()
  for (;;) {
    const end = text.startsWith('<!--') ? '-->' : /^<[?!]/.test(text) ? '>' : undefined
    if (end === undefined) return /^<svg[\s>]/i.test(text)
    // Illustrator declares entities within the document type.
    const declared = /^<!DOCTYPE[^>[]*\[/i.test(text) ? text.indexOf(']') : 0
    const at = declared === -1 ? -1 : text.indexOf(end, declared)
    if (at === -1) return false
    text = text.slice(at + end.length).trimStart()
  }
}
