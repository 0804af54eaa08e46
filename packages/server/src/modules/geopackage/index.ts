// What other modules may use of this one.
export { makePackage, packageType } from './service.js'
