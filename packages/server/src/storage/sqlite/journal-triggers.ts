import { beforeTable, changes, journalPrefix, nextSet, type RowOperation } from '../journal/journal-tables.js'
import type { JournaledColumn, JournalTriggers } from '../journal/journaled-schema-editor.js'
import {
  isReplaced,
  madeNow,
  ownerOf,
  stampColumns,
  stampedBy,
  stamps,
  stillHolds,
} from '../journal/stamps.js'
import { literal, quoted } from '../quote.js'
import { keyword } from '../sql.js'
import type { Transaction } from '../storage.js'

const triggerName = (table: string, event: string): string => quoted(`${journalPrefix}${table}_${event}`)
const events = ['created', 'updated', 'deleted', 'renumbered'] as const

export const dropJournalTriggers = (table: string): readonly string[] =>
  events.map((event) => `DROP TRIGGER IF EXISTS ${triggerName(table, event)}`)

/**
 * Statements that make the triggers of a table. A row that gets another id is one that goes and one that
 * comes. Setting a value to what it is already is no change.
 */
export function makeJournalTriggers(table: string, columns: readonly JournaledColumn[]): readonly string[] {
  const note = (row: 'old' | 'new', operation: RowOperation): string =>
    `INSERT INTO "${changes}" ("set_id", "tb", "row_id", "operation")
      VALUES (${nextSet}, ${literal(table)}, ${row}."id", '${operation}');`
  const { made, changed, gone, renumbered } = stampsOf(table, columns)
  const names = columns.map(({ name }) => quoted(name))
  const values = columns.map(({ name, type, isKeptAsText }) =>
    isKeptAsText && type !== 'TEXT' && type !== 'TIMESTAMP'
      ? `trowel_to_text(old.${quoted(name)})`
      : `old.${quoted(name)}`,
  )
  const keep = `INSERT INTO ${quoted(beforeTable(table))} (${['"id"', ...names].join(', ')})
      VALUES (${['last_insert_rowid()', ...values].join(', ')});`
  const differs = names.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ') || '0'
  const bodies: Readonly<Record<(typeof events)[number], string>> = {
    created: `AFTER INSERT ON ${quoted(table)} BEGIN ${note('new', 'created')} ${made} END`,
    updated: `AFTER UPDATE ON ${quoted(table)} WHEN old."id" IS new."id" AND (${differs})
      BEGIN ${note('old', 'updated')} ${keep} ${changed} END`,
    deleted: `AFTER DELETE ON ${quoted(table)} BEGIN ${note('old', 'deleted')} ${keep} ${gone} END`,
    renumbered: `AFTER UPDATE OF "id" ON ${quoted(table)} WHEN old."id" IS NOT new."id"
      BEGIN ${note('old', 'deleted')} ${keep} ${note('new', 'created')} ${renumbered} END`,
  }
  return events.map((event) => `CREATE TRIGGER ${triggerName(table, event)} ${bodies[event]}`)
}

/** What becomes of the stamps of records when a row is made, changed, deleted, or gets another id. */
function stampsOf(table: string, columns: readonly JournaledColumn[]) {
  const touch = (of: string, record: string): string => {
    const replaced = isReplaced(of, `= ${record}`)
    return `INSERT INTO "${stamps}" ${stampColumns}
        SELECT "tb", "record_id", ${nextSet}, "until_set", "created_set" FROM "${stamps}" WHERE ${replaced};
      UPDATE "${stamps}" SET "until_set" = ${nextSet} WHERE ${replaced};`
  }
  const name = literal(table)
  const stamped = stampedBy(
    table,
    columns.map((column) => column.name),
  )
  if (stamped.kind === 'itself') {
    const made = `INSERT INTO "${stamps}" ${stampColumns} VALUES (${madeNow(name, 'new."id"')});`
    const gone = `UPDATE "${stamps}" SET "until_set" = ${nextSet}
      WHERE "tb" = ${name} AND "record_id" = old."id" AND "until_set" = ${stillHolds};`
    return { made, changed: touch(name, 'old."id"'), gone, renumbered: `${gone} ${made}` }
  }
  const ends = (row: 'old' | 'new'): string => {
    if (stamped.kind === 'none') return ''
    if (stamped.kind === 'owner') return touch(ownerOf(name), `${row}."id_link"`)
    return stamped.ends
      .map((end) => touch(`${row}.${quoted(end.table)}`, `${row}.${quoted(end.record)}`))
      .join(' ')
  }
  const both = `${ends('old')} ${ends('new')}`
  return { made: ends('new'), changed: both, gone: ends('old'), renumbered: both }
}

export const sqliteJournalTriggers = (tx: Pick<Transaction, 'run'>): JournalTriggers => ({
  async prepare() {},
  make: (table, columns) => runTogether(tx, makeJournalTriggers(table, columns)),
  drop: (table) => runTogether(tx, dropJournalTriggers(table)),
})

/** Sends statements to the writer thread at once, which does them in their order. */
async function runTogether(tx: Pick<Transaction, 'run'>, texts: readonly string[]): Promise<void> {
  await Promise.all(texts.map((text) => tx.run(keyword(text))))
}
