// What other modules may use of this one.
export { bringPicture, setPicture } from './pictures.js'
export { saveWelcome } from './service.js'
