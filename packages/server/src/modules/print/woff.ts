import { inflateSync } from 'node:zlib'

const signature = 'wOFF'
/** Of a WOFF file and of an entry in its list of tables; the same two of the font inside. */
const woffHeader = 44
const woffEntry = 20
const fontHeader = 12
const fontEntry = 16

/**
 * The font (TrueType or OpenType) inside a WOFF 1.0 file; other bytes come back as they are. PDFKit reads
 * WOFF too, but inflates the table of all glyphs again for each glyph that a document uses.
 */
export function fontInside(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (file.toString('latin1', 0, 4) !== signature) return file
  const count = file.readUInt16BE(12)
  const directory = Buffer.alloc(fontHeader + count * fontEntry)
  file.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  directory.writeUInt16BE(2 ** power * fontEntry, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE((count - 2 ** power) * fontEntry, 10)
  const parts = [directory]
  let end = directory.length
  for (let k = 0; k < count; k++) {
    const entry = woffHeader + k * woffEntry
    const start = file.readUInt32BE(entry + 4)
    const packed = file.subarray(start, start + file.readUInt32BE(entry + 8))
    const length = file.readUInt32BE(entry + 12)
    const table = packed.length < length ? inflateSync(packed, { maxOutputLength: length }) : packed
    const at = fontHeader + k * fontEntry
    file.copy(directory, at, entry, entry + 4)
    file.copy(directory, at + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(end, at + 8)
    directory.writeUInt32BE(length, at + 12)
    // Tables begin at multiples of four.
    const filling = Buffer.alloc(-table.length & 3)
    parts.push(table, filling)
    end += table.length + filling.length
  }
  return Buffer.concat(parts)
}
