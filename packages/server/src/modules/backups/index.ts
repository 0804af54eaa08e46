// What other modules may use of this one.
export { listStoredBackups } from './backup-store.js'
export { damagedApplications } from './damaged-applications.js'
export { foundApplication } from './found-application.js'
export type { TablePart } from './manifest.js'
export { createBackup, listBackups, proveStoredBackup, restoreFile, restoreStoredBackup } from './service.js'
export { addRows, endArchive, streamArchive } from './write-archive.js'
