// What other modules may use of this one.
export { bringPicture } from './pictures.js'
export { saveWelcome } from './service.js'
