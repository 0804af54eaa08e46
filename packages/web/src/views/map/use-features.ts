import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Selection } from '@trowel/client'
import { useMemo } from 'react'
import { client } from '../../app/session.js'
import { type Box, boxOf } from '../../parts/map/bounds.js'
import type { FeatureSource } from '../../parts/map/feature-layers.js'
import type { Value } from './colouring.js'

export type Features = Awaited<ReturnType<typeof client.geoface.features>>
type Feature = Features['geojson']['features'][number]

/** A field that every feature carries, by its name and under the key that stands for it in the features that are here. */
export interface Property {
  readonly name: string
  readonly key: string
}

/** A feature as lists and cards show it. */
export interface Place {
  readonly geoId: number
  readonly recordId: number
  readonly name: string
  readonly values: Readonly<Record<string, Value>>
  readonly geometry: Feature['geometry']
  readonly box: Box
}

export interface OnTheMap {
  readonly table: string
  readonly places: readonly Place[]
  readonly byId: ReadonlyMap<number, Place>
  /** Are there more than these? Then the map draws tiles, and these are some of them. */
  readonly isPart: boolean
  readonly properties: readonly Property[]
  readonly source: FeatureSource
  readonly layers: Features['meta']['layers']
  readonly canEdit: boolean
}

const mostInList = 200

/** The features of a table's records, those that a listing has. */
export function useFeatures(
  app: string,
  { name, preview }: { name: string; preview: readonly string[] },
  selection: Selection,
) {
  const query = useQuery({
    queryKey: [app, 'features', name, selection],
    queryFn: ({ signal }) => client.geoface.features({ tb: name, ...selection }, { signal }),
    placeholderData: (before, last) => (last?.queryKey[2] === name ? before : undefined),
  })
  const { data } = query
  const shown = useMemo(
    () => data && onTheMap(name, preview, selection, data),
    // The selection is part of what was asked for; it changes with the answer.
    [data, name, preview, selection],
  )
  return { query, shown }
}

function onTheMap(
  table: string,
  preview: readonly string[],
  selection: Selection,
  { geojson, meta }: Pick<Features, 'geojson' | 'meta'>,
): OnTheMap {
  const names = preview.filter((field) => field !== 'id')
  const properties = meta.preview_fields.flatMap((key, place) => {
    const field = names[place]
    return field === undefined ? [] : [{ name: field, key }]
  })
  const places = placesOf({ geojson, meta })
  return {
    table,
    places,
    byId: new Map(places.map((place) => [place.geoId, place])),
    isPart: meta.truncated,
    properties,
    source: meta.truncated
      ? {
          tiles: client.geoface.tilePattern(table, {
            ...selection,
            fields: names.slice(0, 12).join(','),
          }),
          layer: table,
        }
      : { features: geojson.features, label: meta.preview_fields[0] ?? 'id' },
    layers: meta.layers,
    canEdit: meta.canUserEdit,
  }
}

/** The first of the fields of the preview names a record, as everywhere. */
export function placesOf({ geojson, meta }: Pick<Features, 'geojson' | 'meta'>): readonly Place[] {
  const label = meta.preview_fields[0] ?? 'id'
  return geojson.features.map((feature) => placeOf(feature, label))
}

function placeOf({ geometry, properties }: Feature, label: string): Place {
  const { id, geo_id, ...values } = properties
  const name = properties[label]
  return {
    geoId: geo_id,
    recordId: id,
    name: name === null || name === undefined || name === '' ? `${id}` : String(name),
    values: values as Place['values'],
    geometry,
    box: boxOf(geometry),
  }
}

/** Of more features than there can be here: the first ones in a box. */
export function usePlacesIn(
  app: string,
  on: OnTheMap | undefined,
  selection: Selection,
  box: Box | undefined,
): readonly Place[] | undefined {
  const bbox = box?.map((degrees) => degrees.toFixed(7)).join(',')
  const table = on?.table ?? ''
  const { data } = useQuery({
    queryKey: [app, 'features', table, selection, bbox],
    enabled: on?.isPart === true && bbox !== undefined,
    queryFn: ({ signal }) =>
      client.geoface.features({ tb: table, ...selection, bbox, limit: mostInList, zoom: 18 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return useMemo(() => (on?.isPart && data ? placesOf(data) : undefined), [data, on])
}
