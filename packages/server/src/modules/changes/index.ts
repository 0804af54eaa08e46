// What other modules may use of this one.
export { purgeJournal } from './purge.js'
export { listChangeSets, readChangeSet, readNextSet, readSetsAfter } from './service.js'
export { selectNewestSet } from './store.js'
export { prepareUndo } from './undo.js'
export { isVisible, ofTable, type VisibleChanges, visibleChanges } from './visible-changes.js'
