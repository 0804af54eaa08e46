// What other modules may use of this one.
export { charts, saveChart } from './service.js'
