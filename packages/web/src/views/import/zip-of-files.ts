import { pathOf } from '../../core/dropped-files.js'

/** The remainders by which a CRC-32 is calculated, a byte at a time. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (remainders[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

/** What an archive in the old form can hold. */
export const maxBytes = 4_000_000_000
export const maxFiles = 10_000

/** Names in UTF-8, a version of the format that knows folders, the first day that the format can tell. */
const [utf8, version, firstDay] = [0x0800, 20, 0x21]

/**
 * Packs files, with the folders that they came in, into one ZIP archive without compressing them, since
 * pictures are compressed already. Each file is read once, and not kept in memory.
 *
 * @param files together below `maxBytes`, and at most `maxFiles`
 */
export async function zipOfFiles(files: readonly File[]): Promise<Blob> {
  const parts: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let directorySize = 0
  for (const file of files) {
    const name = new TextEncoder().encode(pathOf(file))
    const common = [
      [2, version],
      [2, utf8],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, checksum(new Uint8Array(await file.arrayBuffer()))],
      [4, file.size],
      [4, file.size],
      [2, name.length],
      [2, 0],
    ] as const
    const head = numbers([4, 0x04034b50], ...common)
    const entry = numbers(
      [4, 0x02014b50],
      [2, version],
      ...common,
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    )
    parts.push(head, name, file)
    directory.push(entry, name)
    offset += head.length + name.length + file.size
    directorySize += entry.length + name.length
  }
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, directorySize],
    [4, offset],
    [2, 0],
  )
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

/** Numbers of so many bytes each, the lowest byte first. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}
