import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type ProposedColumn, proposeMapping } from './mapping-proposal.js'
import { scanFeatureFile } from './reading/read-in-worker.js'
import { scanWhole } from './scan-whole.js'
import { withProblemsAsRefusals } from './uploads/file-refusals.js'
import { readCsvForm, readFileType, readSheet, requirePresent } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import { newProgress } from './uploads/progress.js'
import type { ReceivedForm } from './uploads/received-form.js'
import { keepStagedUpload, type Material, ownerOf } from './uploads/staged-upload.js'
import { tableToFill } from './writing/import-plan.js'

/** A look at a file of rows, for the table that is to take them, if it was named. */
export interface TablePreview extends Material<'table'> {
  readonly mapping: readonly ProposedColumn[] | undefined
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
 *   `plugin_table_not_allowed`, `not_enough_privilege`
 */
export async function previewFile(
  imports: Imports,
  scope: RequestScope,
  { files, values }: ReceivedForm,
): Promise<TablePreview | FeaturePreview> {
  const path = files.get('file')
  if (path === undefined)
    throw new AppError('import_error_no_file', { text: 'Send the file in the part "file".' })
  const type = values.get('type')
  const tableName = values.get('tb')
  const owner = ownerOf(scope)
  if (type === 'geojson') {
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
  const known = {
    path,
    type: readFileType(type),
    form: readCsvForm(values.get('encoding'), values.get('delimiter')),
    sheet: readSheet(values.get('sheet')),
  }
  const table = tableName === undefined || tableName === '' ? undefined : tableToFill(scope, tableName)
  const scan = await scanWhole(known)
  const note = { kind: 'table', owner, type: known.type, scan } as const
  const material = await keepStagedUpload<'table'>(imports.area, scope.application.name, path, note)
  imports.progress.post(material.tempId, newProgress(owner, scan, imports.area.minutes))
  return { ...material, mapping: table && proposeMapping(scan.columns, [...table.fields.values()]) }
}
