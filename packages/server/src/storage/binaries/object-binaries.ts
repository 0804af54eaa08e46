import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { StorageError } from '../storage.js'
import {
  type Area,
  type BinaryPlace,
  type BinaryStorage,
  type ByteRange,
  isEmpty,
  isPlace,
  requirePlace,
} from './binary-storage.js'
import { openSpool } from './spool.js'
import { writeDown } from './write-down.js'

export interface ObjectBinariesOptions {
  readonly bucket: string
  /** What every key begins with, without slashes at its ends; `''` for nothing. */
  readonly prefix: string
  /** An S3-compatible service of one's own; the AWS variables name it otherwise. */
  readonly endpoint: string | undefined
  /** Where bytes wait on this machine. */
  readonly dataFolder: string
}

/** Pieces in which larger bytes are sent: two of them are in memory at a time. */
const pieceBytes = 8 * 1024 * 1024
const piecesAtOnce = 2

/**
 * Bytes in S3-compatible object storage: `<prefix>/<app>/<area>/<name>`. Region, credentials and the like
 * come from the standard AWS variables.
 */
export function openObjectBinaries(options: ObjectBinariesOptions): BinaryStorage {
  const { bucket, prefix, endpoint } = options
  const client = new S3Client(clientConfig(endpoint))
  const spool = openSpool(options.dataFolder)
  const attempt = <T>(work: () => Promise<T>) => withStorageErrors(options, work)
  const folderOf = (app: string, area: Area): string => [...(prefix ? [prefix] : []), app, area, ''].join('/')
  const keyOf = (place: BinaryPlace) => {
    requirePlace(place)
    return { Bucket: bucket, Key: folderOf(place.app, place.area) + place.name }
  }
  /** What no name leads to is not there. */
  const found = <T>(place: BinaryPlace, work: () => Promise<T>): Promise<T | undefined> =>
    isPlace(place) ? attempt(() => orMissing(work)) : Promise.resolve(undefined)

  const send = (place: BinaryPlace, body: Readable): Promise<void> =>
    attempt(async () => {
      const upload = new Upload({
        client,
        params: { ...keyOf(place), Body: body, ContentType: 'application/octet-stream' },
        partSize: pieceBytes,
        queueSize: piecesAtOnce,
      })
      try {
        await upload.done()
      } finally {
        body.destroy()
      }
    })

  const read = (place: BinaryPlace, range?: ByteRange): Promise<Readable | undefined> =>
    found(place, async () => {
      if (range && isEmpty(range)) {
        await client.send(new HeadObjectCommand(keyOf(place)))
        return Readable.from([])
      }
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const { Body } = await client.send(new GetObjectCommand({ ...keyOf(place), ...part }))
      return bodyWithStorageErrors(options, Body as Readable)
    })

  return {
    spool,
    put: (place, content) => send(place, Readable.from(content, { objectMode: false })),
    async adopt(place, path) {
      await send(place, createReadStream(path, { highWaterMark: 1024 * 1024 }))
      await rm(path, { force: true })
    },
    head: (place) =>
      found(place, async () => {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(keyOf(place)))
        return { size: ContentLength ?? 0, modified: LastModified ?? new Date(0) }
      }),
    read,
    async bringHere(place) {
      const content = await read(place)
      if (!content) return undefined
      const path = await spool.newPath()
      await attempt(() => writeDown(path, content))
      return { path, release: () => rm(path, { force: true }) }
    },
    async remove(place) {
      await found(place, () => client.send(new DeleteObjectCommand(keyOf(place))))
    },
    async *list(app, area) {
      const folder = folderOf(app, area)
      let next: string | undefined
      do {
        const page = await attempt(() =>
          client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ContinuationToken: next })),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          yield {
            name: (Key ?? '').slice(folder.length),
            size: Size ?? 0,
            modified: LastModified ?? new Date(0),
          }
        }
        next = page.NextContinuationToken
      } while (next !== undefined)
    },
    async ping() {
      await attempt(() => client.send(new HeadBucketCommand({ Bucket: bucket })))
    },
    close: async () => client.destroy(),
  }
}

/** Services of one's own know their buckets by path, and most of them no region. */
function clientConfig(endpoint: string | undefined): S3ClientConfig {
  const patience = { requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 } }
  if (endpoint === undefined) return patience
  const region = process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  return { ...patience, endpoint, forcePathStyle: true, region }
}

async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name))
      return undefined
    throw error
  }
}

/** The same bytes. When they break off that is the fault of the storage, from the first byte to the last. */
async function bodyWithStorageErrors(options: ObjectBinariesOptions, body: Readable): Promise<Readable> {
  const pieces = body[Symbol.asyncIterator]()
  const next = () =>
    withStorageErrors(options, () => pieces.next()).catch((error: unknown) => {
      throw error instanceof StorageError ? error : unavailable(options, 'it broke off.', error)
    })
  const first = await next()
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let piece = first; !piece.done; piece = await next()) yield piece.value as Uint8Array
  }
  const readable = Readable.from(all(), { objectMode: false })
  return readable.once('close', () => body.destroy())
}

/** Says what the operator has to mend, without the credentials. */
async function withStorageErrors<T>(options: ObjectBinariesOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    throw reason === undefined ? error : unavailable(options, reason, error)
  }
}

function unavailable(
  { bucket, endpoint }: ObjectBinariesOptions,
  reason: string,
  error: unknown,
): StorageError {
  const where = `the bucket "${bucket}" of TROWEL_FILES_URL${endpoint ? ` at ${endpoint}` : ''}`
  return new StorageError('files_unavailable', `The file storage, ${where}, cannot be used: ${reason}`, {
    // The error itself holds the whole request, which is nothing for a log.
    cause: new Error(`${(error as Error).name}: ${(error as Error).message}`),
  })
}

/** @returns `undefined` for what is no fault of the storage, such as an upload that breaks off */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode
    if (error.name === 'NoSuchBucket' || status === 404) return 'there is no such bucket. Make it first.'
    if (status === 301 || error.name === 'PermanentRedirect' || error.name === 'AuthorizationHeaderMalformed')
      return 'it lies in another region. Set AWS_REGION.'
    if (status === 403)
      return 'access is denied. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they allow.'
    return `it answered ${status ?? 'nothing'} (${error.name}).`
  }
  if (!(error instanceof Error)) return undefined
  if (error.name === 'CredentialsProviderError')
    return 'there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  if (error.message.includes('Region is missing')) return 'no region is named. Set AWS_REGION.'
  const { code } = error as NodeJS.ErrnoException
  const isNetwork =
    error.name === 'TimeoutError' ||
    (code !== undefined && /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST)/.test(code))
  return isNetwork ? `it cannot be reached (${code ?? error.name}). Check AWS_ENDPOINT_URL.` : undefined
}
