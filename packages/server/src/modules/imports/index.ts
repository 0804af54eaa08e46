// What other modules may use of this one.
export type { ImportResult } from './import-rows.js'
export type { ColumnProposal } from './reading/column-proposal.js'
export { importCsv, proposeTable } from './service.js'
