// What other modules may use of this one.
export { makePackage, packageType, tablesIn } from './service.js'
