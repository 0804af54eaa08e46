export { makeTile as default } from './make-tile.js'
