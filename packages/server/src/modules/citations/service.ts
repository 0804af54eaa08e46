import type { BibliographyEntry } from '@trowel/contract/citations.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { hangingFrom } from '../../storage/journal/stamps.js'
import { citationFacts } from './citation-facts.js'
import { type CitationRow, selectCitationsOf } from './store.js'

/**
 * The section `bibliography` of a record: its citations, keyed by link id, whatever the table's settings say.
 */
export const citationsPart: RecordPart = {
  section: 'bibliography',
  empty: {},
  keptAs: 'refman_links',
  attachedTable: {
    table: 'sys_refman_links',
    ends: hangingFrom.sys_refman_links,
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
  const facts = citationFacts(row)
  return { ...facts, zotero_key: facts.refman_key, zotero_url: facts.refman_url }
}
