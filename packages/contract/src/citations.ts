import Type, { type Static } from 'typebox'

const text = Type.Union([Type.String(), Type.Null()])
const number = Type.Union([Type.Integer(), Type.Null()])

/** A citation of a work in an external library, as the section `bibliography` of a record shows it. */
export const BibliographyEntry = Type.Object({
  id: Type.Integer(),
  lib_id: Type.Integer(),
  lib_name: Type.String(),
  refman_key: Type.String(),
  pages: text,
  notes: text,
  sort: number,
  author_year: text,
  full_citation: text,
  refman_version: number,
  synced_at: text,
  detached: Type.Union([Type.Literal(0), Type.Literal(1)]),
  refman_url: text,
  zotero_key: Type.String({ description: 'repeats `refman_key`' }),
  zotero_url: Type.Union([Type.String(), Type.Null()], { description: 'repeats `refman_url`' }),
})
export type BibliographyEntry = Static<typeof BibliographyEntry>
