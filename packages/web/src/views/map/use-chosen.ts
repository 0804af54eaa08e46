import { useQuery } from '@tanstack/react-query'
import { client } from '../../core/session.js'
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
  const table = on?.table ?? ''
  const { data } = useQuery({
    queryKey: [app, 'features', table, 'record', record, further],
    // What is not among those that are here may still be on the map.
    enabled: on !== undefined && known === undefined && record !== undefined,
    queryFn: async ({ signal }) =>
      placesOf(
        await client.geoface.features(
          { tb: table, filter: { id: { _eq: record } }, fields: further === undefined ? [] : [further] },
          { signal },
        ),
      ),
  })
  if (known || record === undefined) return known
  return feature === undefined ? data?.[0] : data?.find(({ geoId }) => geoId === feature)
}
