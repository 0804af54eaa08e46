import type { SchemaFinding } from '@trowel/contract/dbml.js'
import type { JsonObject } from '@trowel/contract/json.js'
import type { Catalogue } from '../../../catalogue/catalogue.js'
import { plainTable } from '../../../catalogue/plain-table.js'
import { osteologyFields } from '../../../catalogue/plugin-owned-fields.js'
import { tablePropertyNames } from '../../../catalogue/stored-table.js'
import { message } from '../../../message.js'
import { readChronoPath } from '../chrono-path.js'
import { flagOf, type Problems } from '../input-values.js'
import { readTableSettings } from '../tables/table-input.js'
import { defaultTableLabel, extraOf, readNote } from './annotations.js'
import { addProblems, collectRefusal, type TableDraft } from './draft.js'
import { fieldNames } from './fields.js'
import type { TableText } from './text.js'

/** Everything that the note of a table may say. */
const knownAnnotations: ReadonlySet<string> = new Set([
  'label',
  'is_plugin',
  'preview',
  'order',
  'id_field',
  ...tablePropertyNames,
  'sort',
  'extra',
])

const listOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').flatMap((item) => item.trim() || [])

/** A table as far as its own note tells. */
export function draftOf(text: TableText): TableDraft {
  const note = readNote(text.note)
  const { annotations } = note
  const isPlugin = annotations.has('is_plugin')
  const has = (flag: string): boolean => flagOf(annotations.get(flag) ?? '0') === true
  // Files of version 5 have the field of the bones and not the annotation of its switch.
  const hasBones = osteologyFields.some(({ name }) => text.columns.some((column) => column.name === name))
  return {
    text,
    name: text.name,
    note,
    isPlugin,
    parent: annotations.get('is_plugin') || undefined,
    settings: {
      ...plainTable(text.name, isPlugin),
      hasFuzzyDate: has('fuzzy_date'),
      hasOsteology: has('osteology') || hasBones,
      isRadiocarbon: has('radiocarbon'),
    },
    fields: [],
    relations: [],
    indexes: [],
    warnings: [],
    errors: [],
    needs: [],
  }
}

/** Works the note of a table out into its settings. */
export function readSettings(draft: TableDraft, outline: Catalogue): void {
  const { name, isPlugin, parent, warnings, errors, settings } = draft
  const { annotations } = draft.note
  const fields = new Set(fieldNames(draft))
  for (const annotation of annotations.keys()) {
    if (knownAnnotations.has(annotation)) continue
    const said = message('schema_annotation_unknown', { name: annotation })
    warnings.push({ code: 'unknown_annotation', name: annotation, ...said })
  }
  const preview = listOf(annotations.get('preview'))
  for (const field of preview) {
    if (fields.has(field)) continue
    warnings.push({
      code: 'preview_field_missing',
      field,
      ...message('schema_preview_without_field', { field }),
    })
  }
  const named = (setting: 'order' | 'id_field'): string => {
    const field = annotations.get(setting) || 'id'
    if (fields.has(field)) return field
    const said = message('schema_setting_without_field', { setting, field })
    warnings.push({ code: 'unknown_field', name: setting, field, ...said })
    return 'id'
  }
  const body: JsonObject = {
    ...extraOf(annotations),
    label: annotations.get('label') || defaultTableLabel(name),
    icon: annotations.get('icon') ?? null,
    color: annotations.get('color') ?? null,
    preview: preview.filter((field) => fields.has(field)),
    order: named('order'),
    id_field: named('id_field'),
    rs: annotations.get('rs') ?? false,
    geodata: annotations.get('geodata') ?? false,
    refman: annotations.get('refman') ?? false,
    backlinks: listOf(annotations.get('backlinks')),
  }
  const problems: Problems = []
  draft.settings = readTableSettings(body, settings, { fields, isNew: true, catalogue: outline }, problems)
  addProblems(draft, problems)
  for (const { ref, via } of draft.settings.backlinks) {
    for (const table of [ref, via]) {
      draft.needs.push({ table, finding: settingNeeds('backlinks', table) })
    }
  }
  if (isPlugin && (settings.hasFuzzyDate || settings.hasOsteology)) {
    errors.push({ code: 'not_a_core_table', ...message('schema_dates_in_plugin', {}) })
  }
  if (!isPlugin && settings.isRadiocarbon) {
    errors.push({ code: 'not_a_plugin_table', ...message('schema_radiocarbon_in_main', {}) })
  }
  if (parent === undefined) return
  const carrier = outline.tables.get(parent)
  const about = { table: parent }
  const missing = { code: 'unknown_parent', ...about, ...message('schema_parent_missing', about) }
  if (!carrier) errors.push(missing)
  else if (carrier.isPlugin) {
    errors.push({ code: 'not_a_core_table', ...about, ...message('schema_parent_is_plugin', about) })
  } else draft.needs.push({ table: parent, finding: missing })
}

const settingNeeds = (setting: string, table: string): SchemaFinding => ({
  code: 'unknown_reference',
  field: setting,
  table,
  ...message('schema_setting_without_table', { setting, table }),
})

/** The path over which dates reach a table. @param outline with the relations that there will be */
export function readDatePath(draft: TableDraft, outline: Catalogue): void {
  const path = listOf(draft.note.annotations.get('chrono_density_path'))
  collectRefusal(draft, { field: 'chrono_density_path' }, () => {
    const chronoDensityPath = readChronoPath(path, draft.name, [], outline)
    draft.settings = { ...draft.settings, chronoDensityPath }
  })
  for (const table of path) {
    draft.needs.push({ table, finding: settingNeeds('chrono_density_path', table) })
  }
}
