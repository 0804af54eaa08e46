import type { ManualLink } from '@trowel/contract/manual-links.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { textProblem } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { recordLabel } from '../../records/rows/record-label.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { readRowAccess, requireReadable } from '../../records/rows/row-access.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import { type Reader, StorageError } from '../../storage/storage.js'
import {
  deleteLink,
  insertLink,
  type LinkEnd,
  type ManualLinkRow,
  selectLabels,
  selectLink,
  selectLinksOf,
  selectPair,
} from './store.js'

/**
 * The section `manualLinks` of a record: the other end of each link that a user made by hand, keyed by link
 * id.
 */
export const manualLinksPart: RecordPart = {
  section: 'manualLinks',
  empty: {},
  keptAs: 'manual_links',
  attachedTable: { table: 'sys_userlinks', ends: hangingFrom.sys_userlinks },
  appliesTo: () => true,
  async read(scope, table, recordId) {
    const here = { table: table.name, id: recordId }
    const links = await selectLinksOf(scope.db.quick, here)
    if (links.length === 0) return this.empty
    const others = links.map((link) => ({ link, end: otherEnd(link, here) }))
    const labelOf = await readLabels(
      scope.db.quick,
      scope,
      others.map(({ end }) => end),
    )
    const entries: Record<string, ManualLink> = {}
    for (const { link, end } of others) {
      const shown = labelOf(end)
      if (!shown) continue
      entries[link.id] = manualLink(link, shown)
    }
    return entries
  },
}

const otherEnd = (link: ManualLinkRow, here: LinkEnd): LinkEnd =>
  link.tableOne === here.table && link.idOne === here.id
    ? { table: link.tableTwo, id: link.idTwo }
    : { table: link.tableOne, id: link.idOne }

const maxLabelLength = 200

/**
 * Links two records of any two tables. The caller must be allowed to change one of them and to see the other.
 *
 * @param label what the link means, at most 200 characters; empty: none
 * @returns the link as it looks from `one`, with what stands at its end `two`
 * @throws `unknown_table`, `plugin_table_not_allowed`, `invalid_parameter`, `relation_self`,
 *   `record_not_found`, `not_enough_privilege`, `link_already_exists` when the two are linked in either
 *   direction
 */
export async function link(scope: RequestScope, one: LinkEnd, two: LinkEnd, label = ''): Promise<ManualLink> {
  const tableOne = mainTableOf(scope.catalogue, one.table)
  const tableTwo = mainTableOf(scope.catalogue, two.table)
  refuseUneditable(scope, tableOne, tableTwo)
  const stored = readLabel(label)
  if (one.table === two.table && one.id === two.id) throw new AppError('relation_self')
  try {
    return await scope.db.write(async (tx) => {
      const rowOne = await requireReadable(tx, scope, tableOne, one.id)
      const rowTwo = await requireReadable(tx, scope, tableTwo, two.id)
      if (!rowOne.editable && !rowTwo.editable) throw new AppError('not_enough_privilege')
      const same = await selectPair(tx, one, two)
      if (same !== undefined) throw new AppError('link_already_exists', { detail: { id: same } })
      const linkId = await insertLink(tx, one, two, stored)
      const shown = (await readLabels(tx, scope, [two]))(two)
      if (!shown) throw new AppError('record_not_found')
      return manualLink({ id: linkId, sort: null, label: stored }, shown)
    })
  } catch (error) {
    // Another user linked the two in the same moment: the unique index refuses.
    if (error instanceof StorageError && error.problem === 'unique') throw new AppError('link_already_exists')
    throw error
  }
}

/**
 * Takes a link away. The caller must see both of its ends and be allowed to change one of them.
 *
 * @throws `not_found` also for a link of which the caller cannot see both ends, `not_enough_privilege`
 */
export async function unlink(scope: RequestScope, linkId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    const row = Number.isSafeInteger(linkId) ? await selectLink(tx, linkId) : undefined
    if (!row) throw noSuchLink(linkId)
    let editable = false
    for (const [name, id] of [
      [row.tableOne, row.idOne],
      [row.tableTwo, row.idTwo],
    ] as const) {
      const table = scope.catalogue.tables.get(name)
      const isReadable = table !== undefined && scope.rights.allows('read', table)
      const end = isReadable ? (await readRowAccess(tx, scope, table, [id])).get(id) : undefined
      if (!end) throw noSuchLink(linkId)
      editable ||= end.editable
    }
    if (!editable) {
      refuseUneditable(
        scope,
        mainTableOf(scope.catalogue, row.tableOne),
        mainTableOf(scope.catalogue, row.tableTwo),
      )
      throw new AppError('not_enough_privilege')
    }
    await deleteLink(tx, linkId)
  })
}

/** Refuses a caller who may change records of neither table, in the words for the first. */
function refuseUneditable({ rights }: RequestScope, one: Table, two: Table): void {
  rights.require('read', one)
  rights.require('read', two)
  if (!rights.allows('edit', two)) rights.require('edit', one)
}

function readLabel(label: string): string | null {
  const reason =
    [...label].length > maxLabelLength
      ? message('it_has_at_most', { most: maxLabelLength })
      : textProblem(label)?.said
  if (reason === undefined) return label === '' ? null : label
  throw new AppError('invalid_parameter', {
    ...message('label_unusable', { reason }),
    detail: { name: 'label', reason: reason.text },
  })
}

const noSuchLink = (linkId: number): AppError =>
  new AppError('not_found', { ...message('no_such_link', { link: linkId }), detail: { id: linkId } })

/** An end of a link as people see it. */
interface ShownEnd extends LinkEnd {
  readonly tableLabel: string
  readonly label: string
}

/** What people call the records at these ends; `undefined` for one that does not exist for the caller. */
async function readLabels(
  reader: Reader,
  scope: RequestScope,
  ends: readonly LinkEnd[],
): Promise<(end: LinkEnd) => ShownEnd | undefined> {
  const ids = new Map<Table, number[]>()
  for (const end of ends) {
    const table = scope.catalogue.tables.get(end.table)
    if (!table || !scope.rights.visibilityOf(table).readable) continue
    const known = ids.get(table)
    if (known) known.push(end.id)
    else ids.set(table, [end.id])
  }
  const shown = new Map<string, ShownEnd>()
  for (const { table, id, label } of await selectLabels(reader, scope, ids)) {
    const tableLabel = scope.catalogue.tables.get(table)?.label ?? table
    shown.set(`${table}:${id}`, { table, id, tableLabel, label: recordLabel(label, id) })
  }
  return (end) => shown.get(`${end.table}:${end.id}`)
}

/** A link as it looks from its other end. */
const manualLink = (link: Pick<ManualLinkRow, 'id' | 'sort' | 'label'>, end: ShownEnd): ManualLink => ({
  key: link.id,
  tb_id: end.table,
  tb_label: end.tableLabel,
  ref_id: end.id,
  ref_label: end.label,
  sort: link.sort,
  label: link.label,
})
