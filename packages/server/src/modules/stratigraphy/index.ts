// What other modules may use of this one.
export { relationsUndo } from './relations/undo-relations.js'
export { addRelation, stratigraphyPart } from './service.js'
