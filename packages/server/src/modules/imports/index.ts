// What other modules may use of this one.
export { isAccessFile, unpackAccess } from './folder/access-file.js'
export { type FolderPlan, type PlannedTable, planFolder } from './folder/folder-plan.js'
export { Findings, type FolderFinding, FolderProblem, findingText } from './folder/folder-problem.js'
export { labelOf } from './folder/look.js'
export { makeTables } from './folder/make-tables.js'
export { isOpenFolder, type RestoredFolder, restoreFolder } from './folder/restore-folder.js'
export { listSources } from './folder/sources.js'
export type { ImportResult } from './import-rows.js'
export {
  type CsvProposal,
  importCsv,
  importCsvAsTable,
  importRelations,
  proposeCsv,
} from './service.js'
export type { RelationColumns } from './writing/relation-statements.js'
