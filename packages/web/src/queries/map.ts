import type { Selection as Chosen } from '@trowel/client'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { AsOf } from '../core/past.js'
import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

/** Which records, and of which state. */
export type Selection = Chosen & { readonly as_of?: AsOf | null | undefined }

/** So many features of a box are asked for, where there are more of them than the map can hold. */
const maxInBox = 200

/** So many places are in a small drawing, as fine as a map at this zoom. */
const maxPlaces = 500
const placesZoom = 16

/** Where a record is. */
export interface Place {
  readonly id: number
  readonly label: string
  readonly geometry: Geometry
}

const madeOf = (table: string): readonly Source[] => [
  { of: 'feature', table },
  { of: 'record', table },
  // What the features show of other records.
  { of: 'record' },
  { of: 'layer' },
]

/** The addresses of files among the layers hold a little longer. Milliseconds. */
const layersHold = 45 * 60_000

/** Features of the records of a table. @param fields which they carry beyond those of the preview */
export const mapQueries = {
  /** What lies under and over the features, and the reference system of the project. */
  layers: (app: string) =>
    describeQuery({
      key: [app, 'map-layers'],
      fetch: (signal) => client.mapLayers.toDraw({ signal }),
      offline: true,
      madeOf: [{ of: 'layer' }],
      staleTime: layersHold,
      refetchInterval: layersHold,
    }),

  /** The maps that this person saved, and those that others share. */
  views: (app: string) =>
    describeQuery({
      key: [app, 'map-views'],
      fetch: async (signal) => (await client.mapViews.list({ signal })).views,
      offline: true,
      madeOf: [{ of: 'map_view' }, { of: 'configuration' }],
    }),

  features: (app: string, table: string, selection: Selection, fields: readonly string[]) =>
    describeQuery({
      key: [app, 'features', table, selection, fields],
      fetch: (signal) => client.geoface.features({ tb: table, ...selection, fields }, { signal }),
      offline: true,
      madeOf: madeOf(table),
      asOf: selection.as_of,
      // Those of the same table stay on the map while others are on their way.
      placeholderData: (before, last) => (last?.queryKey[2] === table ? before : undefined),
    }),

  /** Where some records of a table are, and what they are called. @param field names its records */
  places: (app: string, table: string, field: string) =>
    describeQuery({
      key: [app, 'places', table, field],
      fetch: async (signal): Promise<readonly Place[]> => {
        const query = { tb: table, fields: [field], limit: maxPlaces, zoom: placesZoom }
        const { geojson, meta } = await client.geoface.features(query, { signal })
        const key = meta.fields?.[0]?.key ?? field
        return geojson.features.flatMap(({ geometry, properties }) => {
          const { id, [key]: name } = properties
          return geometry ? [{ id: Number(id), label: String(name ?? id), geometry }] : []
        })
      },
      offline: true,
      madeOf: madeOf(table),
      staleTime: 5 * 60_000,
    }),

  /** The first ones in a box. @param box as the service reads it */
  inBox: (
    app: string,
    table: string,
    selection: Selection,
    fields: readonly string[],
    box: string | undefined,
  ) =>
    describeQuery({
      key: [app, 'features', table, selection, fields, box],
      fetch: (signal) =>
        client.geoface.features(
          { tb: table, ...selection, fields, bbox: box, limit: maxInBox, zoom: 18 },
          { signal },
        ),
      offline: true,
      madeOf: madeOf(table),
      asOf: selection.as_of,
    }),

  ofRecord: (app: string, table: string, id: number, fields: readonly string[], asOf?: AsOf) =>
    describeQuery({
      key: [app, 'features', table, 'of', id, fields],
      fetch: (signal) =>
        client.geoface.features({ tb: table, filter: { id: { _eq: id } }, fields, as_of: asOf }, { signal }),
      offline: true,
      madeOf: madeOf(table),
      asOf,
    }),
}

export type MapView = Awaited<ReturnType<typeof client.mapViews.list>>['views'][number]
