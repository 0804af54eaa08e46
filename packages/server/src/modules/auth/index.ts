// What other modules may use of this one.
export { checkPassword, sessionUser } from './service.js'
