// What other modules may use of this one.
export type { ImportResult } from './import-rows.js'
export { type CsvProposal, importCsv, importCsvAsTable, proposeCsv } from './service.js'
