export { geometryJson as default } from './geometry-json.js'
