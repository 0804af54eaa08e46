// What other modules may use of this one.
export { link, manualLinksPart } from './service.js'
