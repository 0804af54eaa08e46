// What other modules may use of this one.
export { saveTemplate } from './service.js'
