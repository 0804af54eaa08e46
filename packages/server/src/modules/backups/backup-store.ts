import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { StorageError } from '../../storage/storage.js'
import { backupName, isBackupName, metadataName } from './backup-name.js'

export const backupPlace = (app: string, file: string): BinaryPlace => ({ app, area: 'backups', name: file })

/** What the service noted about a backup when it was made. */
export const Metadata = Type.Object({
  created_by: Type.String(),
  version: Type.String(),
  sha256: Type.String(),
  bytes: Type.Integer(),
  kind: Type.Union([Type.Literal('database'), Type.Literal('archive')]),
  reason: Type.Union([
    Type.Literal('asked'),
    Type.Literal('scheduled'),
    Type.Literal('before_restore'),
    Type.Literal('before_upgrade'),
  ]),
  verified: Type.Boolean(),
  missing_files: Type.Integer(),
  left_out: Type.Optional(Type.Array(Type.String())),
})
export type Metadata = Type.Static<typeof Metadata>

export interface StoredBackup {
  readonly file: string
  /** In bytes. */
  readonly size: number
  readonly modified: Date
  /** `undefined` for a file that the service did not put there. */
  readonly metadata: Metadata | undefined
}

/** All backups of an application, in no order. */
export async function listStoredBackups(binaries: BinaryStorage, app: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for await (const { name: file, size, modified } of binaries.list(app, 'backups')) {
    if (isBackupName(file)) found.push({ file, size, modified, metadata: undefined })
  }
  return Promise.all(
    found.map(async (each) => ({
      ...each,
      metadata: trusted(each.size, await readMetadata(binaries, app, each.file)),
    })),
  )
}

/** A file that was cut short since is verified no more. Only a look at every byte tells other damage. */
const trusted = (size: number, metadata: Metadata | undefined): Metadata | undefined =>
  metadata && { ...metadata, verified: metadata.verified && metadata.bytes === size }

const maxMetadataBytes = 65_536

/** `undefined` when nothing was noted, or nothing that can be understood. */
export async function readMetadata(
  binaries: BinaryStorage,
  app: string,
  file: string,
): Promise<Metadata | undefined> {
  const place = backupPlace(app, metadataName(file))
  const content = await binaries.read(place, { first: 0, last: maxMetadataBytes - 1 }).catch(() => undefined)
  if (!content) return undefined
  const pieces: Buffer[] = []
  for await (const piece of content as AsyncIterable<Buffer>) pieces.push(piece)
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    return Value.Check(Metadata, value) ? value : undefined
  } catch {
    return undefined
  }
}

const maxPerSecond = 9999

/** A name that no backup has. */
export async function freeName(
  binaries: BinaryStorage,
  app: string,
  engine: 'sqlite' | 'pgsql',
  seconds: number,
): Promise<string> {
  for (let time = 1; time <= maxPerSecond; time++) {
    const name = backupName(app, engine, seconds, time)
    if (!(await binaries.head(backupPlace(app, name)))) return name
  }
  throw new StorageError('exists', 'There are too many backups of this second.')
}

/** What is known of it comes first: a crash in between leaves no backup that is not whole and known. */
export async function shelve(
  binaries: BinaryStorage,
  app: string,
  file: string,
  path: string,
  metadata: Metadata,
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(metadata, undefined, 2)}\n`)
  await binaries.put(backupPlace(app, metadataName(file)), contentOf(text))
  try {
    await binaries.adopt(backupPlace(app, file), path)
  } catch (error) {
    await binaries.remove(backupPlace(app, metadataName(file))).catch(() => undefined)
    throw error
  }
}

async function* contentOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * The backup first: a crash in between leaves a note about nothing, never a backup of which nothing is known.
 */
export async function takeStoredBackup(binaries: BinaryStorage, app: string, file: string): Promise<void> {
  await binaries.remove(backupPlace(app, file))
  await binaries.remove(backupPlace(app, metadataName(file)))
}
