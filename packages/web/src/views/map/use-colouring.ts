import { useMemo } from 'react'
import type { FeaturePaint } from '../../components/map/feature-layers.js'
import type { MapColours } from '../../components/map/map-colours.js'
import { type Colouring, colouringOf } from './colouring.js'
import { type OnTheMap, type Property, tileKey } from './use-features.js'

/** In place of a field: one colour for all. */
export const oneColour = '-'
const minKinds = 2
const maxKinds = 10

/**
 * By which field the features are coloured: the one that was asked for, else the first that sorts them into a
 * few kinds.
 */
export function useColouring(
  on: OnTheMap | undefined,
  wanted: string | undefined,
  colours: MapColours,
): { by: Property | undefined; colouring: Colouring | undefined; paint: FeaturePaint } {
  return useMemo(() => {
    const values = (key: string) => (on?.places ?? []).map((place) => place.values[key] ?? null)
    const sorts = ({ key }: Property) => {
      const kinds = new Set(values(key)).size
      return kinds >= minKinds && kinds <= maxKinds && kinds < (on?.places.length ?? 0)
    }
    // What came along because a user wanted it is no choice of ours.
    const by =
      wanted === oneColour
        ? undefined
        : (on?.properties.find(({ name }) => name === wanted) ??
          on?.properties.filter(({ isPreview }) => isPreview).find(sorts))
    const colouring = by && colouringOf(values(by.key), by.isNumber)
    const colour = by && colouring ? colouring.expression(on?.isPart ? tileKey(by) : by.key) : colours.plain
    return { by, colouring, paint: { colour, colours } }
  }, [on, wanted, colours])
}
