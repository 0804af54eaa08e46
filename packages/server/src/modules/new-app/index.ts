// What other modules may use of this one.
export { createApplication } from './service.js'
