// What other modules may use of this one.
export { analyses, saveAnalysis } from './service.js'
