import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { emptyContent } from '../../records/versions/content.js'
import { selectCreations } from '../../records/versions/creation-store.js'
import { type RecordVersion, readVersions, recordLabels } from '../../records/versions/versions.js'
import { whoseChanges } from '../../records/versions/whose-changes.js'
import { selectHistoryPage } from './store.js'

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

export interface HistoryEntry extends RecordVersion {
  readonly tableLabel: string
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
  const { total, keys } = await selectHistoryPage(scope, wanted, by, page)
  const idsOf = (kind: string) => keys.flatMap((key) => (key.kind === kind ? [key.id] : []))
  const versions = await readVersions(scope, parts, idsOf('version'))
  const creations = await selectCreations(scope.db.scan, scope, idsOf('creation'))
  const labelOf = await recordLabels(
    scope,
    creations.filter(({ records }) => records === 1),
  )
  const entries = new Map<string, HistoryEntry>()
  const tableLabel = (name: string) => tables.get(name)?.label ?? name
  for (const version of versions) {
    entries.set(`version ${version.id}`, { ...version, tableLabel: tableLabel(version.tb) })
  }
  for (const { records, ...creation } of creations) {
    const label = records === 1 ? labelOf(creation.tb, creation.rowid) : null
    entries.set(`creation ${creation.id}`, {
      ...creation,
      tableLabel: tableLabel(creation.tb),
      content: emptyContent,
      made: { records, label },
    })
  }
  return { total, entries: keys.flatMap(({ kind, id }) => entries.get(`${kind} ${id}`) ?? []) }
}
