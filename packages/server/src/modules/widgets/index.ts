// What other modules may use of this one.
export { installWidget, removeWidget } from './install-widget.js'
export { listWidgets } from './service.js'
