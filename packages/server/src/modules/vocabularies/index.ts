// What other modules may use of this one.
export {
  addDefinitions,
  addItem,
  definitionsByVocabulary,
  listDefinitions,
  missingDefinitions,
} from './service.js'
