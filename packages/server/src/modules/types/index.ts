// What other modules may use of this one.
export { writeTypes } from './service.js'
