import type { RecordStamp } from '@trowel/contract/record.js'
import { type Field, fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { asOfText } from '../../http/as-of.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { type Stamp, stampsIn } from '../../storage/journal/stamps.js'
import type { SqlValue } from '../../storage/sql.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { curvesOf } from '../radiocarbon/service.js'
import { hasNoRows, mayHaveRows } from '../rows/attached-tables.js'
import { JsonText, type RecordPart } from '../rows/record-part.js'
import { templateMembers } from '../templates/usable-template.js'
import { hasRelations, readBacklinks, readLinks } from './links.js'
import {
  insideFilter,
  labelOf,
  newestChange,
  type StoredRow,
  selectPluginRows,
  selectRecord,
} from './record-store.js'
import { recordVersion } from './record-version.js'
import { cachedDigest, schemaOf } from './schema-view.js'

/** What is asked for alone is put together: a save wants `rest` only, a caller who knows the tag no text. */
export interface FullRecord {
  /** The whole answer, JSON text. */
  readonly text: () => string
  readonly etag: () => string
  /**
   * The second part of the entity tag: another text after each change of whatever is shown with the record.
   */
  readonly rest: string
}

/**
 * One record in full: its fields with labels, plugin rows, what hangs from it, and the schema to show it by.
 *
 * @throws `unknown_table`; `not_enough_privilege`; `record_not_found`, also for a row that the caller may not
 *   see
 */
export async function readRecord(
  asked: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  recordId: number,
  templateName: string | undefined,
): Promise<FullRecord> {
  const table = tableOf(asked.catalogue, tableName)
  asked.rights.require('read', table)
  if (!Number.isSafeInteger(recordId)) throw recordNotFound()
  const scope = readingTogether(asked)
  const asking = selectRecord(scope, table, recordId)
  // Nothing more is read of a row that may be hidden from the caller; else one statement can answer it all.
  const { restriction } = scope.rights.visibilityOf(table)
  if (restriction && !(await asking)) throw recordNotFound()
  const reading = [
    table.plugins.length === 0 ? noPlugins : readPlugins(scope, table, recordId),
    readSections(scope, parts, table, recordId),
    table.backlinks.length === 0 ? {} : readBacklinks(scope, table, recordId),
  ] as const
  const attached = together(reading)
  attached.catch(() => undefined)
  const row = await asking
  if (!row) throw recordNotFound()
  const links = hasRelations(scope, table) ? await readLinks(scope, table, row) : {}
  const [plugins, sections, backlinks] = await attached
  const stamps = stampsText(row)
  const metadata = metadataText(scope, table, row)
  const linked = `"links":${JSON.stringify(links)},"backlinks":${JSON.stringify(backlinks)}`
  const filesText = JSON.stringify(sections.files)
  const template = await templateMembers(scope, table, templateName)
  const schema = schemaOf(scope, table)
  const text = (): string =>
    `{"status":"success"${asOfText(scope)},"metadata":{"rec_id":${recordId},${metadata},${stamps}},"core":${coreText(table, row)},"plugins":${plugins.text},${linked},` +
    `"files":${filesText},${sections.others},"schema":${schema.text}${template}}}`
  // The address of a file changes by the hour without the record having changed.
  const filesWithoutAddress = filesText === '[]' ? filesText : JSON.stringify(sections.files, withoutAddress)
  const shown = `${asOfText(scope)}${metadata}${stamps}${labelsIn(table, row)}${plugins.shown}${linked}${filesWithoutAddress}`
  const rest = cachedDigest(`${shown}${sections.others}${template}${schema.digest}`)
  const etag = (): string => {
    const state = { core: row, plugins: plugins.rows }
    return `"${recordVersion(scope.catalogue, table, Number(row[newestChange] ?? 0), state)}.${rest}"`
  }
  return { text, etag, rest }
}

/** What is asked for at once goes to the engine together, where that is worth it. */
function readingTogether(scope: RequestScope): RequestScope {
  const { db } = scope
  return db.together ? { ...scope, db: { ...db, quick: db.together() } } : scope
}

/** A hidden record and an absent one are refused in the same words. */
export const recordNotFound = (): AppError => new AppError('record_not_found')

const withoutAddress = (key: string, value: unknown): unknown => (key === 'url' ? undefined : value)

/** The members of `metadata` that do not tell one record from another. */
function metadataText(scope: RequestScope, table: Table, row: StoredRow): string {
  const creator = typeof row['creator'] === 'number' ? row['creator'] : null
  const mayEdit =
    !table.isPlugin && scope.rights.mayEdit(table, { creator, insideFilter: row[insideFilter] !== 0 })
  const mayAdd = !table.isPlugin && scope.rights.allows('create', table)
  return (
    `"tb_id":${JSON.stringify(table.name)},"tb_label":${JSON.stringify(table.label)},` +
    `"id_field":${JSON.stringify(table.idField)},"can_edit":${mayEdit},"can_delete":${mayEdit},"can_add":${mayAdd}`
  )
}

/** Who made a record and changed it last, and when, as members of `metadata`. */
function stampsText(row: StoredRow): string {
  const { created, changed } = stampsIn(row, typeof row['creator'] === 'number' ? row['creator'] : null)
  return `"created":${stampText(created)},"last_changed":${stampText(changed ?? created)}`
}

const stampText = ({ set, time, user, user_name }: Stamp): string => {
  const stamp: RecordStamp = { set, time: time === null ? null : wireTime(time), user, user_name }
  return JSON.stringify(stamp)
}

interface PluginRows {
  readonly text: string
  readonly rows: Readonly<Record<string, readonly StoredRow[]>>
  /** What is shown with the rows and is not stored in them. */
  readonly shown: string
}

const noPlugins: PluginRows = { text: '{}', rows: {}, shown: '' }

async function readPlugins(scope: RequestScope, table: Table, recordId: number): Promise<PluginRows> {
  const read = await Promise.all(
    table.plugins.map(async (name) => {
      const plugin = tableOf(scope.catalogue, name)
      const rows = await selectPluginRows(scope, plugin, recordId)
      const metadata = JSON.stringify({
        tb_id: name,
        tb_label: plugin.label,
        tot: rows.length,
        ...(plugin.isRadiocarbon && { curves: await curvesOf(scope, rows) }),
      })
      const data = rows.map((row) => coreText(plugin, row)).join(',')
      const text = `${JSON.stringify(name)}:{"metadata":${metadata},"data":[${data}]}`
      // Their order is by a field of theirs; what is stored in them tells it.
      return { name, rows, text, shown: metadata + rows.map((row) => labelsIn(plugin, row)).join('') }
    }),
  )
  return {
    text: `{${read.map(({ text }) => text).join(',')}}`,
    rows: Object.fromEntries(read.map(({ name, rows }) => [name, rows])),
    shown: read.map(({ shown }) => shown).join(''),
  }
}

/** What the records are called that lookup fields of a row name. */
function labelsIn({ fields }: Table, row: StoredRow): string {
  let labels = ''
  for (const field of fields.values()) {
    if (field.idFromTable !== undefined) labels += JSON.stringify(row[labelOf(field)] ?? null)
  }
  return labels
}

interface Sections {
  readonly files: unknown
  /** The other sections as members of the answer. */
  readonly others: string
}

/**
 * Asks only the parts that can have something: of most tables it is known that they have no files, links or
 * citations.
 */
function readSections(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  recordId: number,
): Sections | Promise<Sections> {
  const due = parts.map(
    (part) => part.appliesTo(table) && !hasNoRows(scope.db, part.attachedTable, table.name),
  )
  if (!due.includes(true))
    return sectionsOf(
      parts,
      parts.map(({ empty }) => empty),
    )
  const reading = parts.map(async (part, index) => {
    const isDue = due[index] === true && (await mayHaveRows(scope.db, part.attachedTable, table.name))
    return isDue ? part.read(scope, table, recordId) : part.empty
  })
  return Promise.all(reading).then((values) => sectionsOf(parts, values))
}

function sectionsOf(parts: readonly RecordPart[], values: readonly unknown[]): Sections {
  let files: unknown = []
  const others: string[] = []
  parts.forEach((part, index) => {
    const value = values[index]
    if (part.section === 'files') files = value
    else others.push(`"${part.section}":${value === part.empty ? '{}' : textOf(value)}`)
  })
  return { files, others: others.join(',') }
}

const textOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value))

type Found<Reading extends readonly unknown[]> = { [Place in keyof Reading]: Awaited<Reading[Place]> }

/** Waits for all of them; for none where all are there already, as for a record from which nothing hangs. */
async function together<const Reading extends readonly unknown[]>(reading: Reading): Promise<Found<Reading>> {
  const isThere = reading.every((one) => !(one instanceof Promise))
  return (isThere ? reading : await Promise.all(reading)) as Found<Reading>
}

interface CellTexts {
  readonly field: Field
  /** Everything before the value. */
  readonly before: string
}

const cellsOf = weakMemoize((table: Table): readonly CellTexts[] => {
  const fields = [...table.fields.values()].filter((field) => field.name !== 'id')
  return [fieldOf(table, 'id'), ...fields].map((field, place) => ({
    field,
    before: `${place === 0 ? '' : ','}${JSON.stringify(field.name)}:{"name":${JSON.stringify(field.name)},"label":${JSON.stringify(field.label)},"val":`,
  }))
})

/**
 * A row as the wire has it: each field with its name, label, value and, for a lookup field, the label of what
 * it names.
 */
export function coreText(table: Table, row: StoredRow): string {
  let text = ''
  for (const { field, before } of cellsOf(table)) {
    const label = field.idFromTable === undefined ? null : (row[labelOf(field)] ?? null)
    text += `${before}${valueText(row[field.name] ?? null)},"val_label":${label === null ? 'null' : JSON.stringify(String(label))}}`
  }
  return `{${text}}`
}

function valueText(value: SqlValue): string {
  if (value === null) return 'null'
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
