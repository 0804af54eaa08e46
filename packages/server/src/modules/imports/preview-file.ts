import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import { isSuperAdmin } from '../../access/global-level.js'
import { type Field, storedFields } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { proposeFrom } from './proposal.js'
import { proposeNames } from './reading/column-proposal.js'
import { scanFeatureFile } from './reading/read-in-worker.js'
import { scanWhole, watchWhole } from './scan-whole.js'
import { withProblemsAsRefusals } from './uploads/file-refusals.js'
import { readCsvForm, readNewTableType, readRelationType, requirePresent } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import { newProgress } from './uploads/progress.js'
import type { ReceivedForm } from './uploads/received-form.js'
import { keepStagedUpload, type Material, ownerOf } from './uploads/staged-upload.js'
import { tableToFill } from './writing/import-plan.js'

/** A look at a file of rows, for the table that is to take them, if it was named. */
export interface TablePreview extends Material<'table'> {
  readonly mapping: readonly ProposedColumn[] | undefined
  /** The fields that its columns would become; `undefined` when that was not asked for. */
  readonly proposal: ImportProposal | undefined
}

/** A look at a file of features, for the table that is to take them. */
export interface FeaturePreview extends Material<'features'> {
  readonly hasGeodata: boolean
}

/**
 * Takes an uploaded file and looks through all of it. It stays for the caller's runs until it expires;
 * nothing of it stays when it is refused.
 *
 * @throws `import_error_no_file` without a file, `invalid_parameter`, `import_error_unknown_type`,
 *   `import_error_parse`; `parameter_missing` for features without a table; `unknown_table`,
 *   `plugin_table_not_allowed`; `not_enough_privilege`, also for who may make no fields and asks for some
 */
export async function previewFile(
  imports: Imports,
  scope: RequestScope,
  { files, values }: ReceivedForm,
): Promise<TablePreview | FeaturePreview> {
  const path = files.get('file')
  if (path === undefined) throw new AppError('import_error_no_file', message('send_file_in_part', {}))
  const type = values.get('type')
  const tableName = values.get('tb')
  const owner = ownerOf(scope)
  const proposes = saysYes(values.get('propose'))
  if (proposes && !isSuperAdmin(scope.principal)) throw new AppError('not_enough_privilege')
  if (type === 'geojson' && !(proposes && !tableName)) {
    requirePresent({ tb: tableName })
    const table = tableToFill(scope, tableName ?? '')
    const scan = await withProblemsAsRefusals(() => scanFeatureFile(path))
    const material = await keepStagedUpload<'features'>(imports.area, scope.application.name, path, {
      kind: 'features',
      owner,
      scan,
    })
    return { ...material, hasGeodata: table.hasGeodata }
  }
  const table = tableName === undefined || tableName === '' ? undefined : tableToFill(scope, tableName)
  const known = {
    path,
    type: proposes && !table ? readNewTableType(type) : readRelationType(type),
    form: readCsvForm(values.get('encoding'), values.get('delimiter')),
    sheet: values.get('sheet') || undefined,
  }
  const watched = proposes ? await watchWhole(known) : undefined
  const scan = watched?.scan ?? (await scanWhole(known))
  const facts = watched && { facts: watched.facts }
  const note = { kind: 'table', owner, type: known.type, scan, ...facts } as const
  const material = await keepStagedUpload<'table'>(imports.area, scope.application.name, path, note)
  imports.progress.post(material.tempId, newProgress(owner, scan, imports.area.minutes))
  return {
    ...material,
    mapping: table && proposeMapping(scan.columns, [...storedFields(table).values()]),
    proposal: watched && (await proposeFrom(scope, watched, table)),
  }
}

const saysYes = (text: string | undefined): boolean => text === '1' || text === 'true'

/** A column of a file, and the field that its name suggests; null when it suggests none. */
interface ProposedColumn {
  readonly column: string
  readonly field: string | null
}

/**
 * Which field each column of a file goes into, by their names: the same name, else the same but for case,
 * else the label of the field, else the name that a field made of the column would have. No field takes two
 * columns.
 */
export function proposeMapping(columns: readonly string[], fields: readonly Field[]): ProposedColumn[] {
  const names = proposeNames(columns)
  const free = new Set(fields.filter(({ name }) => name !== 'creator'))
  const found = new Map<string, string>()
  const ways: readonly ((field: Field, column: string, index: number) => boolean)[] = [
    (field, column) => field.name === column,
    (field, column) => field.name === column.toLowerCase(),
    (field, column) => field.label.toLowerCase() === column.toLowerCase(),
    (field, _column, index) => field.name === names[index],
  ]
  for (const fits of ways) {
    for (const [index, column] of columns.entries()) {
      if (found.has(column)) continue
      const field = [...free].find((one) => fits(one, column, index))
      if (!field) continue
      found.set(column, field.name)
      free.delete(field)
    }
  }
  return columns.map((column) => ({ column, field: found.get(column) ?? null }))
}
