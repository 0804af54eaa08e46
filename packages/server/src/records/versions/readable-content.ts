import type { RequestScope } from '../../http/scope.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { andVisible } from '../rows/row-access.js'
import { inBatches } from '../rows/row-batches.js'
import type { RawRow } from '../rows/store.js'
import type { VersionContent } from './content.js'

/** The content of a version together with the record whose it is. */
export interface KeptRecord {
  readonly tb: string
  readonly rowid: number
  readonly content: VersionContent
}

interface End {
  readonly table: string
  readonly id: number
}

/**
 * The contents without what the caller cannot read: rows of plugin tables that were taken from him, and links
 * to records that do not exist for him.
 */
export async function readableContents(
  reader: Reader,
  scope: RequestScope,
  parts: readonly RecordPart[],
  versions: readonly KeptRecord[],
): Promise<VersionContent[]> {
  const isReadable = (name: string): boolean => {
    const table = scope.catalogue.tables.get(name)
    return table !== undefined && scope.rights.visibilityOf(table).readable
  }
  const ends = versions.flatMap((version) =>
    parts.flatMap((part) =>
      (version.content.related?.[part.keptAs] ?? []).flatMap((row) => otherEnds(version, part, row)),
    ),
  )
  const isHidden = await hiddenEnds(
    reader,
    scope,
    ends.filter((end) => isReadable(end.table)),
  )
  return versions.map((version) => {
    const { core, plugins, related } = version.content
    const isOpen = (row: RawRow, part: RecordPart): boolean =>
      otherEnds(version, part, row).every((end) => isReadable(end.table) && !isHidden(end))
    return {
      core,
      plugins: Object.fromEntries(
        Object.entries(plugins).filter(([name]) => isReadable(name) || !scope.catalogue.tables.has(name)),
      ),
      related:
        related &&
        Object.fromEntries(
          parts.map((part) => [part.keptAs, (related[part.keptAs] ?? []).filter((row) => isOpen(row, part))]),
        ),
    }
  })
}

const otherEnds = ({ tb, rowid }: KeptRecord, { attachedTable }: RecordPart, row: RawRow): End[] =>
  attachedTable.ends
    .map((end) => ({ table: String(row[end.table]), id: Number(row[end.record]) }))
    .filter((end) => end.table !== tb || end.id !== rowid)

/**
 * Tells of an end whether a row filter keeps it from the caller; a record that is gone cannot be matched by
 * one.
 */
async function hiddenEnds(
  reader: Reader,
  scope: RequestScope,
  ends: readonly End[],
): Promise<(end: End) => boolean> {
  const visible = new Map<string, Set<number>>()
  for (const { table: name } of ends) {
    const table = scope.catalogue.tables.get(name)
    if (!table || visible.has(name) || !scope.rights.visibilityOf(table).restriction) continue
    const seen = new Set<number>()
    for (const some of inBatches(new Set(ends.filter((end) => end.table === name).map((end) => end.id)))) {
      const rows = await reader.all<{ id: number }>(
        sql`SELECT t."id" FROM ${id(name)} t WHERE t."id" IN (${join(some)})${andVisible(scope, table)}`,
      )
      for (const row of rows) seen.add(row.id)
    }
    visible.set(name, seen)
  }
  return (end) => visible.get(end.table)?.has(end.id) === false
}
