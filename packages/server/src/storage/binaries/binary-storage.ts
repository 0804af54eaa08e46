import type { Readable } from 'node:stream'
import { StorageError } from '../storage.js'
import type { Spool } from './spool.js'

/**
 * What an application, or the service beside its applications, keeps besides the database: each kind in an
 * area of its own.
 */
export const areas = [
  'files',
  'previews',
  'pictures',
  'imports',
  'geodata',
  'widgets',
  'backups',
  'curves',
] as const
export type Area = (typeof areas)[number]

/**
 * Where bytes lie. All three parts are made by the service; those that are read from a table are not
 * believed.
 */
export interface BinaryPlace {
  readonly app: string
  readonly area: Area
  readonly name: string
}

const nameForm = (length: number): RegExp => new RegExp(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,${length - 1}}$`)

/**
 * How the service names bytes that it keeps: nothing that leads out of their place, and room for what is made
 * of them.
 */
export const binaryNameForm = nameForm(200)
const placeNameForm = nameForm(255)
/** Applications, and what belongs to none of them. */
const ownerForm = /^(?:[a-z][a-z0-9_]{2,19}|\.service)$/

/** Nothing is ever kept at another place, so that nothing can be found there. */
export const isPlace = ({ app, name }: BinaryPlace): boolean =>
  ownerForm.test(app) && placeNameForm.test(name)

/** @throws StorageError `invalid_name` */
export function requirePlace(place: BinaryPlace): void {
  if (!isPlace(place)) throw new StorageError('invalid_name', 'Bytes cannot be kept under such a name.')
}

/**
 * First and last byte, both counted from 0 and both included. Of no bytes the last comes before the first.
 */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Neither disks nor object storage can be asked for such a part. */
export const isEmpty = ({ first, last }: ByteRange): boolean => last < first

export interface StoredBinary {
  /** In bytes. */
  readonly size: number
  readonly modified: Date
}

export interface LocalCopy {
  readonly path: string
  release(): Promise<void>
}

/**
 * Bytes outside the database: folders of this machine, or object storage that several nodes share. Whatever
 * is under a name is whole: it was there at once, after its last byte was safe.
 *
 * A name that leads out of its place has no bytes: it is not found, removing it does nothing, and keeping
 * something under it is refused.
 *
 * Every operation throws StorageError `files_unavailable` or `disk_full` for what the operator
 * has to mend.
 */
export interface BinaryStorage {
  /** Where bytes wait on this machine until they are kept. */
  readonly spool: Spool
  /** Keeps bytes as they come; nothing is kept when they break off. */
  put(place: BinaryPlace, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Keeps a finished file of the spool, which is gone from there afterwards. */
  adopt(place: BinaryPlace, path: string): Promise<void>
  /** `undefined` when there is nothing under this name. */
  head(place: BinaryPlace): Promise<StoredBinary | undefined>
  /** The bytes of `range`, or all of them; `undefined` when there is nothing under this name. */
  read(place: BinaryPlace, range?: ByteRange): Promise<Readable | undefined>
  /**
   * The bytes as a file of this machine, to be read only, until they are released; `undefined` when there are
   * none.
   */
  bringHere(place: BinaryPlace): Promise<LocalCopy | undefined>
  /** What is gone already is no error. */
  remove(place: BinaryPlace): Promise<void>
  /** Everything in an area, in any order. */
  list(app: string, area: Area): AsyncIterable<StoredBinary & { readonly name: string }>
  /** Can it be reached? Throws when it cannot. */
  ping(): Promise<void>
  close(): Promise<void>
}
