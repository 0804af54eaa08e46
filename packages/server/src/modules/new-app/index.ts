// What other modules may use of this one.
export { createApplication, nameProblem } from './service.js'
