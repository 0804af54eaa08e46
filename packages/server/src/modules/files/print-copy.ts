import { rm } from 'node:fs/promises'
import type { RequestScope } from '../../http/scope.js'
import { binaryName, binaryPlace } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import { isRaster } from './media-types.js'
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
