// The service: what the bundled program runs.
export { serve as run } from './serve.js'
