import type { LibraryRow } from './library-store.js'

/**
 * Is it what it was before the reference manager was asked? Meanwhile it may have been removed, and its
 * number restored to another one.
 */
export const isSameLibrary = (present: LibraryRow, asked: LibraryRow): boolean =>
  present.type === asked.type && present.refmanId === asked.refmanId
