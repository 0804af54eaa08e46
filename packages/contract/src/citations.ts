import Type, { type Static } from 'typebox'
import { pathId } from './wire/input.js'

const text = Type.Union([Type.String(), Type.Null()])
const number = Type.Union([Type.Integer(), Type.Null()])
const success = Type.Literal('success')
const detached = Type.Union([Type.Literal(0), Type.Literal(1)], {
  description: '1: the library has the item no more; what is cached of it stays',
})

/** What is cached of a work, beside what people said about the citation. */
const citation = {
  pages: text,
  notes: text,
  sort: number,
  author_year: Type.Union([Type.String(), Type.Null()], { description: 'such as "Greco 1987", plain text' }),
  full_citation: Type.Union([Type.String(), Type.Null()], {
    description: 'HTML in the citation style of the library, sanitised',
  }),
  refman_version: number,
  synced_at: text,
  detached,
}

const publicUrl = Type.Union([Type.String(), Type.Null()], {
  description: 'where anybody can look the work up; null for the library of a person',
})

/** A citation of a work in an external library, as the section `bibliography` of a record shows it. */
export const BibliographyEntry = Type.Object({
  id: Type.Integer(),
  lib_id: Type.Integer(),
  lib_name: Type.String(),
  refman_key: Type.String(),
  ...citation,
  refman_url: publicUrl,
  zotero_key: Type.String({ description: 'repeats `refman_key`' }),
  zotero_url: Type.Union([Type.String(), Type.Null()], { description: 'repeats `refman_url`' }),
})
export type BibliographyEntry = Static<typeof BibliographyEntry>

/** The two kinds of libraries that the reference manager has. */
export const libraryTypes = ['user', 'group'] as const
export type LibraryType = (typeof libraryTypes)[number]
const libraryType = Type.Union([Type.Literal('user'), Type.Literal('group')])

/** A library of the reference manager. Its key is never told, only whether there is one. */
export const Library = Type.Object({
  id: Type.Integer(),
  type: libraryType,
  refman_id: Type.String({ description: 'what the reference manager calls it' }),
  name: Type.String(),
  citation_style: Type.String(),
  created_at: Type.String(),
  has_api_key: Type.Boolean(),
  citations: Type.Integer({ description: 'how many citations of its works there are' }),
})
export type Library = Static<typeof Library>

export const LibrariesReply = Type.Object({ status: success, libs: Type.Array(Library) })

export const LibraryOption = Type.Object({ id: Type.Integer(), type: libraryType, name: Type.String() })
export type LibraryOption = Static<typeof LibraryOption>

export const LibraryOptionsReply = Type.Object({ status: success, libs: Type.Array(LibraryOption) })

/** Looked at by the service, which names everything that is wrong with it at once. */
export const LibraryBody = Type.Object({
  type: Type.Optional(Type.Unknown({ description: '`user` or `group`' })),
  refman_id: Type.Optional(Type.Unknown({ description: 'its id there, a number or a text' })),
  name: Type.Optional(Type.Unknown({ description: 'what people here call it, 1 to 200 characters' })),
  api_key: Type.Optional(Type.Unknown({ description: 'a key that may read it; blank or null: none' })),
  citation_style: Type.Optional(
    Type.Unknown({ description: 'id of a CSL style; blank: `chicago-author-date`' }),
  ),
})
export type LibraryInput = Static<typeof LibraryBody>

export const LibraryChangeBody = Type.Pick(LibraryBody, ['name', 'api_key', 'citation_style'])
export type LibraryChangeInput = Static<typeof LibraryChangeBody>

export const CitationParams = Type.Object({ id: pathId() })
export const LibraryAddedReply = Type.Object({
  status: success,
  code: Type.Literal('ok_lib_added'),
  id: Type.Integer(),
})
export const LibraryUpdatedReply = Type.Object({ status: success, code: Type.Literal('ok_lib_updated') })
export const LibraryDeletedReply = Type.Object({ status: success, code: Type.Literal('ok_lib_deleted') })

export const ItemSearchQuery = Type.Object({
  lib_id: Type.Optional(Type.Unknown({ description: 'the library' })),
  q: Type.Optional(Type.Unknown({ description: 'what to look for' })),
  limit: Type.Optional(Type.Unknown({ description: '1 to 100, 25 by itself' })),
  mode: Type.Optional(Type.Unknown({ description: '`everything` (by itself) or `titleCreatorYear`' })),
})

/** A work that a search found in a library. */
export const FoundItem = Type.Object({
  key: Type.String(),
  author_year: Type.String(),
  full_citation: Type.String(),
  refman_version: Type.Integer(),
  refman_url: publicUrl,
  title: Type.String(),
})
export type FoundItem = Static<typeof FoundItem>

export const ItemSearchReply = Type.Object({ status: success, results: Type.Array(FoundItem) })

export const RecordOfCitationsParams = Type.Object({ tb: Type.String(), id: pathId() })

/** A citation as the operations on citations show it. */
export const CitationLink = Type.Object({
  id: Type.Integer(),
  tb: Type.String(),
  record_id: Type.Integer(),
  lib_id: Type.Integer(),
  lib_name: Type.String(),
  lib_type: libraryType,
  refman_key: Type.String(),
  ...citation,
  created_at: Type.String(),
  refman_url: publicUrl,
})
export type CitationLink = Static<typeof CitationLink>

export const CitationLinksReply = Type.Object({ status: success, links: Type.Array(CitationLink) })

/** Looked at by the service. */
export const CitationLinkBody = Type.Object({
  tb: Type.Optional(Type.Unknown({ description: 'table of the record' })),
  record_id: Type.Optional(Type.Unknown({ description: 'the record, a number or digits' })),
  lib_id: Type.Optional(Type.Unknown({ description: 'the library, a number or digits' })),
  refman_key: Type.Optional(Type.Unknown({ description: 'the item in the library' })),
  pages: Type.Optional(Type.Unknown({ description: 'the pages meant, at most 2,000 characters' })),
  notes: Type.Optional(Type.Unknown({ description: 'a remark, at most 2,000 characters' })),
  sort: Type.Optional(Type.Unknown({ description: 'place in the bibliography; by itself the last' })),
})
export type CitationLinkInput = Static<typeof CitationLinkBody>

export const CitationChangeBody = Type.Pick(CitationLinkBody, ['pages', 'notes', 'sort'])
export type CitationChangeInput = Static<typeof CitationChangeBody>

export const CitationAddedReply = Type.Object({
  status: success,
  code: Type.Literal('ok_link_added'),
  id: Type.Integer(),
})
export const CitationUpdatedReply = Type.Object({ status: success, code: Type.Literal('ok_link_updated') })
export const CitationDeletedReply = Type.Object({ status: success, code: Type.Literal('ok_link_deleted') })

const counts = {
  updated: Type.Integer({ description: 'what is cached was refreshed, or was found again' }),
  detached: Type.Integer({ description: 'the library has them no more, since this sync' }),
  unchanged: Type.Integer(),
  errors: Type.Integer({ description: 'the library could not be asked about them; nothing of them changed' }),
}

/** What a sync did to the citations of a record, in links. */
export const RecordSyncReply = Type.Object({ status: success, ...counts })
/** What a sync did to all citations, in distinct items. */
export const SyncReply = Type.Object({ status: success, ...counts, total: Type.Integer() })

export const CitationExportQuery = Type.Object(
  { format: Type.Optional(Type.Unknown({ description: '`csljson` (by itself), `bibtex` or `ris`' })) },
  { additionalProperties: true },
)
export const TableOfCitationsParams = Type.Object({ tb: Type.String() })
