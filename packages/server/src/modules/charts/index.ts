// What other modules may use of this one.
export { charts, listCharts, saveChart } from './service.js'
