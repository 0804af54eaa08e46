// What other modules may use of this one.
export { createApiKey, listApiKeys, revokeApiKey } from './service.js'
