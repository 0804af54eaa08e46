// What other modules may use of this one.
export { exactCell, fileColumns, folderFormat, formatVersion, places } from './layout.js'
export { writeBytes, writeData } from './write-folder.js'
