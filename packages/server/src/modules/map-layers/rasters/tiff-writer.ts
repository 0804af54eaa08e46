import { type FileHandle, open } from 'node:fs/promises'

/** The numbers of the tags that are written (TIFF 6.0; the last ones are GDAL's and GeoTIFF's). */
const tags = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  samplesPerPixel: 277,
  planarConfiguration: 284,
  software: 305,
  predictor: 317,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  yCbCrSubSampling: 530,
  pixelScale: 33550,
  tiepoints: 33922,
  transformation: 34264,
  geoKeys: 34735,
  noData: 42113,
} as const

type Tag = keyof typeof tags

const types = {
  text: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
  long8: { code: 16, bytes: 8 },
} as const

type Values = { readonly type: keyof typeof types; readonly values: readonly number[] | string }

/** One image of a file: its tags but for the places of its tiles, and how many tiles it has. */
export interface Level {
  readonly tags: readonly (readonly [Tag, Values])[]
  readonly tiles: number
}

interface Places {
  readonly offsets: number[]
  readonly counts: number[]
}

/**
 * Writes a BigTIFF: first where everything lies, then the tiles as they come. What lies where is known at the
 * end and written then, so that who reads the file over a network finds all of it at the beginning.
 */
export class TiffWriter {
  readonly #file: FileHandle
  readonly #levels: readonly Level[]
  readonly #places: readonly Places[]
  #end: number

  private constructor(file: FileHandle, levels: readonly Level[]) {
    this.#file = file
    this.#levels = levels
    this.#places = levels.map(({ tiles }) => ({
      offsets: Array<number>(tiles).fill(0),
      counts: Array<number>(tiles).fill(0),
    }))
    this.#end = this.#head().length
  }

  /** @param levels the image itself first, then its smaller ones */
  static async begin(path: string, levels: readonly Level[]): Promise<TiffWriter> {
    return new TiffWriter(await open(path, 'wx'), levels)
  }

  async addTile(level: number, tile: number, bytes: Uint8Array): Promise<void> {
    const at = this.#end
    this.#end += bytes.length
    const places = this.#places[level]
    if (!places) return
    places.offsets[tile] = at
    places.counts[tile] = bytes.length
    await this.#file.write(bytes, 0, bytes.length, at)
  }

  async finish(): Promise<void> {
    const head = this.#head()
    await this.#file.write(head, 0, head.length, 0)
    await this.#file.sync()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #head(): Buffer {
    const directories = this.#levels.map(({ tags: known }, place) => {
      const { offsets, counts } = this.#places[place] as Places
      return [
        ...known,
        ['tileOffsets', { type: 'long8', values: offsets }] as const,
        ['tileByteCounts', { type: 'long', values: counts }] as const,
      ].sort(([one], [other]) => tags[one] - tags[other])
    })
    const parts: Buffer[] = [header()]
    let at = headerBytes
    for (const [place, entries] of directories.entries()) {
      const part = directory(entries, at, place === directories.length - 1)
      parts.push(part)
      at += part.length
    }
    return Buffer.concat(parts)
  }
}

const headerBytes = 16

/** Little-endian, version 43: places of 8 bytes (the BigTIFF design). */
function header(): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('II')
  bytes.writeUInt16LE(43, 2)
  bytes.writeUInt16LE(8, 4)
  bytes.writeBigUInt64LE(BigInt(headerBytes), 8)
  return bytes
}

const entryBytes = 20

/** A directory with the values that find no room in it behind it. @param at where it begins in the file */
function directory(entries: readonly (readonly [Tag, Values])[], at: number, isLast: boolean): Buffer {
  const size = 8 + entries.length * entryBytes + 8
  const table = Buffer.alloc(size)
  const behind: Buffer[] = []
  let end = size
  table.writeBigUInt64LE(BigInt(entries.length), 0)
  for (const [place, [tag, values]] of entries.entries()) {
    const from = 8 + place * entryBytes
    const bytes = valueBytes(values)
    const { code, bytes: each } = types[values.type]
    table.writeUInt16LE(tags[tag], from)
    table.writeUInt16LE(code, from + 2)
    table.writeBigUInt64LE(BigInt(bytes.length / each), from + 4)
    if (bytes.length <= 8) bytes.copy(table, from + 12)
    else {
      table.writeBigUInt64LE(BigInt(at + end), from + 12)
      // Values begin at whole words.
      const padded = Buffer.alloc(Math.ceil(bytes.length / 8) * 8)
      bytes.copy(padded)
      behind.push(padded)
      end += padded.length
    }
  }
  table.writeBigUInt64LE(BigInt(isLast ? 0 : at + end), size - 8)
  return Buffer.concat([table, ...behind])
}

function valueBytes({ type, values }: Values): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1')
  const bytes = Buffer.alloc(values.length * types[type].bytes)
  for (const [place, value] of values.entries()) {
    const at = place * types[type].bytes
    if (type === 'short') bytes.writeUInt16LE(value, at)
    else if (type === 'long') bytes.writeUInt32LE(value, at)
    else if (type === 'double') bytes.writeDoubleLE(value, at)
    else bytes.writeBigUInt64LE(BigInt(value), at)
  }
  return bytes
}
