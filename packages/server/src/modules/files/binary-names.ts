import { randomBytes } from 'node:crypto'
import { type PictureWidth, pictureWidths } from '@trowel/contract/model/picture-widths.js'
import type { BinaryPlace } from '../../storage/binaries/binary-storage.js'
import type { FileRow } from './store.js'

/**
 * A name that no bytes ever had: what is under a name never changes, and is removed only when nothing refers
 * to it any more.
 */
export const newBinaryName = (ext: string): string => `${randomBytes(16).toString('hex')}.${ext}`

/** Under which name the bytes of a file are kept. */
export const binaryName = ({ id, ext, binary }: Pick<FileRow, 'id' | 'ext' | 'binary'>): string =>
  binary ?? `${id}.${ext}`

export const binaryPlace = (app: string, name: string): BinaryPlace => ({ app, area: 'files', name })

export const previewPlace = (app: string, name: string, width: PictureWidth): BinaryPlace => ({
  app,
  area: 'previews',
  name: `${name}.w${width}.webp`,
})

/** A copy that does not say where the picture was taken. */
export const concealedPlace = (app: string, name: string): BinaryPlace => ({
  app,
  area: 'previews',
  name: `${name}.public`,
})

/** Everything that can have been made of the bytes under `name`. */
export const derivedPlaces = (app: string, name: string): BinaryPlace[] => [
  ...pictureWidths.map((width) => previewPlace(app, name, width)),
  concealedPlace(app, name),
]

/** Of which bytes a preview was made. */
export const originOf = (previewName: string): string => previewName.replace(/\.(w\d+\.webp|public)$/, '')
