import type {
  CitationChangeBody,
  CitationLink,
  CitationLinkBody,
  FoundItem,
  ItemSearchQuery,
} from '@trowel/contract/citations.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Secrets } from '../../access/secrets.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import {
  notEditable,
  readRowAccess,
  requireEditable,
  requireReadable,
} from '../../records/rows/row-access.js'
import type { Transaction } from '../../storage/storage.js'
import { citationFacts } from './citation-facts.js'
import { libraryAccess, libraryNotFound, requireLibrary, styleOf } from './libraries.js'
import { isItemKey, type LibraryItem } from './library-item.js'
import { type LibraryRow, selectLibrary } from './library-store.js'
import { publicAddress } from './public-address.js'
import type { ReferenceManager } from './reference-manager.js'
import { isSameLibrary } from './same-library.js'
import {
  type CitationRow,
  deleteCitation,
  insertCitation,
  selectCitation,
  selectCitationsOf,
  selectNextSort,
  updateCitation,
} from './store.js'

/** What it takes to ask a library. */
export interface Upstream {
  readonly manager: ReferenceManager
  readonly secrets: Secrets
}

/**
 * The citations of a record in their order. @throws `unknown_table`, `record_not_found`,
 * `not_enough_privilege`
 */
export async function listCitations(
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<CitationLink[]> {
  const table = mainTableOf(scope.catalogue, tableName)
  await requireReadable(scope.db.quick, scope, table, recordId)
  return (await selectCitationsOf(scope.db.quick, table, recordId)).map(wireCitation)
}

const defaultLimit = 25
const highestLimit = 100

/**
 * Works of a library that match, in the order in which the library answers them; nothing is stored.
 *
 * @throws `lib_not_found`, `overloaded`, UpstreamFailure
 */
export async function searchItems(
  { manager, secrets }: Upstream,
  scope: RequestScope,
  { lib_id: libraryId, q, limit = defaultLimit, mode = 'everything' }: Decoded<typeof ItemSearchQuery>,
): Promise<FoundItem[]> {
  const library = await requireLibrary(scope, libraryId)
  const most = Math.min(Math.max(limit, 1), highestLimit)
  const items = await manager.search(libraryAccess(secrets, scope, library), q, mode, most)
  return items.map(({ key, authorYear, citation, version, title }) => ({
    key,
    author_year: authorYear,
    full_citation: citation,
    refman_version: version,
    refman_url: publicAddress(library.type, library.refmanId, key),
    title,
  }))
}

/**
 * Cites an item of a library in a record, with what the library says of it at this moment. The same item may
 * be cited more than once, for different pages.
 *
 * @returns the id of the citation
 * @throws `unknown_table`, `record_not_found`, `not_enough_privilege`, `lib_not_found`, `invalid_refman_key`,
 *   `refman_item_not_found`, UpstreamFailure; nothing is stored then
 */
export async function addCitation(
  { manager, secrets }: Upstream,
  scope: RequestScope,
  citation: Decoded<typeof CitationLinkBody>,
): Promise<number> {
  const { tb, record_id: recordId, lib_id: libraryId, refman_key: key } = citation
  const table = mainTableOf(scope.catalogue, tb)
  await requireEditable(scope.db.quick, scope, table, recordId)
  const library = await requireLibrary(scope, libraryId)
  if (!isItemKey(key)) throw new AppError('invalid_refman_key')
  const { items } = await manager.items(libraryAccess(secrets, scope, library), [key])
  const item = items.get(key)
  if (!item) {
    throw new AppError('refman_item_not_found', {
      ...message('library_has_no_item', { library: library.name, item: key }),
      detail: { lib_id: library.id, refman_key: key },
    })
  }
  return keepCitation(scope, citation, library, item)
}

/**
 * Stores a citation together with what is known of the item.
 *
 * @param library as it was when it was asked
 * @throws `unknown_table`, `record_not_found`, `not_enough_privilege`, `lib_not_found`
 */
export async function keepCitation(
  scope: RequestScope,
  {
    tb,
    record_id: recordId,
    refman_key: refmanKey,
    pages = null,
    notes = null,
    sort,
  }: Decoded<typeof CitationLinkBody>,
  library: LibraryRow,
  item: LibraryItem,
): Promise<number> {
  const table = mainTableOf(scope.catalogue, tb)
  const id = await scope.db.write(async (tx) => {
    await requireEditable(tx, scope, table, recordId)
    const present = await selectLibrary(tx, library.id)
    if (!present || !isSameLibrary(present, library)) throw libraryNotFound(library.id)
    return insertCitation(tx, {
      tb: table.name,
      record_id: recordId,
      lib_id: library.id,
      refman_key: refmanKey,
      pages,
      notes,
      sort: sort ?? (await selectNextSort(tx, table, recordId)),
      author_year: item.authorYear,
      full_citation: item.citation,
      // In another style by now: the next sync formats it anew.
      refman_version: styleOf(present) === styleOf(library) ? item.version : null,
      synced_at: scope.now.getTime(),
      created_at: scope.now.getTime(),
      csl: item.csl ? JSON.stringify(item.csl) : null,
    })
  })
  await noteEvent(scope, 'citation_added', {
    citation: id,
    work: refmanKey,
    table: table.name,
    record: recordId,
  })
  return id
}

/**
 * What is left out stays as it is. @throws `parameter_missing` when nothing is to be changed,
 * `link_not_found`, `not_enough_privilege`
 */
export async function changeCitation(
  scope: RequestScope,
  linkId: number,
  { pages, notes, sort }: Decoded<typeof CitationChangeBody>,
): Promise<void> {
  const change = {
    ...(pages !== undefined && { pages }),
    ...(notes !== undefined && { notes }),
    ...(sort !== undefined && { sort }),
  }
  if (Object.keys(change).length === 0) {
    throw new AppError('parameter_missing', { ...message('citation_nothing_to_change', {}), detail: 'pages' })
  }
  const { table, recordId } = await scope.db.write(async (tx) => {
    const row = await requireOwnCitation(tx, scope, linkId)
    await updateCitation(tx, linkId, change)
    return row
  })
  await noteEvent(scope, 'citation_changed', {
    citation: linkId,
    table,
    record: recordId,
    changed: Object.keys(change).join(', '),
  })
}

/** @throws `link_not_found`, `not_enough_privilege` */
export async function removeCitation(scope: RequestScope, linkId: number): Promise<void> {
  const { table, recordId } = await scope.db.write(async (tx) => {
    const row = await requireOwnCitation(tx, scope, linkId)
    await deleteCitation(tx, linkId)
    return row
  })
  await noteEvent(scope, 'citation_removed', { citation: linkId, table, record: recordId })
}

/** A citation of a record that the caller may change. One that he cannot see is not there. */
async function requireOwnCitation(
  tx: Transaction,
  scope: RequestScope,
  linkId: number,
): Promise<CitationRow> {
  const row = Number.isSafeInteger(linkId) ? await selectCitation(tx, linkId) : undefined
  const table = row && scope.catalogue.tables.get(row.table)
  if (!row || !table || !scope.rights.allows('read', table)) throw citationNotFound(linkId)
  const record = (await readRowAccess(tx, scope, table, [row.recordId])).get(row.recordId)
  if (!record) throw citationNotFound(linkId)
  if (!record.editable) throw notEditable(scope, table)
  return row
}

const citationNotFound = (linkId: number): AppError =>
  new AppError('link_not_found', {
    ...message('no_such_citation', { link: linkId }),
    detail: { id: linkId },
  })

const wireCitation = (row: CitationRow): CitationLink => ({
  ...citationFacts(row),
  tb: row.table,
  record_id: row.recordId,
  lib_type: row.libType,
  created_at: wireTime(row.createdAt),
})
