// What other modules may use of this one.
export { listSavedQueries, savedQueries, saveQuery } from './service.js'
