import { type Static, Type } from 'typebox'
import { AsOfMember } from './as-of.js'
import { BibliographyEntry } from './citations.js'
import { RecordFile } from './files.js'
import { GeodataEntry } from './geo.js'
import { ManualLink } from './manual-links.js'
import { MessageFields } from './messages/params.js'
import { fieldProperties, type SchemaProperty, schemaProperties } from './model/field-properties.js'
import { fieldTypeNames } from './model/field-types.js'
import { CurveSource } from './radiocarbon.js'
import { FieldValue } from './records.js'
import { RelationEntry } from './stratigraphy.js'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const limit = Type.Union([Type.String(), Type.Number(), Type.Null()])
const byName = <Entry extends Type.TSchema>(entry: Entry, description: string) =>
  Type.Record(Type.String(), entry, { description })

/** The value of a field, with what people read. */
export const Cell = Type.Object({
  name: Type.String(),
  label: Type.String(),
  val: FieldValue,
  val_label: Type.Union([Type.String(), Type.Null()], {
    description: 'of a lookup field: what the record that it refers to is called',
  }),
})
export type Cell = Static<typeof Cell>

const PluginRows = Type.Object({
  metadata: Type.Object({
    tb_id: Type.String(),
    tb_label: Type.String(),
    tot: Type.Integer(),
    curves: Type.Optional(
      Type.Array(CurveSource, { description: 'of radiocarbon dates: what the rows were calibrated with' }),
    ),
  }),
  data: Type.Array(Type.Record(Type.String(), Cell), { description: 'with `id` and `id_link`' }),
})

const link = {
  tb_id: Type.String(),
  tb_label: Type.String(),
  tot: Type.Integer({ description: 'records, at least one' }),
  filter: Type.Record(Type.String(), Type.Unknown(), { description: 'lists exactly these records' }),
}
const Link = Type.Object(link)
const Backlink = Type.Object({
  ...link,
  data: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }), {
    description: 'by label, at most 100',
  }),
})

/** Where the options of a field come from. */
const OptionsSource = Type.Union([
  Type.Object({ type: Type.Literal('db'), ref: Type.String({ description: '`table:field`' }) }),
  Type.Object({ type: Type.Literal('id_from_tb'), ref: Type.String({ description: 'name of a table' }) }),
  Type.Object({ type: Type.Literal('vocabulary'), set: Type.String() }),
  Type.Object({ type: Type.Literal('static'), items: Type.Array(Type.Unknown()) }),
  Type.Null(),
])

const schemaOfForm = {
  checks: Type.Array(Type.String()),
  flag: Type.Boolean(),
  value: FieldValue,
  length: Type.Union([Type.Number(), Type.Null()]),
  bound: limit,
  pattern: textOrNull,
  numbering: textOrNull,
  formula: textOrNull,
  text: textOrNull,
  widget: textOrNull,
  direction: textOrNull,
} as const

type PropertySchemas = {
  readonly [Name in SchemaProperty]: (typeof schemaOfForm)[(typeof fieldProperties)[Name]['form']]
}

const propertySchemas = Object.fromEntries(
  schemaProperties.map((name) => [name, schemaOfForm[fieldProperties[name].form]]),
) as PropertySchemas

/** How a field is shown and what may stand in it; settings that it does not have are null. */
export const FieldSchema = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.Enum([...fieldTypeNames]),
  db_type: Type.String({ description: 'what its column holds: `TEXT`, `INTEGER`, `FLOAT` or `TIMESTAMP`' }),
  ...propertySchemas,
  required: Type.Boolean(),
  options_source: OptionsSource,
})
export type FieldSchema = Static<typeof FieldSchema>

/** What a form needs to know of a table: the same for all its records. */
const TableSchema = Type.Object({
  fields: Type.Array(FieldSchema, { description: 'in their configured order' }),
  plugins: byName(
    Type.Object({ tb_id: Type.String(), label: Type.String(), fields: Type.Array(FieldSchema) }),
    'by plugin table',
  ),
  rs: Type.Boolean({ description: 'stratigraphic relations' }),
  id_field: Type.String(),
  has_geodata: Type.Boolean(),
  has_refman: Type.Boolean(),
  has_zotero: Type.Boolean({ description: 'repeats `has_refman`' }),
  has_fuzzy_date: Type.Boolean(),
  has_osteology: Type.Boolean(),
  template: Type.Optional(Type.Unknown({ description: 'when a template was asked for: it, or null' })),
  template_errors: Type.Optional(
    Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'why it cannot be used, or `template_not_found`',
    }),
  ),
  template_problems: Type.Optional(
    Type.Array(Type.Object(MessageFields), {
      description: 'the same for pages: empty where there is no such template',
    }),
  ),
})

/** Who made a record or changed it last, and when. */
export const RecordStamp = Type.Object({
  set: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the change set; null when the journal does not have it, or not any more',
  }),
  time: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 8601 in UTC; null for a record from before this was kept',
  }),
  user: Type.Union([Type.Integer(), Type.Null()], {
    description: '0 for a program; null when it is not known',
  }),
  user_name: textOrNull,
})
export type RecordStamp = Static<typeof RecordStamp>

const StampOrNull = Type.Union([RecordStamp, Type.Null()], { description: 'null: not stored yet' })

/** A whole record: its fields, what hangs from it, and the schema to show it by. */
export const RecordReply = Type.Object({
  status: Type.Literal('success'),
  ...AsOfMember.properties,
  metadata: Type.Object({
    tb_id: Type.String(),
    tb_label: Type.String(),
    rec_id: Type.Union([Type.Integer(), Type.Null()], { description: 'null: not stored yet' }),
    id_field: Type.String(),
    can_edit: Type.Boolean(),
    can_delete: Type.Boolean(),
    can_add: Type.Boolean({ description: 'to the table' }),
    created: StampOrNull,
    last_changed: StampOrNull,
  }),
  core: Type.Record(Type.String(), Cell),
  plugins: byName(PluginRows, 'by plugin table, also those without rows'),
  links: byName(Link, 'by the other table'),
  backlinks: byName(Backlink, 'by the other table'),
  manualLinks: byName(ManualLink, 'by id of the link'),
  files: Type.Array(RecordFile),
  geodata: byName(GeodataEntry, 'by id of the geometry'),
  rs: byName(RelationEntry, 'by id of the relation'),
  bibliography: byName(BibliographyEntry, 'by id of the citation link'),
  schema: TableSchema,
})
export type RecordReply = Static<typeof RecordReply>
