import type { ChangedEntity } from '@trowel/contract/changes.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { emptyContent, type VersionContent } from '../../records/versions/content.js'
import { selectSeenOfOld } from '../../records/versions/old-creations.js'
import { recordLabels, withReadableContent } from '../../records/versions/versions.js'
import { whoseChanges } from '../../records/versions/whose-changes.js'
import { type EntryRow, selectHistoryPage, selectMadeAndSeen } from './store.js'

export interface HistoryInput {
  /** Name of a table; `''` for all. */
  readonly table: string
  /**
   * As it was asked for: `''` for the caller, `*` for everybody, an id, or part of a name or e-mail address.
   */
  readonly user: string
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

export interface HistoryEntry {
  readonly id: number
  readonly tb: string
  readonly tableLabel: string
  readonly rowid: number
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
  readonly operation: string
  readonly entity: ChangedEntity
  readonly content: VersionContent
  /** Of records that were made. */
  readonly made?: {
    /** More than one of an import. */
    readonly records: number
    /** What the one record is called now. */
    readonly label: string | null
  }
}

/**
 * What one person made and changed, or, for an administrator, of those he asks for; newest first. What was
 * changed in tables and records that the caller cannot read is left out, contents included.
 *
 * @throws `not_enough_privilege` when another user asks for the changes of others
 */
export async function listHistory(
  scope: RequestScope,
  parts: readonly RecordPart[],
  input: HistoryInput,
): Promise<{ readonly total: number; readonly entries: readonly HistoryEntry[] }> {
  const by = whoseChanges(scope, input.user)
  if (!by) return { total: 0, entries: [] }
  const { tables } = scope.catalogue
  const wanted = [...tables.values()].filter(({ name }) => input.table === '' || name === input.table)
  const page = { limit: input.perPage, offset: (input.page - 1) * input.perPage }
  const { total, rows: found } = await selectHistoryPage(scope, parts, wanted, by, page)
  const rows = await Promise.all(found.map((row) => asSeen(scope, row)))
  const versions = rows.filter(isVersion)
  const read = await withReadableContent(scope, parts, versions)
  const contents = new Map(versions.map((row, place) => [row, read[place]?.content]))
  const labelOf = await recordLabels(
    scope,
    rows.filter((row) => isMade(row) && row.records === 1),
  )
  const entries = rows.map((row): HistoryEntry => {
    const { records, ...entry } = row
    const label = records === 1 ? labelOf(row.tb, row.rowid) : null
    return {
      ...entry,
      tableLabel: tables.get(row.tb)?.label ?? row.tb,
      content: contents.get(row) ?? emptyContent,
      ...(isMade(row) && { made: { records, label } }),
    }
  })
  return { total, entries }
}

const isVersion = ({ kind }: EntryRow): boolean => kind === 'version' || kind === 'old_version'
const isMade = ({ kind }: EntryRow): boolean => kind === 'made' || kind === 'old_made'

/** Under a row filter an import made as many records as the caller can see of it. */
async function asSeen(scope: RequestScope, row: EntryRow): Promise<EntryRow> {
  const table = scope.catalogue.tables.get(row.tb)
  if (!isMade(row) || !table || !scope.rights.visibilityOf(table).restriction) return row
  const seen = await (row.kind === 'made'
    ? selectMadeAndSeen(scope, table, row)
    : selectSeenOfOld(scope, table, row.id))
  return { ...row, ...(seen && { records: seen.records, rowid: seen.rowid ?? row.rowid }) }
}
