// What other modules may use of this one.
export { addRelation, stratigraphyPart } from './service.js'
