import { Type } from 'typebox'
import { ExportQuery } from './records.js'

const loose = { additionalProperties: true }
const template = Type.Optional(
  Type.Unknown({ description: 'name of a layout of the table; all that a record holds when absent' }),
)

export const PrintQuery = Type.Object({ template }, loose)

const { format: _format, bom: _bom, columns: _columns, ...selection } = ExportQuery.properties

/** The restriction and the order of a listing. */
export const PrintListQuery = Type.Object({ ...selection, template }, loose)
