import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { writeZip, type ZipWriter } from './zip-writer.js'

const mebibyte = 1024 * 1024

async function* bytesOf(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** An archive as the pieces that it came in: bytes that are repeated in one of 4 GiB take memory once. */
class Pieces extends RandomAccessReader {
  constructor(private readonly pieces: readonly Uint8Array[]) {
    super()
  }

  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.between(start, end), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    let at = offset
    for (const part of this.between(position, position + length)) {
      buffer.set(part, at)
      at += part.length
    }
    process.nextTick(done, null)
  }

  private *between(start: number, end: number): Generator<Uint8Array> {
    let at = 0
    for (const piece of this.pieces) {
      const part = piece.subarray(Math.max(start - at, 0), Math.max(end - at, 0))
      if (part.length > 0) yield part
      at += piece.length
    }
  }
}

async function written(write: (zip: ZipWriter) => Promise<void>): Promise<ZipFile> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(write)) pieces.push(piece)
  const reader = new Pieces(pieces)
  return fromRandomAccessReaderPromise(reader, reader.length, { lazyEntries: true, autoClose: false })
}

/** Names and bytes of the entries; the reader checks sizes and sums. */
async function contentOf(zip: ZipFile): Promise<[string, Buffer][]> {
  const read: [string, Buffer][] = []
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      pieces.push(piece)
    read.push([entry.fileName, Buffer.concat(pieces)])
  }
  return read
}

const anyEntry = fc.record({
  path: fc
    .array(fc.stringMatching(/^[\p{L}\d _-]{1,12}$/u), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/')),
  pieces: fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 4 }),
  compress: fc.boolean(),
})

test('an archive has its entries in their order, with their names and their bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { maxLength: 8 }), async (entries) => {
      const zip = await written(async (writer) => {
        for (const { path, pieces, compress } of entries)
          await writer.add(path, bytesOf(...pieces), { compress })
      })
      expect(await contentOf(zip)).toEqual(entries.map(({ path, pieces }) => [path, Buffer.concat(pieces)]))
    }),
    { numRuns: 40 },
  )
})

test('an entry has the time that it was given', async () => {
  const time = new Date(2024, 6, 31, 23, 58, 40)
  const zip = await written((writer) => writer.add('finds.csv', bytesOf('id'), { mtime: time }))
  for await (const entry of zip.eachEntry()) expect(entry.getLastModDate()).toEqual(time)
  expect(zip.entryCount).toBe(1)
})

test('an archive can have more than 65,535 entries', async () => {
  const zip = await written(async (writer) => {
    for (let number = 0; number < 66_000; number++)
      await writer.add(`${number}.txt`, bytesOf(String(number)), { compress: false })
  })
  expect(zip.entryCount).toBe(66_000)
  for await (const entry of zip.eachEntry()) {
    const [piece] = await (await zip.openReadStreamPromise(entry)).toArray()
    expect([entry.fileName, String(piece)]).toEqual(['0.txt', '0'])
    // To read all of them would take longer than everything else here.
    break
  }
})

test('an entry can have more than 4 GiB, and another one can stand behind it', async () => {
  const zeros = Buffer.alloc(64 * mebibyte)
  const size = 65 * zeros.length
  const zip = await written(async (writer) => {
    const large = Readable.from(Array.from({ length: 65 }, () => zeros))
    await writer.add('survey.tif', large, { compress: false })
    await writer.add('after.txt', bytesOf('after'))
  })
  const sizes: [string, number][] = []
  for await (const entry of zip.eachEntry()) {
    sizes.push([entry.fileName, entry.uncompressedSize])
    if (entry.fileName !== 'after.txt') continue
    const [piece] = await (await zip.openReadStreamPromise(entry)).toArray()
    expect(String(piece)).toBe('after')
  }
  expect(sizes).toEqual([
    ['survey.tif', size],
    ['after.txt', 5],
  ])
})

test('what fails while an entry is read ends the archive with it', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('The disk is gone.')
  }
  for (const compress of [true, false])
    await expect(written((writer) => writer.add('half.txt', failing(), { compress }))).rejects.toThrow(
      'The disk is gone.',
    )
})

test('where whoever reads goes away, what is being written is closed', async () => {
  for (const compress of [true, false]) {
    let isClosed = false
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(crypto.getRandomValues(new Uint8Array(32 * 1024)))
      } finally {
        isClosed = true
      }
    }
    let failure: unknown
    for await (const _ of writeZip((writer) =>
      writer.add('endless', endless(), { compress }).catch((error: unknown) => {
        failure = error
        throw error
      }),
    ))
      break
    expect(isClosed).toBe(true)
    expect(failure).toEqual(new Error('Nobody takes the archive any more.'))
  }
})
