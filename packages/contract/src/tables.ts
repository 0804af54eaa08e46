import { type TSchema, Type } from 'typebox'
import { tableColorNames, tableIconNames } from './model/table-marks.js'

const nullOr = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const TablesReply = Type.Object({
  status: Type.Literal('success'),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      icon: nullOr(Type.Enum(tableIconNames), 'drawing beside its name'),
      color: nullOr(Type.Enum(tableColorNames), 'colour of that drawing'),
      rs: Type.Boolean({ description: 'stratigraphic relations between its records' }),
      fuzzy_date: Type.Boolean({ description: 'records carry a chronology' }),
      geodata: Type.Boolean({ description: 'records can have map features' }),
      id_field: Type.String({ description: 'the field whose value names a record to people' }),
      preview: Type.Array(Type.String(), { description: 'fields that say in a few words what a record is' }),
      privilege: Type.Integer({ description: 'best level of the caller on any row' }),
      filtered: Type.Boolean({ description: 'a row filter applies to the caller' }),
    }),
  ),
})
