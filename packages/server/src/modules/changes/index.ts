// What other modules may use of this one.
export { listChangeSets, readChangeSet } from './service.js'
export { prepareUndo } from './undo.js'
