// What other modules may use of this one.
export { addWebhook, listDeliveries, listWebhooks, removeWebhook } from './service.js'
