import { Type } from 'typebox'
import { AsOf } from './as-of.js'
import { phrase } from './messages/messages.js'
import { ExportQuery } from './records.js'
import { flag, type Input, input, optional, text } from './wire/input.js'

const loose = { additionalProperties: true }
const template = optional(text(), 'name of a layout of the table; all that a record holds when absent')

export const PrintQuery = Type.Object({ template, ...AsOf.properties }, loose)
export type PrintQuery = Input<typeof PrintQuery>

export const PrintPictureQuery = Type.Object(
  { marks: optional(flag(), '`0`: without what is drawn on it') },
  loose,
)
export type PrintPictureQuery = Input<typeof PrintPictureQuery>

const { format: _format, bom: _bom, ...selection } = ExportQuery.properties

/** How a listing stands on paper. */
export const printForms = ['catalogue', 'table'] as const
export type PrintForm = (typeof printForms)[number]
export const orientations = ['portrait', 'landscape'] as const
export type Orientation = (typeof orientations)[number]

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  optional(
    input(Type.Enum([...values]), (given) => given as Value, {
      words: phrase('must_be_one_of', { values: values.join(', ') }),
    }),
    description,
  )

/** The restriction and the order of a listing, and how it stands on paper. */
export const PrintListQuery = Type.Object(
  {
    ...selection,
    template,
    as: oneOf(printForms, '`catalogue` (default): one record after the other; `table`: a line each'),
    orientation: oneOf(orientations, 'of the pages of a table; default `portrait`'),
    group: optional(text(), 'of a table: field whose values head groups of lines'),
    pictures: optional(flag(), 'of a table, `1`: with the first picture of each record, small'),
  },
  loose,
)
export type PrintListQuery = Input<typeof PrintListQuery>
