import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import type { FileKeeping } from './file-keeping.js'
import { type FileName, fileName } from './file-name.js'
import { hasReadableHeader, isRaster, isShrunk } from './media-types.js'

/** A file that a user sends. */
export interface SentFile {
  /** The name that the file came with. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A file that came in whole and waits, on this machine, to be kept. */
export interface Incoming extends FileName {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
  /** Of a picture as it is shown, upright, in pixels; null for what is none or cannot be measured. */
  readonly width: number | null
  readonly height: number | null
}

/** The type of a file is known by these. */
const headBytes = 16 * 1024

/**
 * Takes a file in, finds out what it is, and makes a picture smaller that is larger than the application
 * wants them. `keep` decides what becomes of it; nothing is left on this machine in any case.
 *
 * @throws `error_uploading_file` when there is no byte; `unsupported_media_type` for what begins as a picture
 *   and is none
 */
export async function takeIn<T>(
  scope: RequestScope,
  keeping: FileKeeping,
  file: SentFile,
  keep: (incoming: Incoming) => Promise<T>,
): Promise<T> {
  const path = await keeping.binaries.spool.newPath()
  const smaller = await keeping.binaries.spool.newPath()
  try {
    const received = await receive(path, file.content)
    if (received.size === 0) throw new AppError('error_uploading_file', message('file_is_empty', {}))
    const name = await fileName(file.name, received.head)
    const { size, sha256 } = received
    const { isSmaller, pixels } = await lookAt(scope, keeping, name, path, smaller)
    return await keep({
      ...name,
      ...pixels,
      ...(isSmaller ? { path: smaller, ...(await digestOf(smaller)) } : { path, size, sha256 }),
    })
  } finally {
    await Promise.all([rm(path, { force: true }), rm(smaller, { force: true })])
  }
}

async function receive(path: string, content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  const first: Uint8Array[] = []
  let size = 0
  await writeDown(path, content, (piece) => {
    if (size < headBytes) first.push(piece.slice(0, headBytes))
    size += piece.byteLength
    hash.update(piece)
  })
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(first).subarray(0, headBytes) }
}

interface Looked {
  /** Does `smaller` hold the picture now? */
  readonly isSmaller: boolean
  readonly pixels: Pick<Incoming, 'width' | 'height'>
}

const unmeasured: Looked = { isSmaller: false, pixels: { width: null, height: null } }

async function lookAt(
  scope: RequestScope,
  { images }: FileKeeping,
  { ext }: FileName,
  path: string,
  smaller: string,
): Promise<Looked> {
  if (!isRaster(ext)) return unmeasured
  const facts = await images.describe(path)
  if (facts === 'impossible' && hasReadableHeader(ext)) {
    throw new AppError('unsupported_media_type', message('picture_is_none', { extension: ext }))
  }
  if (typeof facts === 'string') return unmeasured
  const { width, height } = facts
  const asItCame: Looked = { isSmaller: false, pixels: { width, height } }
  const { maxImageSize } = scope.application.settings
  if (!isShrunk(ext) || maxImageSize === 0 || Math.max(width, height) <= maxImageSize) return asItCame
  const shrunk = await images.shrink(path, smaller, maxImageSize)
  if (typeof shrunk !== 'string') return { isSmaller: true, pixels: shrunk }
  scope.log.info({ ext, outcome: shrunk }, 'a picture is kept as large as it came')
  return asItCame
}

/** Size and digest of a file of this machine, which is safe on disk afterwards. */
async function digestOf(path: string): Promise<{ size: number; sha256: string }> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return digest(createReadStream(path))
}

/** @returns bytes, and SHA-256 in hexadecimal digits */
export async function digest(content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of content) {
    size += piece.byteLength
    hash.update(piece)
  }
  return { size, sha256: hash.digest('hex') }
}
