import { isRequired } from '../../catalogue/field-rules.js'
import { FileProblem } from '../../formats/file-problem.js'
import type { RequestScope } from '../../http/scope.js'
import { fillTable, type ImportResult, resultOf } from './import-rows.js'
import { asTheyAre } from './reading/cell-formats.js'
import { proposeTable as proposeInWorker } from './reading/read-in-worker.js'
import type { TableProposal } from './reading/worker-protocol.js'
import { scanWhole } from './scan-whole.js'
import { unreadable, withProblemsAsRefusals } from './uploads/file-refusals.js'
import type { Imports } from './uploads/open-imports.js'
import type { ImportProgress } from './uploads/progress.js'
import { noSuchFile, ownerOf } from './uploads/staged-upload.js'
import { type ImportTask, planImport, tableToFill } from './writing/import-plan.js'
import { allOrNothing } from './writing/run-options.js'

/**
 * The fields that a file can fill, in configuration order. @throws `unknown_table`,
 * `plugin_table_not_allowed`, `not_enough_privilege`
 */
export function listImportFields(
  scope: RequestScope,
  tableName: string,
): { name: string; label: string; type: string; required: boolean }[] {
  const table = tableToFill(scope, tableName)
  return [...table.fields.values()]
    .filter((field) => field.name !== 'creator')
    .map((field) => ({
      name: field.name,
      label: field.label || field.name,
      type: field.type,
      required: isRequired(field),
    }))
}

/** How far the run of a file is. @throws `import_error_no_file` (404) for what is not the caller's */
export function readProgress({ progress }: Imports, scope: RequestScope, tempId: string): ImportProgress {
  const run = progress.read(tempId, ownerOf(scope))
  if (!run) throw noSuchFile()
  return run
}

/** A file on this machine that goes into a table. */
export interface CsvImport extends Omit<ImportTask, 'mapping'> {
  readonly path: string
  /** `{column of the file: field}`; null or `''` leaves a column out. */
  readonly mapping: Readonly<Record<string, unknown>>
}

/**
 * Imports a file that lies on this machine, by the same rules as an uploaded one.
 *
 * @param onProgress told of the rows done, of how many, and that in words
 * @throws as `prepareRows`
 */
export async function importCsv(
  scope: RequestScope,
  task: CsvImport,
  onProgress: (done: number, total: number, text: string) => void = () => {},
): Promise<ImportResult> {
  const table = tableToFill(scope, task.table)
  const scan = await scanWhole({ path: task.path, type: 'csv' })
  const plan = planImport(table, { ...task, mapping: Object.entries(task.mapping) }, scan.columns)
  const file = { path: task.path, type: 'csv', form: scan.form } as const
  return fillTable(
    scope,
    { plan, file, options: allOrNothing, written: asTheyAre },
    {
      onStep: ({ rows }) =>
        onProgress(
          rows,
          scan.count,
          `${rows.toLocaleString('en')} of ${scan.count.toLocaleString('en')} rows`,
        ),
      atEnd: async (_tx, outcome) => resultOf(outcome, allOrNothing, scan, undefined),
    },
  )
}

/**
 * The fields that would hold the columns of a file, names and types decided by all of its rows.
 * @throws `import_error_parse`
 */
export async function proposeTable(path: string): Promise<TableProposal> {
  const proposal = await withProblemsAsRefusals(() => proposeInWorker(path))
  const { headerProblem, headerLine } = proposal.scan
  if (headerProblem !== undefined) throw unreadable(new FileProblem(headerProblem, headerLine))
  return proposal
}
