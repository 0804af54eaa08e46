// What other modules may use of this one.
export { addMapFile } from './files.js'
export { outsideOrigins } from './outside-origins.js'
export { layersToDraw, replaceLayers } from './service.js'
