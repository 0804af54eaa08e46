// What other modules may use of this one.
export { definitionOf, listSavedQueries, savedQueries, saveQuery } from './service.js'
