import { pipeline } from 'node:stream/promises'
import { TransformStream } from 'node:stream/web'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntryOptions {
  /** Not for what is packed already, such as photographs. */
  readonly compress?: boolean
  /** From 1980 to 2107; written in the time of this machine, as archives have it. */
  readonly mtime?: Date
}

/**
 * Writes a ZIP file (APPNOTE.TXT 4.3 and 4.5, with ZIP64 where it is needed), one entry after the other. Of
 * entries that were written it keeps what the directory at the end says of them, about 100 bytes.
 */
export class ZipWriter {
  readonly #send: (bytes: Uint8Array) => Promise<void>
  readonly #directory: Buffer[] = []
  /** The end of the directory, not joined yet. */
  #records: Buffer[] = []
  #entries = 0
  /** Where the next byte comes to lie. */
  #offset = 0
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  /** @param send takes bytes, and resolves when it may have more */
  constructor(send: (bytes: Uint8Array) => Promise<void>) {
    this.#send = send
  }

  /** Resolves when `content` was taken to its end. @param path with slashes */
  async add(
    path: string,
    content: AsyncIterable<Uint8Array>,
    { compress = true, mtime = new Date() }: ZipEntryOptions = {},
  ): Promise<void> {
    const name = Buffer.from(path)
    const offset = this.#offset
    const facts = commonFacts(name, compress, mtime)
    await this.#write(Buffer.concat([localFileHeader, version(), facts, zeros(12), lengths(name), name]))
    const began = this.#offset
    const seen = { crc: 0, size: 0 }
    const pieces = counted(content, seen)
    for await (const piece of compress ? deflated(pieces) : pieces) await this.#write(piece)
    const sizes = { crc: seen.crc, packed: this.#offset - began, size: seen.size }
    await this.#write(dataDescriptor(sizes))
    this.#records.push(directoryRecord(name, facts, offset, sizes))
    this.#entries += 1
    // In one piece they take a third of the memory.
    if (this.#records.length === 1000) this.#join()
  }

  /** Writes the directory, and the last byte. */
  async end(): Promise<void> {
    const began = this.#offset
    this.#join()
    for (const records of this.#directory) await this.#write(records)
    await this.#write(endOfDirectory(this.#entries, began, this.#offset - began))
    await this.#flush()
  }

  #join(): void {
    this.#directory.push(Buffer.concat(this.#records))
    this.#records = []
  }

  /** Headers and small files go on together. */
  async #write(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length
    if (bytes.length < enough) {
      this.#waiting.push(bytes)
      this.#waitingBytes += bytes.length
      if (this.#waitingBytes >= enough) await this.#flush()
    } else {
      await this.#flush()
      await this.#send(bytes)
    }
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#send(bytes)
  }
}

/**
 * The bytes of the ZIP file that `write` fills. When the reader of the bytes goes away, what `write` adds
 * next fails; the generator ends after `write` did.
 */
export async function* writeZip(write: (zip: ZipWriter) => Promise<void>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const zip = new ZipWriter((bytes) => writer.write(bytes))
  const written = write(zip)
    .then(() => zip.end())
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error))
  try {
    yield* readable.values({ preventCancel: true })
  } finally {
    const isGone = new Error('Nobody takes the archive any more.')
    await readable.cancel(isGone).catch(() => undefined)
    await written
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  seen: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    seen.crc = crc32(piece, seen.crc)
    seen.size += piece.length
    yield piece
  }
}

/** In threads of its own. */
async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw()
  // An error of `content` destroys `deflate`, so that its reader gets it.
  const taken = pipeline(content, deflate).catch(() => undefined)
  try {
    yield* deflate
  } finally {
    deflate.destroy()
    await taken
  }
}

interface Sizes {
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** So many bytes are worth a call. */
const enough = 16 * 1024

/** From here on a number does not fit into the fields of old: ZIP64 has wider ones. */
const tooMuch = 0xffffffff
const tooMany = 0xffff

const localFileHeader = Buffer.from('PK\x03\x04')

/** Sizes stand behind the bytes; the name is UTF-8. */
const flags = 0x808

/** Of ZIP that a program must know to read an entry: 2.0, or 4.5 for ZIP64. */
const version = (isLarge = false): Buffer => Buffer.from([isLarge ? 45 : 20, 0])

/** Of a local header and of a record of the directory: flags, method, time. */
function commonFacts(name: Buffer, compress: boolean, mtime: Date): Buffer {
  if (name.length > tooMany) throw new Error(`A name of ${name.length} bytes fits into no ZIP file.`)
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(flags, 0)
  bytes.writeUInt16LE(compress ? 8 : 0, 2)
  const seconds = Math.floor(mtime.getSeconds() / 2)
  bytes.writeUInt16LE((mtime.getHours() << 11) | (mtime.getMinutes() << 5) | seconds, 4)
  const year = mtime.getFullYear() - 1980
  bytes.writeUInt16LE((year << 9) | ((mtime.getMonth() + 1) << 5) | mtime.getDate(), 6)
  return bytes
}

const zeros = (length: number): Buffer => Buffer.alloc(length)

/** Of the name, and of what would come behind it. */
function lengths(name: Buffer, extra = 0): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16LE(name.length, 0)
  bytes.writeUInt16LE(extra, 2)
  return bytes
}

function dataDescriptor({ crc, packed, size }: Sizes): Buffer {
  const isLarge = packed >= tooMuch || size >= tooMuch
  const bytes = Buffer.alloc(isLarge ? 24 : 16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  if (isLarge) {
    bytes.writeBigUInt64LE(BigInt(packed), 8)
    bytes.writeBigUInt64LE(BigInt(size), 16)
  } else {
    bytes.writeUInt32LE(packed, 8)
    bytes.writeUInt32LE(size, 12)
  }
  return bytes
}

function directoryRecord(name: Buffer, facts: Buffer, offset: number, { crc, packed, size }: Sizes): Buffer {
  const isLarge = [offset, packed, size].some((number) => number >= tooMuch)
  const inOldField = (number: number): number => (isLarge ? tooMuch : number)
  const extra = zeros(isLarge ? 28 : 0)
  if (isLarge) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [place, number] of [size, packed, offset].entries())
      extra.writeBigUInt64LE(BigInt(number), 4 + 8 * place)
  }
  const sizes = zeros(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(inOldField(packed), 4)
  sizes.writeUInt32LE(inOldField(size), 8)
  const rest = zeros(14)
  // A file of Unix that all may read and its owner may write.
  rest.writeUInt32LE(0o100644 * 0x10000, 6)
  rest.writeUInt32LE(inOldField(offset), 10)
  const versions = Buffer.concat([Buffer.from([45, madeOnUnix]), version(isLarge)])
  const fields = [versions, facts, sizes, lengths(name, extra.length), rest, name, extra]
  return Buffer.concat([directoryHeader, ...fields])
}

const directoryHeader = Buffer.from('PK\x01\x02')

/** The system whose rights on files the record states. */
const madeOnUnix = 3

/** @param began where the directory does; it is so many bytes long */
function endOfDirectory(entries: number, began: number, length: number): Buffer {
  const end = zeros(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, tooMany), 8)
  end.writeUInt16LE(Math.min(entries, tooMany), 10)
  end.writeUInt32LE(Math.min(length, tooMuch), 12)
  end.writeUInt32LE(Math.min(began, tooMuch), 16)
  if (entries < tooMany && length < tooMuch && began < tooMuch) return end
  const wide = zeros(76)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(45, 12)
  wide.writeUInt16LE(45, 14)
  wide.writeBigUInt64LE(BigInt(entries), 24)
  wide.writeBigUInt64LE(BigInt(entries), 32)
  wide.writeBigUInt64LE(BigInt(length), 40)
  wide.writeBigUInt64LE(BigInt(began), 48)
  // Where the wide form stands.
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(began + length), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}
