import Type, { type Static } from 'typebox'
import { ExportQuery } from './records.js'
import {
  anyId,
  choice,
  clearable,
  type Input,
  input,
  line,
  maxSoughtLength,
  name,
  nullable,
  optional,
  pathId,
  storableText,
  storedText,
  text,
  wholeNumber,
} from './wire/input.js'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const number = Type.Union([Type.Integer(), Type.Null()])
const success = Type.Literal('success')
const detached = Type.Union([Type.Literal(0), Type.Literal(1)], {
  description: '1: the library has the item no more; what is cached of it stays',
})

/** What is cached of a work, beside what people said about the citation. */
const citation = {
  pages: textOrNull,
  notes: textOrNull,
  sort: number,
  author_year: Type.Union([Type.String(), Type.Null()], { description: 'such as "Greco 1987", plain text' }),
  full_citation: Type.Union([Type.String(), Type.Null()], {
    description: 'HTML in the citation style of the library, sanitised',
  }),
  refman_version: number,
  synced_at: textOrNull,
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
const libraryType = Type.Enum([...libraryTypes])

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
  detached: Type.Integer({ description: 'how many of them are of works that it has no more' }),
})
export type Library = Static<typeof Library>

export const LibrariesReply = Type.Object({ status: success, libs: Type.Array(Library) })

export const LibraryOption = Type.Object({ id: Type.Integer(), type: libraryType, name: Type.String() })
export type LibraryOption = Static<typeof LibraryOption>

export const LibraryOptionsReply = Type.Object({ status: success, libs: Type.Array(LibraryOption) })

/** Used where a request names no style (https://github.com/citation-style-language/styles). */
export const defaultStyle = 'chicago-author-date'

const isNoText = (given: unknown): boolean => typeof given !== 'string' || given.trim() === ''

/** A text that has this form without the blanks around it. */
const trimmed = (form: RegExp) => Type.Refine(Type.String(), (given) => form.test(given.trim()))

const library = {
  name: line(200, {
    description: 'what people here call it, 1 to 200 characters in one line',
    isMissing: isNoText,
  }),
  api_key: Type.Optional(
    input(
      Type.Union([Type.Null(), trimmed(/^[\x21-\x7e]{0,256}$/)], {
        description: 'a key that may read it; blank or null: none',
      }),
      (given) => given?.trim() || null,
      { sentence: 'library_key_form', reason: 'not usable as a key' },
    ),
  ),
  citation_style: Type.Optional(
    input(
      Type.Union([Type.Null(), trimmed(/^[A-Za-z0-9-]{0,100}$/)], {
        description: `id of a CSL style; blank: \`${defaultStyle}\``,
      }),
      (given) => given?.trim() || defaultStyle,
      { code: 'invalid_citation_style', problem: 'invalid_citation_style' },
    ),
  ),
}

export const LibraryBody = Type.Object({
  type: choice([...libraryTypes], { code: 'parameter_missing' }),
  /** A segment of the address under which the library is asked. */
  refman_id: input(
    Type.Union(
      [
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      ],
      {
        description: 'its id there, a number or a text',
      },
    ),
    String,
    {
      code: 'invalid_refman_id',
      problem: 'invalid_refman_id',
      isMissing: (given) => typeof given !== 'number' && isNoText(given),
    },
  ),
  ...library,
})
export type LibraryBody = Input<typeof LibraryBody>

export const LibraryChangeBody = Type.Object({
  ...library,
  name: Type.Optional(library.name),
  name_before: optional(text(), 'what it was called: refused where it is called something else now'),
  citation_style_before: optional(text(), 'the same of its style'),
})
export type LibraryChangeBody = Input<typeof LibraryChangeBody>

export const CitationParams = Type.Object({ id: pathId() })
export const LibraryAddedReply = Type.Object({
  status: success,
  code: Type.Literal('ok_lib_added'),
  id: Type.Integer(),
})
export const LibraryUpdatedReply = Type.Object({ status: success, code: Type.Literal('ok_lib_updated') })
export const LibraryDeletedReply = Type.Object({ status: success, code: Type.Literal('ok_lib_deleted') })

export const searchModes = ['everything', 'titleCreatorYear'] as const
export type SearchMode = (typeof searchModes)[number]

export const ItemSearchQuery = Type.Object({
  lib_id: anyId({ description: 'the library' }),
  q: storedText(maxSoughtLength, { description: 'what to look for' }),
  limit: optional(wholeNumber(), '1 to 100, 25 by itself'),
  mode: optional(choice([...searchModes]), '`everything` (by itself) or `titleCreatorYear`'),
})
export type ItemSearchQuery = Input<typeof ItemSearchQuery>

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

const missing = { code: 'parameter_missing' } as const
const remark = storableText(2000)

/** So far from the largest number that can be kept that there is always room behind the last one. */
const farthest = 1_000_000_000
const place = input(
  Type.Union([
    Type.Integer({ minimum: -farthest, maximum: farthest }),
    Type.Refine(Type.String({ pattern: '^-?\\d{1,15}$' }), (given) => Math.abs(Number(given)) <= farthest),
  ]),
  Number,
  { sentence: 'citation_place_form', reason: 'not a whole number' },
)

export const CitationLinkBody = Type.Object({
  tb: name({ description: 'table of the record', ...missing }),
  record_id: anyId({ description: 'the record, a number or digits', ...missing }),
  lib_id: anyId({ description: 'the library, a number or digits', ...missing }),
  refman_key: name({ description: 'the item in the library', ...missing }),
  pages: clearable(remark, 'the pages meant, at most 2,000 characters'),
  notes: clearable(remark, 'a remark, at most 2,000 characters'),
  sort: nullable(place, 'place in the bibliography; by itself the last'),
})
export type CitationLinkBody = Input<typeof CitationLinkBody>

const { pages, notes } = CitationLinkBody.properties
export const CitationChangeBody = Type.Object({ pages, notes, sort: Type.Optional(place) })
export type CitationChangeBody = Input<typeof CitationChangeBody>

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

/** Kinds of files for bibliographic programs. */
export const citationFormatNames = ['csljson', 'bibtex', 'ris'] as const
export type CitationFormatName = (typeof citationFormatNames)[number]

const { bom: _bom, columns: _columns, ...selection } = ExportQuery.properties

/** The restriction of a listing, and the file that is wanted. */
export const CitationExportQuery = Type.Object(
  {
    ...selection,
    format: optional(choice([...citationFormatNames]), '`csljson` (by itself), `bibtex` or `ris`'),
  },
  { additionalProperties: true },
)
export type CitationExportQuery = Input<typeof CitationExportQuery>
export const TableOfCitationsParams = Type.Object({ tb: Type.String() })
