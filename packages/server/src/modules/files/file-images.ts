import { rm } from 'node:fs/promises'
import type { FileMetadata } from '@trowel/contract/files.js'
import { writeWkt } from '../../formats/wkt.js'
import type { RequestScope } from '../../http/scope.js'
import type { ImageFacts, Position } from '../../images/image-job.js'
import { binaryName, binaryPlace } from './binary-names.js'
import { fileNotFound, requireSeen } from './file-access.js'
import type { FileKeeping } from './file-keeping.js'
import { isRaster, mayTellPosition } from './media-types.js'
import { selectFile } from './store.js'

/** A picture as paper takes it: a JPEG on this machine, until it is released. */
export interface PrintCopy {
  readonly path: string
  /** In pixels. */
  readonly width: number
  readonly height: number
  release(): Promise<void>
}

/**
 * A copy of a file that the caller sees, so that neither side has more than `side` pixels.
 *
 * @returns `undefined` when it is no picture, or none can be made of it
 */
export async function makePrintCopy(
  scope: RequestScope,
  { binaries, images }: FileKeeping,
  fileId: number,
  side: number,
): Promise<PrintCopy | undefined> {
  const file = await selectFile(scope.db.quick, fileId)
  if (!file || !isRaster(file.ext)) return undefined
  const local = await binaries.bringHere(binaryPlace(scope.db.app, binaryName(file)))
  if (!local) return undefined
  const path = await binaries.spool.newPath()
  const release = (): Promise<void> => rm(path, { force: true })
  try {
    const size = await images.print(local.path, path, side)
    if (size) return { path, ...size, release }
    await release()
    return undefined
  } catch (error) {
    await release()
    throw error
  } finally {
    await local.release()
  }
}

/**
 * What a picture says of itself, offered to a caller who sees the file: nothing of it is stored or believed.
 * All is null for what is no picture.
 *
 * @throws `record_not_found`
 */
export async function readMetadata(
  scope: RequestScope,
  { binaries, images }: FileKeeping,
  fileId: number,
): Promise<FileMetadata> {
  const file = await requireSeen(scope.db.quick, scope, fileId)
  if (!mayTellPosition(file.ext)) return describe(undefined)
  const local = await binaries.bringHere(binaryPlace(scope.db.app, binaryName(file)))
  if (!local) throw fileNotFound()
  try {
    const facts = await images.describe(local.path)
    return describe(typeof facts === 'string' ? undefined : facts)
  } finally {
    await local.release()
  }
}

function describe(facts: ImageFacts | undefined): FileMetadata {
  const notes = facts?.notes
  return {
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    taken_at: notes?.takenAt ?? null,
    utc_offset: notes?.utcOffset ?? null,
    camera_make: notes?.make ?? null,
    camera_model: notes?.model ?? null,
    lens: notes?.lens ?? null,
    author: notes?.author ?? null,
    copyright: notes?.copyright ?? null,
    position: notes?.position ? describePosition(notes.position) : null,
  }
}

const describePosition = ({ latitude, longitude, altitudeMetres }: Position) => ({
  latitude,
  longitude,
  altitude: altitudeMetres ?? null,
  geometry: writeWkt({ type: 'Point', coordinates: [longitude, latitude] }),
})
