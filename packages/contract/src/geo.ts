import Type, { type Static } from 'typebox'

const cell = <Value extends Type.TSchema>(value: Value) =>
  Type.Object({ name: Type.String(), label: Type.String(), val: value })

/** One geometry as the section `geodata` of a record shows it. */
export const GeodataEntry = Type.Object({
  id: cell(Type.Integer()),
  table_link: cell(Type.String()),
  id_link: cell(Type.Integer()),
  geometry: cell(Type.String({ description: 'WKT' })),
  geojson: Type.Unknown({ description: 'a GeoJSON geometry, or null when the stored text cannot be read' }),
})
export type GeodataEntry = Static<typeof GeodataEntry>
