import { Type } from 'typebox'
import { AsOf } from './as-of.js'
import { ExportQuery } from './records.js'
import { flag, type Input, optional, text } from './wire/input.js'

const loose = { additionalProperties: true }
const template = optional(text(), 'name of a layout of the table; all that a record holds when absent')

export const PrintQuery = Type.Object({ template, ...AsOf.properties }, loose)
export type PrintQuery = Input<typeof PrintQuery>

export const PrintPictureQuery = Type.Object(
  { marks: optional(flag(), '`0`: without what is drawn on it') },
  loose,
)
export type PrintPictureQuery = Input<typeof PrintPictureQuery>

const { format: _format, bom: _bom, columns: _columns, ...selection } = ExportQuery.properties

/** The restriction and the order of a listing. */
export const PrintListQuery = Type.Object({ ...selection, template }, loose)
export type PrintListQuery = Input<typeof PrintListQuery>
