import { createHash } from 'node:crypto'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { FilePart } from './manifest.js'
import type { BackupArchive } from './read-archive.js'

/** Files of the backup whose bytes are not here, or not these. */
export async function missingFiles(
  binaries: BinaryStorage,
  app: string,
  files: readonly FilePart[],
): Promise<FilePart[]> {
  const missing: FilePart[] = []
  for (const file of files) if (!(await isHere(binaries, app, file))) missing.push(file)
  return missing
}

const placeOf = (app: string, { area, name }: FilePart): BinaryPlace => ({ app, area, name })

async function isHere(binaries: BinaryStorage, app: string, file: FilePart): Promise<boolean> {
  const place = placeOf(app, file)
  if ((await binaries.head(place))?.size !== file.bytes) return false
  const content = await binaries.read(place)
  if (!content) return false
  const hash = createHash('sha256')
  for await (const piece of content as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex') === file.sha256
}

/** Each is whole under its name or not there. */
export async function putFiles(
  binaries: BinaryStorage,
  app: string,
  archive: BackupArchive,
  files: readonly FilePart[],
): Promise<void> {
  for (const file of files) await binaries.put(placeOf(app, file), archive.file(file))
}
