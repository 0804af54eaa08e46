// What other modules may use of this one.
export { exportMatrix } from './matrix.js'
export { compareTogether, type Finding, type NewRelation, tellLoop } from './relations/relations-together.js'
export { insertRelations } from './relations/store.js'
export { relationsUndo } from './relations/undo-relations.js'
export { addRelation, sequenceOf, stratigraphyPart } from './service.js'
