// What other modules may use of this one.
export { savedQueries, saveQuery } from './service.js'
