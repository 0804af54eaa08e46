import { physicalName } from '../physical-name.js'

/**
 * The journal of an application: what each committed transaction changed, row by row. Triggers of the engine
 * write it within the statement that changes a row, whatever statement that is, so that nothing is forgotten.
 *
 * - `sys_change_sets`: one row for each transaction that changed something, written at its end
 *   The oldest one stays when the journal is purged up to it, with 0 as its first change.
 * - `sys_change_counts`: how many rows of which table each set made, changed and deleted
 * - `sys_changes`: one row for each changed row, in the order of the changes
 * - `sys_before_<table>`: the row as it was before a change; `id` is the id of the change. Made rows have
 *   none.
 *
 * What is known of a table that was deleted stands under `~<table>` since another one took its name.
 */

export const changeSets = 'sys_change_sets'
export const changeCounts = 'sys_change_counts'
export const changes = 'sys_changes'
/** Which sets a set undid; `undone_by` of a set says whether it is undone now. */
export const undoneSets = 'sys_undone_sets'

const beforePrefix = 'sys_before_'
/** Where the names of all triggers of the journal begin, and those of their functions. */
export const journalPrefix = 'sys_journal_'

/** The table that keeps the rows of `table` as they were before each change. */
export const beforeTable = (table: string): string => physicalName(beforePrefix, table)

/** Is it one of the tables that the triggers of the journal write? */
export const isWrittenByJournal = (table: string): boolean =>
  table === changes || table === 'sys_stamps' || table.startsWith(beforePrefix)

export type RowOperation = 'created' | 'updated' | 'deleted'

/**
 * The number of the set that the open transaction will be: sets are numbered in the order of their commits,
 * because transactions that write run one after another.
 */
export const nextSet = `(SELECT coalesce(max("id"), 0) + 1 FROM "${changeSets}")`
