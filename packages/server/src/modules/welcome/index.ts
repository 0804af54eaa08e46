// What other modules may use of this one.
export { saveWelcome } from './service.js'
