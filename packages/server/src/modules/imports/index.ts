// What other modules may use of this one.
export type { ImportResult } from './import-rows.js'
export {
  type CsvProposal,
  importCsv,
  importCsvAsTable,
  importRelations,
  proposeCsv,
} from './service.js'
export type { RelationColumns } from './writing/relation-statements.js'
