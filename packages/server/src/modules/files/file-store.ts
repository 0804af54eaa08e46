import type { Readable } from 'node:stream'

/** What was taken in and has no name yet. */
export interface Upload {
  /** Known to the store that made it. */
  readonly temporary: string
  readonly size: number
  /** The first bytes, by which the type is known: up to 16 KiB. */
  readonly head: Uint8Array
}

/** First and last byte, both counted from 0 and both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredBinary {
  readonly size: number
  readonly modified: Date
}

/** Where the bytes of files lie: folders, or object storage. A key is made from the row of the file, never from a request. */
export interface FileStore {
  /** Takes bytes in under a temporary name, as they come; they are on disk when the promise resolves. */
  write(app: string, content: AsyncIterable<Uint8Array>): Promise<Upload>
  /** Gives an upload its name for good, in one step. */
  keep(app: string, upload: Upload, key: string): Promise<void>
  /** Forgets an upload that was not kept. */
  discard(app: string, upload: Upload): Promise<void>
  /** `undefined` when there are no such bytes. */
  describe(app: string, key: string): Promise<StoredBinary | undefined>
  /** The bytes of `range`, or all of them. */
  read(app: string, key: string, range?: ByteRange): Promise<Readable>
  /** Bytes that are gone already are no error. */
  remove(app: string, key: string): Promise<void>
}
