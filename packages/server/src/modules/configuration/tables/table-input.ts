import type { JsonObject } from '@trowel/contract/json.js'
import { tableColorNames, tableIconNames } from '@trowel/contract/model/table-marks.js'
import type { Backlink, Catalogue, Table } from '../../../catalogue/catalogue.js'
import { isFormula } from '../../../catalogue/formulas.js'
import {
  backlinkText,
  parseBacklink,
  type TableSettings,
  tablePropertyNames,
} from '../../../catalogue/stored-table.js'
import type { FieldProblem } from '../../../errors.js'
import { message } from '../../../message.js'
import { flagOf, isUnset, type Problems, textOf, textsOf, unknownProperties } from '../input-values.js'

const maxLabelLength = 200

/** Everything that a body may say of a table; other keys are kept as they come. */
const knownKeys: ReadonlySet<string> = new Set([
  'name',
  'label',
  'is_plugin',
  'plugin_of',
  'plugin',
  'order',
  'id_field',
  'preview',
  'sort',
  ...tablePropertyNames,
  'zotero',
  'backlink',
  'link',
  'fields',
  'before',
])

/** What the settings of a table may refer to. */
interface Referable {
  /** The fields that the table has. */
  readonly fields: FieldNames
  /** Nothing but generated fields exists yet, so that empty names mean `id`. */
  readonly isNew: boolean
  readonly catalogue: Catalogue
}

type FieldNames = Pick<ReadonlySet<string>, 'has'>

/** The settings of a table with what the body says of them; what it does not name stays. */
export function readTableSettings(
  body: JsonObject,
  current: TableSettings,
  { fields, isNew, catalogue }: Referable,
  problems: Problems,
): TableSettings {
  const choice = { fields, mayBeEmpty: isNew || current.isPlugin }
  const named = (key: string, stored: string): string => readFieldName(body, key, stored, choice, problems)
  const rsSetting = readRs(body, current.rsSetting, problems)
  return {
    ...current,
    label: readLabel(body, current.label, problems),
    icon: readMark(body, 'icon', current.icon, problems),
    color: readMark(body, 'color', current.color, problems),
    orderField: named('order', current.orderField),
    idField: named('id_field', current.idField),
    preview: readPreview(body, current.preview, choice, problems),
    rsSetting,
    hasStratigraphy: rsSetting !== false,
    hasGeodata: readFlag(body, 'geodata', current.hasGeodata, problems),
    hasCitations: readFlag(body, citationsKey(body), current.hasCitations, problems),
    backlinks: readBacklinks(body['backlinks'], current.backlinks, catalogue, problems),
    extra: unknownProperties(body, knownKeys, current.extra, problems),
  }
}

/** Records are named by what is stored of them. */
export function checkIdField(
  { idField }: Pick<TableSettings, 'idField'>,
  fields: Table['fields'],
  problems: Problems,
): void {
  const field = fields.get(idField)
  if (!field || !isFormula(field)) return
  const said = message('computed_is_no_column', { field: field.label })
  problems.push({ field: 'id_field', code: 'not_available', ...said })
}

/** The kind of table that a body names: plugin table or not; `undefined` when it says nothing. */
export function readKind(body: JsonObject, problems: Problems): boolean | undefined {
  const value = body['is_plugin']
  if (value === undefined) return undefined
  const kind = flagOf(value)
  if (kind === undefined) {
    problems.push({ field: 'is_plugin', code: 'invalid_value', ...message('is_plugin_form', {}) })
  }
  return kind
}

/**
 * The parent that a body names: `undefined` when it says nothing, `null` when the plugin table shall stand
 * alone.
 */
export function readParent(
  body: JsonObject,
  isPlugin: boolean,
  catalogue: Catalogue,
  problems: Problems,
): Table | null | undefined {
  const value = body['plugin_of']
  if (value === undefined) return undefined
  if (isUnset(value)) return null
  const field = 'plugin_of'
  const parent = typeof value === 'string' ? catalogue.tables.get(value) : undefined
  if (!isPlugin) {
    problems.push({ field, code: 'invalid_value', ...message('only_plugin_belongs', {}) })
  } else if (!parent) {
    problems.push({
      field,
      code: 'unknown_table',
      ...message('no_table_quoted', { table: JSON.stringify(value) }),
    })
  } else if (parent.isPlugin) {
    problems.push({
      field,
      code: 'not_a_core_table',
      ...message('plugin_carries_none', { table: parent.name }),
    })
  }
  return parent ?? null
}

/** One of the switches of a table; `undefined` when the body does not name it. */
export function readSwitch(body: JsonObject, key: string, problems: Problems): boolean | undefined {
  return key in body ? readFlag(body, key, false, problems) : undefined
}

function readLabel(body: JsonObject, stored: string, problems: Problems): string {
  const value = body['label']
  if (value === undefined && stored !== '') return stored
  const field = 'label'
  const label = isUnset(value) ? '' : textOf(value)
  if (label === undefined) problems.push({ field, code: 'invalid_value', ...message('label_text', {}) })
  else if (label === '') problems.push({ field, code: 'required', ...message('table_needs_label', {}) })
  else if (label.length > maxLabelLength) {
    problems.push({ field, code: 'too_long', ...message('label_too_long', { most: maxLabelLength }) })
  }
  return label ?? ''
}

type Marks = Pick<TableSettings, 'icon' | 'color'>

const marks: { readonly [Mark in keyof Marks]: readonly NonNullable<Marks[Mark]>[] } = {
  icon: tableIconNames,
  color: tableColorNames,
}

function readMark<Mark extends keyof Marks>(
  body: JsonObject,
  mark: Mark,
  stored: Marks[Mark],
  problems: Problems,
): Marks[Mark] | undefined {
  const value = body[mark]
  if (value === undefined) return stored
  if (isUnset(value)) return undefined
  const found = marks[mark].find((name) => name === value)
  if (found === undefined) {
    const said = message('mark_unknown', { setting: mark, values: marks[mark].join(', ') })
    problems.push({ field: mark, code: 'invalid_value', ...said })
  }
  return found
}

interface FieldChoice {
  readonly fields: FieldNames
  readonly mayBeEmpty: boolean
}

function readFieldName(
  body: JsonObject,
  key: string,
  stored: string,
  { fields, mayBeEmpty }: FieldChoice,
  problems: Problems,
): string {
  const value = body[key]
  if (value === undefined) return stored
  if (isUnset(value)) {
    if (!mayBeEmpty)
      problems.push({ field: key, code: 'required', ...message('names_a_field', { setting: key }) })
    return 'id'
  }
  if (typeof value === 'string' && fields.has(value)) return value
  problems.push({
    field: key,
    code: 'unknown_field',
    ...message('table_has_no_field_quoted', { field: JSON.stringify(value) }),
  })
  return stored
}

function readPreview(
  body: JsonObject,
  stored: readonly string[],
  { fields, mayBeEmpty }: FieldChoice,
  problems: Problems,
): readonly string[] {
  const value = body['preview']
  if (value === undefined) return stored
  const field = 'preview'
  const names = isUnset(value) ? [] : textsOf(value)
  if (!names) {
    problems.push({ field, code: 'invalid_value', ...message('preview_as_list', {}) })
    return stored
  }
  if (names.length === 0 && !mayBeEmpty) {
    problems.push({ field, code: 'required', ...message('preview_not_empty', {}) })
  }
  for (const name of names) {
    if (fields.has(name)) continue
    problems.push({ field, code: 'unknown_field', ...message('table_without_field', { field: name }) })
  }
  return names.length > 0 ? [...new Set(names)] : ['id']
}

/** Older configurations hold the name of a label field here: such text is kept. */
function readRs(body: JsonObject, stored: boolean | string, problems: Problems): boolean | string {
  if (!('rs' in body)) return stored
  const value = body['rs']
  const flag = flagOf(value)
  if (flag !== undefined) return flag
  if (typeof value === 'string') return value
  problems.push({ field: 'rs', code: 'invalid_value', ...message('true_or_false', { setting: 'rs' }) })
  return stored
}

function readFlag(body: JsonObject, key: string, stored: boolean, problems: Problems): boolean {
  if (!(key in body)) return stored
  const flag = flagOf(body[key])
  if (flag === undefined)
    problems.push({ field: key, code: 'invalid_value', ...message('true_or_false', { setting: key }) })
  return flag ?? stored
}

/** The setting has two names: where both are sent, that of today counts. */
const citationsKey = (body: JsonObject): string =>
  'refman' in body || !('zotero' in body) ? 'refman' : 'zotero'

function readBacklinks(
  value: unknown,
  stored: readonly Backlink[],
  catalogue: Catalogue,
  problems: Problems,
): readonly Backlink[] {
  if (value === undefined) return stored
  if (isUnset(value)) return []
  const texts = textsOf(value)
  if (!texts) {
    problems.push({
      field: 'backlinks',
      code: 'invalid_value',
      ...message('backlinks_as_list', {}),
    })
    return stored
  }
  const links = new Map<string, Backlink>()
  for (const [index, text] of texts.entries()) {
    const link = parseBacklink(text)
    const problem = link
      ? backlinkProblem(link, catalogue)
      : { code: 'invalid_value' as const, ...message('no_backlink', { text }) }
    if (problem) problems.push({ field: `backlinks[${index}]`, ...problem })
    else if (link) links.set(backlinkText(link), link)
  }
  return [...links.values()]
}

function backlinkProblem(
  { ref, via, column }: Backlink,
  catalogue: Catalogue,
): Pick<FieldProblem, 'code' | 'text'> | undefined {
  const missing = [ref, via].find((name) => !catalogue.tables.has(name))
  if (missing !== undefined)
    return { code: 'unknown_table', ...message('no_such_table_named', { table: missing }) }
  if (catalogue.tables.get(via)?.fields.has(column)) return undefined
  return { code: 'unknown_field', ...message('table_has_no_field', { table: via, field: column }) }
}
