import type { SchemaFinding } from '@trowel/contract/dbml.js'
import { type Catalogue, type Table, tableOf } from '../../../catalogue/catalogue.js'
import { isFormula } from '../../../catalogue/formulas.js'
import { plainField } from '../../../catalogue/plain-field.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import { missingDefinitions } from '../../vocabularies/index.js'
import { checkFormula } from '../fields/field-input.js'
import type { Problems } from '../input-values.js'
import { tableNameProblem } from '../names.js'
import { freeIndexName } from '../relations/relations.js'
import { isMadeByEngine } from '../tables/make-table.js'
import { addProblems, type TableDraft } from './draft.js'
import { checkColumns, fieldNames, readFields } from './fields.js'
import { readRelations } from './relations.js'
import { draftOf, readDatePath, readSettings } from './tables.js'
import type { SchemaText, VocabularyText } from './text.js'

/** What there is before a schema text is applied. */
export interface Existing {
  readonly catalogue: Catalogue
  /** Names of the tables that the database has, configured or not. */
  readonly physical: ReadonlySet<string>
  /** Values of each vocabulary. */
  readonly vocabularies: ReadonlyMap<string, readonly string[]>
}

/** Everything that applying a schema text does, and what stands in the way. */
export interface SchemaPlan {
  /** In the order of the text; those without errors are made. */
  readonly drafts: readonly TableDraft[]
  readonly vocabularies: readonly PlannedVocabulary[]
  readonly skipped: SchemaText['skipped']
  /** The configuration as it will be. */
  readonly catalogue: Catalogue
}

export interface PlannedVocabulary {
  readonly name: string
  readonly values: readonly string[]
  readonly isNew: boolean
  /** Values that it does not have yet. */
  readonly missing: readonly string[]
  readonly errors: readonly SchemaFinding[]
}

/** So much is planned and made in seconds. */
const maxCounts = { tables: 500, fields: 10_000, values: 20_000 } as const

/** PostgreSQL has tables of 1,600 columns at most, and fewer where rows get long. */
const maxInTable = { fields: 1000, indexes: 60 } as const

/**
 * Holds a schema text against what there is. Tables that exist are left as they are, whatever the text says
 * of them.
 * @throws `too_large` for more than 500 tables, 10,000 fields or 20,000 values of vocabularies
 */
export function planSchema(text: SchemaText, existing: Existing): SchemaPlan {
  refuseTooMuch(text)
  const drafts = text.tables.map(draftOf)
  const all = catalogueWith(existing.catalogue, drafts.map(outlineOf))
  const names = drafts.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index))
  for (const draft of drafts) checkName(draft, existing, all, repeated)
  for (const draft of drafts) checkColumns(draft)
  const named = drafts.filter((draft) => !draft.errors.some(staysOut))
  const outline = catalogueWith(existing.catalogue, named.map(outlineOf))
  const byName = new Map(named.map((draft) => [draft.name, draft]))
  for (const draft of named) {
    readSettings(draft, outline)
    readFields(draft, outline)
    readIndexes(draft, outline)
  }
  for (const draft of named) readRelations(draft, byName, outline)
  readFormulas(named, existing.catalogue)
  const related = catalogueOf(existing.catalogue, named, outline.tables)
  for (const draft of named) readDatePath(draft, related)
  blockDependents(named, existing.catalogue)
  const vocabularies = joinedVocabularies(text)
  warnOfVocabularies(vocabularies, named, existing)
  const made = named.filter((draft) => draft.errors.length === 0)
  placeTables(made, existing.catalogue)
  return {
    drafts,
    vocabularies: vocabularies.map((vocabulary) => planVocabulary(vocabulary, existing)),
    skipped: text.skipped,
    catalogue: catalogueOf(
      existing.catalogue,
      made,
      catalogueWith(existing.catalogue, made.map(tableFrom)).tables,
    ),
  }
}

function refuseTooMuch({ tables, vocabularies }: SchemaText): void {
  const sum = (lists: readonly (readonly unknown[])[]): number =>
    lists.reduce((total, list) => total + list.length, 0)
  const counts = {
    tables: tables.length,
    fields: sum(tables.map(({ columns }) => columns)),
    values: sum(vocabularies.map(({ values }) => values)),
  }
  for (const what of ['tables', 'fields', 'values'] as const) {
    if (counts[what] <= maxCounts[what]) continue
    const said = message(`schema_too_many_${what}`, { given: counts[what], most: maxCounts[what] })
    throw new AppError('too_large', said)
  }
}

/** A table whose name cannot be, that is there already or far too wide, stays out of everything else. */
const staysOut = ({ code, table }: SchemaFinding): boolean =>
  code === 'too_wide' ||
  code === 'duplicate_table' ||
  code === 'table_already_exists' ||
  (code === 'invalid_name' && table !== undefined)

function checkName(
  { name, text, errors }: TableDraft,
  existing: Existing,
  all: Catalogue,
  repeated: ReadonlySet<string>,
): void {
  const problem = tableNameProblem('name', name)
  if (problem) {
    const sentence = problem.code === 'reserved_name' ? 'schema_name_reserved' : 'schema_name_invalid'
    errors.push({ code: 'invalid_name', name, table: name, ...message(sentence, { name }) })
  } else if (existing.catalogue.tables.has(name)) {
    errors.push({
      code: 'table_already_exists',
      table: name,
      ...message('schema_table_exists', { table: name }),
    })
  } else if (existing.physical.has(name) || isMadeByEngine(all, name)) {
    errors.push({
      code: 'table_already_exists',
      table: name,
      ...message('schema_name_of_database', { name }),
    })
  } else if (text.columns.length > maxInTable.fields || text.indexes.length > maxInTable.indexes) {
    errors.push({ code: 'too_wide', table: name, ...message('schema_table_too_wide', maxInTable) })
  } else if (repeated.has(name)) {
    errors.push({
      code: 'duplicate_table',
      table: name,
      ...message('schema_table_repeated', { table: name }),
    })
  }
}

/** The table with nothing known of its fields but their names. */
const outlineOf = (draft: TableDraft): Table => ({
  ...draft.settings,
  parent: draft.parent,
  plugins: [],
  fields: new Map(fieldNames(draft).map((name, sort) => [name, plainField(name, name, 'TEXT', sort)])),
})

const tableFrom = (draft: TableDraft): Table => ({
  ...draft.settings,
  parent: draft.parent,
  plugins: [],
  fields: new Map(draft.fields.map((field) => [field.name, field])),
})

const catalogueWith = (catalogue: Catalogue, tables: readonly Table[]): Catalogue => ({
  ...catalogue,
  tables: new Map([...tables.map((table) => [table.name, table] as const), ...catalogue.tables]),
})

const catalogueOf = (
  catalogue: Catalogue,
  drafts: readonly TableDraft[],
  tables: Catalogue['tables'],
): Catalogue => ({
  ...catalogue,
  tables,
  relations: [...catalogue.relations, ...drafts.flatMap((one) => one.relations).map(withoutId)],
  indexes: [...catalogue.indexes, ...drafts.flatMap((one) => one.indexes).map(withoutId)],
})

const withoutId = <T>(one: T): T & { readonly id: number } => ({ ...one, id: 0 })

/** Formulas are read when all fields of their tables are known, and the rows of their records. */
function readFormulas(drafts: readonly TableDraft[], { tables }: Catalogue): void {
  const pluginsOf = (name: string): string[] =>
    drafts.filter(({ parent }) => parent === name).map((draft) => draft.name)
  const all = new Map([
    ...drafts.map((draft) => [draft.name, { ...tableFrom(draft), plugins: pluginsOf(draft.name) }] as const),
    ...tables,
  ])
  for (const draft of drafts) {
    for (const field of draft.fields) {
      const problems: Problems = []
      const table = all.get(draft.name)
      if (table) checkFormula(field, table, all, problems)
      addProblems(draft, problems, field.name)
    }
    refuseComputedColumns(draft, all)
  }
}

/** Only columns name records, stand in an index or at an end of a relation. */
function refuseComputedColumns(draft: TableDraft, tables: Catalogue['tables']): void {
  const columns = [
    [draft.name, draft.settings.idField] as const,
    ...draft.indexes.flatMap((index) => index.columns.map((column) => [draft.name, column] as const)),
    ...draft.relations.flatMap((one) => [
      [one.fromTable, one.fromColumn] as const,
      [one.toTable, one.toColumn] as const,
    ]),
  ]
  for (const [table, column] of columns) {
    const field = tables.get(table)?.fields.get(column)
    if (!field || !isFormula(field)) continue
    const said = message('computed_is_no_column', { field: field.label })
    draft.errors.push({ code: 'not_available', field: field.name, ...said })
  }
}

/** A table that needs another one which cannot be made cannot be made either. */
function blockDependents(drafts: readonly TableDraft[], { tables }: Catalogue): void {
  const open = new Map(drafts.map((draft) => [draft.name, draft]))
  const isBlocked = (name: string): boolean => !tables.has(name) && (open.get(name)?.errors.length ?? 1) > 0
  for (let found = true; found; ) {
    found = false
    for (const draft of drafts) {
      if (draft.errors.length > 0) continue
      const missing = draft.needs.filter((need) => need.table !== draft.name && isBlocked(need.table))
      draft.errors.push(...missing.map((need) => need.finding))
      found ||= missing.length > 0
    }
  }
}

/** Enumerations of one name are one vocabulary; as everywhere, blanks around its name do not count. */
function joinedVocabularies({ vocabularies }: SchemaText): VocabularyText[] {
  const byName = new Map<string, Set<string>>()
  for (const { name, values } of vocabularies) {
    const joined = byName.get(name.trim()) ?? new Set()
    for (const value of values) joined.add(value)
    byName.set(name.trim(), joined)
  }
  return [...byName].map(([name, values]) => ({ name, values: [...values] }))
}

function warnOfVocabularies(
  vocabularies: readonly VocabularyText[],
  drafts: readonly TableDraft[],
  existing: Existing,
): void {
  const known = vocabularies.map(({ name }) => name).filter((name) => existing.vocabularies.has(name))
  for (const draft of drafts) {
    for (const name of known) {
      if (draft.fields.some((field) => field.vocabulary === name)) {
        draft.warnings.push({
          code: 'vocabulary_exists',
          name,
          ...message('schema_vocabulary_exists', { name }),
        })
      }
    }
  }
}

function planVocabulary({ name, values }: VocabularyText, { vocabularies }: Existing): PlannedVocabulary {
  const stored = vocabularies.get(name)
  const plan = { name, values, isNew: stored === undefined }
  try {
    return { ...plan, missing: missingDefinitions(name, values, stored ?? []), errors: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...plan, missing: [], errors: [{ code: 'invalid_vocabulary', name, ...error.said }] }
  }
}

/** New tables follow those there are, in the order of the text unless it says otherwise. */
function placeTables(drafts: readonly TableDraft[], { tables }: Catalogue): void {
  const first = Math.max(-1, ...[...tables.values()].map((table) => table.sort)) + 1
  const places = new Map(
    drafts.map((draft, index) => {
      const given = Number(draft.note.annotations.get('sort') ?? Number.NaN)
      return [draft, Number.isFinite(given) ? given : index]
    }),
  )
  const ordered = [...drafts].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  ordered.forEach((draft, index) => {
    draft.settings = { ...draft.settings, sort: first + index }
  })
}

const maxColumns = 32

/** The indexes that a table asks for, and the one that its chronology brings. */
function readIndexes(draft: TableDraft, outline: Catalogue): void {
  const { name: table, errors, warnings } = draft
  const known = tableOf(outline, table).fields
  const add = (name: string, columns: string[], isUnique: boolean, auto: boolean): void => {
    draft.indexes.push({ table, name, columns, isUnique, auto, isPrefix: false })
  }
  const freeName = (name: string): string =>
    freeIndexName({ ...outline, indexes: draft.indexes.map((index) => ({ ...index, id: 0 })) }, table, name)
  for (const index of draft.text.indexes) {
    const columns = index.columns.flatMap((column) => column ?? [])
    if (index.isKey) continue
    if (columns.length < index.columns.length) {
      warnings.push({ code: 'index_skipped', ...message('schema_index_over_expression', {}) })
      continue
    }
    const name = index.name ?? freeName(`by_${columns.join('_')}`.slice(0, 63))
    const missing = columns.find((column) => !known.has(column))
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) {
      errors.push({ code: 'invalid_name', name, ...message('schema_index_invalid', { name }) })
    } else if (missing !== undefined) {
      const said = message('schema_index_without_field', { name, field: missing })
      errors.push({ code: 'unknown_field', name, field: missing, ...said })
    } else if (
      columns.length === 0 ||
      columns.length > maxColumns ||
      new Set(columns).size < columns.length
    ) {
      errors.push({
        code: 'invalid_index',
        name,
        ...message('schema_index_columns', { name, most: maxColumns }),
      })
    } else if (draft.indexes.some((one) => one.name === name)) {
      errors.push({ code: 'index_already_exists', name, ...message('schema_index_repeated', { name }) })
    } else add(name, columns, index.isUnique, false)
  }
  if (draft.settings.hasFuzzyDate) add(freeName('idx_chrono'), ['chrono_from', 'chrono_to'], false, true)
}
