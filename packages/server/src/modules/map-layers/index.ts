// What other modules may use of this one.
export { addMapFile } from './files.js'
export { mapFileName } from './map-file-name.js'
export { layersToDraw, outsideOrigins, replaceLayers } from './service.js'
