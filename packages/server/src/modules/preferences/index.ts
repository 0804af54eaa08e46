// What other modules may use of this one.
export { savePreferences } from './service.js'
