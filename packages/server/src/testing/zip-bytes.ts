import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, as well made or as badly as a test wants it. */
export interface ZipFileForm {
  readonly name: string | Buffer
  readonly content: string | Uint8Array
  /** Does it say that its name is UTF-8? */
  readonly utf8?: boolean
  readonly stored?: boolean
  /** Are size and checksum written behind the bytes, as programs do that write a stream? */
  readonly descriptor?: boolean
  /** The size that it claims to have. */
  readonly claimedSize?: number
  readonly encrypted?: boolean
}

/** A ZIP file (APPNOTE.TXT 4.3), made in memory. */
export function zipBytes(files: readonly ZipFileForm[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { local, entry } = pieces(file, offset)
    parts.push(local)
    directory.push(entry)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length % 65536, 8)
  end.writeUInt16LE(files.length % 65536, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

function pieces(file: ZipFileForm, offset: number): { local: Buffer; entry: Buffer } {
  const content = Buffer.from(file.content)
  const name = Buffer.from(file.name)
  const packed = file.stored ? content : deflateRawSync(content)
  const flags = (file.utf8 ? 0x800 : 0) | (file.descriptor ? 8 : 0) | (file.encrypted ? 1 : 0)
  const size = file.claimedSize ?? content.length
  const facts = (descriptor: boolean): Buffer => {
    const bytes = Buffer.alloc(26)
    bytes.writeUInt16LE(20, 0)
    bytes.writeUInt16LE(flags, 2)
    bytes.writeUInt16LE(file.stored ? 0 : 8, 4)
    bytes.writeUInt32LE(descriptor ? 0 : crc32(content), 10)
    bytes.writeUInt32LE(descriptor ? 0 : packed.length, 14)
    bytes.writeUInt32LE(descriptor ? 0 : size, 18)
    bytes.writeUInt16LE(name.length, 22)
    return bytes
  }
  const behind = Buffer.alloc(file.descriptor ? 16 : 0)
  if (file.descriptor) {
    behind.writeUInt32LE(0x08074b50, 0)
    behind.writeUInt32LE(crc32(content), 4)
    behind.writeUInt32LE(packed.length, 8)
    behind.writeUInt32LE(size, 12)
  }
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), facts(file.descriptor === true), name, packed, behind]),
    entry: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts(false), rest, name]),
  }
}

export interface SheetForm {
  readonly name: string
  /** SpreadsheetML of each row: cells with their places, such as `<c r="A1"><v>1</v></c>`. */
  readonly rows: readonly string[]
}

/**
 * A workbook with as little in it as a reader needs; `strings` are shared, style 1 is a date, and the styles
 * from 2 have the `formats`.
 */
export function workbookBytes(
  sheets: readonly SheetForm[],
  {
    strings = [],
    formats = [],
    from1904 = false,
    head = '',
    extra = [],
  }: {
    strings?: readonly string[]
    formats?: readonly string[]
    from1904?: boolean
    head?: string
    extra?: readonly ZipFileForm[]
  } = {},
): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const xml = (name: string, content: string) => ({ name, content: `<?xml version="1.0"?>${content}` })
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const others = [
    `<Relationship Id="rIdS" Type="${office}/styles" Target="styles.xml"/>`,
    `<Relationship Id="rIdT" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`,
  ]
  return zipBytes([
    xml(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    xml(
      '_rels/.rels',
      `<Relationships ${relations}><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    xml(
      'xl/workbook.xml',
      `<workbook ${main} xmlns:r="${office}">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${list.join('')}</sheets></workbook>`,
    ),
    xml(
      'xl/_rels/workbook.xml.rels',
      `<Relationships ${relations}>${[...links, ...others].join('')}</Relationships>`,
    ),
    xml(
      'xl/styles.xml',
      `<styleSheet ${main}><numFmts>${formats.map((code, k) => `<numFmt numFmtId="${164 + k}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats.map((_, k) => `<xf numFmtId="${164 + k}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    xml(
      'xl/sharedStrings.xml',
      `<sst ${main}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    ...sheets.map(({ rows }, index) =>
      xml(
        `xl/worksheets/sheet${index + 1}.xml`,
        `${head}<worksheet ${main}><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`,
      ),
    ),
    ...extra,
  ])
}

/** A text cell. */
export const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

/** An OpenDocument spreadsheet. @param body what stands in `office:spreadsheet` */
export function odsBytes(
  body: string,
  { head = '', manifest = '' }: { readonly head?: string; readonly manifest?: string } = {},
): Buffer {
  const namespaces = ['office', 'table', 'text', 'draw']
    .map(
      (name) =>
        `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
    )
    .join(' ')
  return zipBytes([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    {
      name: 'META-INF/manifest.xml',
      content: `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${manifest}</manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>${head}<office:document-content ${namespaces}><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`,
    },
  ])
}
