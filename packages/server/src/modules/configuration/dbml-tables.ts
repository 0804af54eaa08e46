import { type Catalogue, tableOf } from '../../catalogue/catalogue.js'
import type { JsonObject } from '../../catalogue/json-text.js'
import { readChronoPath } from './chrono-path.js'
import { defaultTableLabel, extraOf, readNote } from './dbml-annotations.js'
import { addProblems, collectRefusal, type TableDraft } from './dbml-draft.js'
import { fieldNames } from './dbml-fields.js'
import type { ColumnText, RefText, TableText } from './dbml-text.js'
import type { Problems } from './input-values.js'
import { flagOf } from './input-values.js'
import { checkRelation, readNewRelation } from './relation-input.js'
import { freeIndexName } from './relations.js'
import { blankTable, readTableSettings } from './table-input.js'

/** Everything that the note of a table may say. */
const knownAnnotations: ReadonlySet<string> = new Set([
  'label',
  'is_plugin',
  'preview',
  'order',
  'id_field',
  'rs',
  'geodata',
  'refman',
  'fuzzy_date',
  'osteology',
  'radiocarbon',
  'chrono_density_path',
  'backlinks',
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
  return {
    text,
    name: text.name,
    note,
    isPlugin,
    parent: annotations.get('is_plugin') || undefined,
    settings: {
      ...blankTable(text.name, isPlugin),
      hasFuzzyDate: has('fuzzy_date'),
      hasOsteology: has('osteology'),
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
    if (!knownAnnotations.has(annotation)) warnings.push({ code: 'unknown_annotation', name: annotation })
  }
  const preview = listOf(annotations.get('preview'))
  for (const field of preview) {
    if (!fields.has(field)) warnings.push({ code: 'preview_field_missing', field })
  }
  const named = (setting: 'order' | 'id_field'): string => {
    const field = annotations.get(setting) || 'id'
    if (fields.has(field)) return field
    warnings.push({ code: 'unknown_field', name: setting, field })
    return 'id'
  }
  const body: JsonObject = {
    ...extraOf(annotations),
    label: annotations.get('label') || defaultTableLabel(name),
    preview: preview.filter((field) => fields.has(field)),
    order: named('order'),
    id_field: named('id_field'),
    rs: annotations.get('rs') ?? false,
    geodata: annotations.get('geodata') ?? false,
    refman: annotations.get('refman') ?? false,
    backlinks: listOf(annotations.get('backlinks')),
  }
  const problems: Problems = []
  draft.settings = readTableSettings(body, settings, fields, true, outline, problems)
  addProblems(draft, problems)
  for (const { ref, via } of draft.settings.backlinks) {
    for (const table of [ref, via]) {
      draft.needs.push({ table, finding: { code: 'unknown_reference', field: 'backlinks', table } })
    }
  }
  if (isPlugin && (settings.hasFuzzyDate || settings.hasOsteology)) errors.push({ code: 'not_a_core_table' })
  if (!isPlugin && settings.isRadiocarbon) {
    const text = 'Radiocarbon dates stand in a plugin table; write is_plugin with the table they belong to.'
    errors.push({ code: 'not_a_plugin_table', text })
  }
  if (parent === undefined) return
  const carrier = outline.tables.get(parent)
  if (!carrier) errors.push({ code: 'unknown_parent', table: parent })
  else if (carrier.isPlugin) errors.push({ code: 'not_a_core_table', table: parent })
  else draft.needs.push({ table: parent, finding: { code: 'unknown_parent', table: parent } })
}

/**
 * The relations that the references of a table ask for. A reference beside a lookup is none by itself.
 * @param drafts every table of the text, by name: `<` belongs to the other end
 */
export function readRelations(
  draft: TableDraft,
  drafts: ReadonlyMap<string, TableDraft>,
  outline: Catalogue,
): void {
  const carrier = outline.tables.get(draft.parent ?? '')
  if (carrier && !carrier.isPlugin) {
    const link = draft.text.columns.find(({ name }) => name === 'id_link')
    const policies = readNote(link?.note ?? '').annotations
    relate(draft, draft, { name: 'id_link' }, { table: carrier.name, column: 'id' }, policies, outline)
  }
  for (const column of draft.text.columns) {
    if (column.name === 'id_link' && draft.isPlugin) continue
    const { annotations } = readNote(column.note)
    const [table, target] = annotations.get('relation')?.split('.') ?? []
    const wanted: RefText[] = table && target ? [{ sign: '>', table, column: target }] : []
    const refs = annotations.has('id_from_tb') ? wanted : column.refs
    for (const ref of refs) {
      const other = ref.sign === '<' ? drafts.get(ref.table) : undefined
      if (ref.sign === '>' || ref.sign === '-') relate(draft, draft, column, ref, annotations, outline)
      else if (other)
        relate(
          draft,
          other,
          { name: ref.column },
          { table: draft.name, column: column.name },
          annotations,
          outline,
        )
      else draft.warnings.push({ code: 'reference_ignored', field: column.name, table: ref.table })
    }
  }
}

function relate(
  draft: TableDraft,
  from: TableDraft,
  { name: field }: Pick<ColumnText, 'name'>,
  to: { readonly table: string; readonly column: string },
  policies: ReadonlyMap<string, string>,
  outline: Catalogue,
): void {
  const { table } = to
  const target = outline.tables.get(table)
  if (!target?.fields.has(to.column)) {
    draft.errors.push({ code: 'unknown_reference', field, table })
    return
  }
  if (from.relations.some((one) => one.fromColumn === field)) {
    draft.errors.push({ code: 'relation_already_exists', field, table })
    return
  }
  collectRefusal(draft, { field, table }, () => {
    const wanted = readNewRelation({
      from_tb: from.name,
      from_col: field,
      to_tb: table,
      to_col: to.column,
      on_delete: policies.get('on_delete'),
      on_update: policies.get('on_update'),
    })
    checkRelation(wanted, outline)
    from.relations.push(wanted)
    if (field !== 'id_link') {
      from.needs.push({ table, finding: { code: 'unknown_reference', field, table } })
    }
  })
}

const mostColumns = 32

/** The indexes that a table asks for, and the one that its chronology brings. */
export function readIndexes(draft: TableDraft, outline: Catalogue): void {
  const { name: table, errors, warnings } = draft
  const known = tableOf(outline, table).fields
  const add = (name: string, columns: string[], isUnique: boolean, auto: boolean): void => {
    draft.indexes.push({ table, name, columns, isUnique, auto })
  }
  const freeName = (name: string): string =>
    freeIndexName({ ...outline, indexes: draft.indexes.map((index) => ({ ...index, id: 0 })) }, table, name)
  for (const index of draft.text.indexes) {
    const columns = index.columns.flatMap((column) => column ?? [])
    if (index.isKey) continue
    if (columns.length < index.columns.length) {
      warnings.push({ code: 'index_skipped', text: 'An index stands over columns, not over expressions.' })
      continue
    }
    const name = index.name ?? freeName(`by_${columns.join('_')}`.slice(0, 63))
    const missing = columns.find((column) => !known.has(column))
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) errors.push({ code: 'invalid_name', name })
    else if (missing !== undefined) errors.push({ code: 'unknown_field', name, field: missing })
    else if (columns.length === 0 || columns.length > mostColumns || new Set(columns).size < columns.length) {
      errors.push({
        code: 'invalid_index',
        name,
        text: `An index has 1 to ${mostColumns} different columns.`,
      })
    } else if (draft.indexes.some((one) => one.name === name)) {
      errors.push({ code: 'index_already_exists', name })
    } else add(name, columns, index.isUnique, false)
  }
  if (draft.settings.hasFuzzyDate) add(freeName('idx_chrono'), ['chrono_from', 'chrono_to'], false, true)
}

/** The path over which dates reach a table. @param outline with the relations that there will be */
export function readDatePath(draft: TableDraft, outline: Catalogue): void {
  const path = listOf(draft.note.annotations.get('chrono_density_path'))
  collectRefusal(draft, { field: 'chrono_density_path' }, () => {
    const chronoDensityPath = readChronoPath(path, draft.name, [], outline)
    draft.settings = { ...draft.settings, chronoDensityPath }
  })
  for (const table of path) {
    draft.needs.push({ table, finding: { code: 'unknown_reference', field: 'chrono_density_path', table } })
  }
}
