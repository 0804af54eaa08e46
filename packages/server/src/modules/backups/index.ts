// What other modules may use of this one.
export { listStoredBackups } from './backup-store.js'
export { damagedApplications } from './damaged-applications.js'
export { createBackup, listBackups, proveStoredBackup, restoreFile, restoreStoredBackup } from './service.js'
