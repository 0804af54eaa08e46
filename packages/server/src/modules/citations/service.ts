import type { BibliographyEntry } from '@trowel/contract/citations.js'
import { wireTime } from '../../http/wire-time.js'
import type { RecordPart } from '../records/record-part.js'
import { publicAddress } from './public-address.js'
import { type CitationRow, selectCitationsOf } from './store.js'

/** The section `bibliography` of a record: its citations, keyed by link id, whatever the table's settings say. */
export const citationsPart: RecordPart = {
  section: 'bibliography',
  empty: {},
  keptAs: 'refman_links',
  satellite: {
    table: 'sys_refman_links',
    ends: [{ table: 'tb', record: 'record_id' }],
    needs: { column: 'lib_id', table: 'sys_refman_libs' },
  },
  appliesTo: () => true,
  async read(scope, table, recordId) {
    const entries: Record<string, BibliographyEntry> = {}
    for (const row of await selectCitationsOf(scope.db.quick, table, recordId)) {
      entries[row.id] = bibliographyEntry(row)
    }
    return entries
  },
}

function bibliographyEntry(row: CitationRow): BibliographyEntry {
  const url = publicAddress(row.libType, row.refmanId, row.refmanKey)
  return {
    id: row.id,
    lib_id: row.libId,
    lib_name: row.libName,
    refman_key: row.refmanKey,
    pages: row.pages,
    notes: row.notes,
    sort: row.sort,
    author_year: row.authorYear,
    full_citation: row.fullCitation,
    refman_version: row.refmanVersion,
    synced_at: row.syncedAt === null ? null : wireTime(row.syncedAt),
    detached: row.detached === 1 ? 1 : 0,
    refman_url: url,
    zotero_key: row.refmanKey,
    zotero_url: url,
  }
}
