// What other modules may use of this one.
export { installWidget, listWidgets, removeWidget } from './service.js'
