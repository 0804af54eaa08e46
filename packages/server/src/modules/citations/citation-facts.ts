import type { BibliographyEntry, CitationLink } from '@trowel/contract/citations.js'
import { wireTime } from '../../http/wire-time.js'
import { publicAddress } from './public-address.js'
import type { CitationRow } from './store.js'

/** What is told of a citation, wherever it is shown. */
export const citationFacts = (
  row: CitationRow,
): Pick<CitationLink, keyof CitationLink & keyof BibliographyEntry> => ({
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
  refman_url: publicAddress(row.libType, row.refmanId, row.refmanKey),
})
