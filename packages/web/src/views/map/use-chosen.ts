import { useQuery } from '@tanstack/react-query'
import { mapQueries } from '../../queries/map.js'
import type { MapSearch } from './map-address.js'
import { type OnTheMap, type Place, placesOf } from './use-features.js'

/** The feature that the address names; of a record alone, its first one. */
export function useChosen(
  app: string,
  on: OnTheMap | undefined,
  { feature, record }: MapSearch,
  further: string | undefined,
): Place | undefined {
  const known =
    feature !== undefined
      ? on?.byId.get(feature)
      : record === undefined
        ? undefined
        : on?.places.find(({ recordId }) => recordId === record)
  const { data } = useQuery({
    ...mapQueries.ofRecord(app, on?.table ?? '', record ?? 0, further),
    // What is not among those that are here may still be on the map.
    enabled: on !== undefined && known === undefined && record !== undefined,
    select: placesOf,
  })
  if (known || record === undefined) return known
  return feature === undefined ? data?.[0] : data?.find(({ geoId }) => geoId === feature)
}
