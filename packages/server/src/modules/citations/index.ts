// What other modules may use of this one.
export type { CslItem } from './csl-item.js'
export { addLibrary, requireLibrary } from './libraries.js'
export { citationCleaner } from './library-item.js'
export { encryptKey } from './library-key.js'
export { keepCitation } from './links.js'
export { citationsPart } from './service.js'
