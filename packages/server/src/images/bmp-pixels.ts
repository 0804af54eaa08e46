import { open } from 'node:fs/promises'

/** Pixels row by row from the top, three bytes each: red, green, blue. */
export interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const headerBytes = 54
const maxBytes = 128 * 1024 * 1024

/**
 * Reads a Windows bitmap of 24 or 32 bits without compression (BITMAPINFOHEADER), which libvips does not.
 * @returns `undefined` for what is none of that kind, or has more than `maxPixels`
 */
export async function readBmp(path: string, maxPixels: number): Promise<Pixels | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    if (bytesRead < headerBytes || buffer.toString('latin1', 0, 2) !== 'BM') return undefined
    const start = buffer.readUInt32LE(10)
    const width = buffer.readInt32LE(18)
    const rows = buffer.readInt32LE(22)
    const height = Math.abs(rows)
    const bytesEach = buffer.readUInt16LE(28) / 8
    const isPlain = buffer.readUInt32LE(30) === 0 && (bytesEach === 3 || bytesEach === 4)
    if (!isPlain || width < 1 || height < 1 || width * height > maxPixels) return undefined
    const stride = Math.ceil((width * bytesEach) / 4) * 4
    const { size } = await file.stat()
    if (stride * height > maxBytes || start + stride * height > size) return undefined
    const stored = Buffer.alloc(stride * height)
    await file.read(stored, 0, stored.length, start)
    const data = Buffer.alloc(width * height * 3)
    for (let y = 0, to = 0; y < height; y++) {
      const line = (rows < 0 ? y : height - 1 - y) * stride
      for (let x = 0; x < width; x++) {
        const from = line + x * bytesEach
        data[to++] = stored[from + 2] as number
        data[to++] = stored[from + 1] as number
        data[to++] = stored[from] as number
      }
    }
    return { data, width, height }
  } finally {
    await file.close()
  }
}
