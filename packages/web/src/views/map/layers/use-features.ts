import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Box, boxOf } from '../../../components/map/bounds.js'
import type { FeatureSource } from '../../../components/map/feature-layers.js'
import { client } from '../../../core/session.js'
import { mapQueries, type Selection } from '../../../queries/map.js'
import type { Value } from './colouring.js'
import type { MapField } from './map-fields.js'

export type Features = Awaited<ReturnType<typeof client.geoface.features>>
type Feature = Features['geojson']['features'][number]

/** A field that every feature carries, under the key that stands for it in the features that are here. */
export interface Property extends MapField {
  readonly key: string
  /** Is it shown wherever records are, or was it asked for? */
  readonly isPreview: boolean
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
  /** What was asked for. */
  readonly selection: Selection
  readonly features: Features['geojson']['features']
  /** The property that names a record. */
  readonly label: string
  readonly total: number
  readonly canEdit: boolean
}

interface Asked {
  readonly table: string
  readonly preview: readonly string[]
  readonly selection: Selection
  readonly fields: readonly MapField[]
  /** Those beyond the preview that features shall carry. */
  readonly further: readonly string[]
}

/** The features of a table's records, those that a listing has. */
export function useFeatures(app: string, { isReady, ...asked }: Asked & { isReady: boolean }) {
  const { table, preview, selection, fields, further } = asked
  const query = useQuery({
    ...mapQueries.features(app, table, selection, further),
    enabled: isReady,
  })
  const { data, isPlaceholderData } = query
  const shown = useMemo(
    () => data && onTheMap({ table, preview, selection, fields, further }, data),
    // The selection is part of what was asked for; it changes with the answer.
    [data, table, preview, selection, fields, further],
  )
  return { query, shown, isSettled: shown !== undefined && !isPlaceholderData }
}

function onTheMap(
  { table, preview, selection, fields }: Asked,
  { geojson, meta }: Pick<Features, 'geojson' | 'meta'>,
): OnTheMap {
  const places = placesOf({ geojson, meta })
  return {
    table,
    places,
    byId: new Map(places.map((place) => [place.geoId, place])),
    isPart: meta.truncated,
    properties: propertiesOf(preview, fields, meta),
    selection,
    features: geojson.features,
    label: meta.preview_fields[0] ?? 'id',
    total: places.length,
    canEdit: meta.canUserEdit,
  }
}

function propertiesOf(
  preview: readonly string[],
  fields: readonly MapField[],
  meta: Features['meta'],
): readonly Property[] {
  const about = (name: string, label: string): MapField =>
    fields.find((field) => field.name === name) ?? { name, label, type: 'text', isNumber: false }
  const names = preview.filter((field) => field !== 'id')
  const shown = meta.preview_fields.flatMap((key, place): Property[] => {
    const name = names[place]
    return name === undefined ? [] : [{ ...about(name, key), label: key, key, isPreview: true }]
  })
  const further = (meta.fields ?? []).filter(({ name }) => !names.includes(name))
  return [...shown, ...further.map(({ name, key }) => ({ ...about(name, name), key, isPreview: false }))]
}

/**
 * Where the map takes the features from. @param carried properties that tiles carry, with the name of the
 * record
 */
export const sourceOf = (
  { table, isPart, selection, features }: OnTheMap,
  carried: readonly Property[],
): FeatureSource =>
  isPart
    ? {
        tiles: client.geoface.tilePattern(table, {
          ...selection,
          fields: [...new Set(carried.map(({ name }) => name))],
        }),
        layer: table,
      }
    : { features }

/** The property of a feature in a tile. */
const tileKey = ({ name }: Property): string =>
  name === 'label' || name === 'geo_id' ? `${name} (${name})` : name

/** The property as the map meets it in the features of a source. */
export const keyOn = ({ isPart }: OnTheMap, property: Property): string =>
  isPart ? tileKey(property) : property.key

/** The property that names a record, as the map meets it. */
export const labelOn = ({ isPart, label }: OnTheMap): string => (isPart ? 'label' : label)

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
  { selection, further }: Pick<Asked, 'selection' | 'further'>,
  box: Box | undefined,
): readonly Place[] | undefined {
  const bbox = box?.map((degrees) => degrees.toFixed(7)).join(',')
  const { data } = useQuery({
    ...mapQueries.inBox(app, on?.table ?? '', selection, further, bbox),
    enabled: on?.isPart === true && bbox !== undefined,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => (on?.isPart && data ? placesOf(data) : undefined), [data, on])
}
