// What other modules may use of this one.
export { listShelf } from './backup-store.js'
export { damagedApplications } from './damaged-applications.js'
export { createBackup, listBackups, proveFromShelf, restoreFile, restoreFromShelf } from './service.js'
