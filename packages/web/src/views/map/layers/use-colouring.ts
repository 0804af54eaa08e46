import type { MapColouring } from '@trowel/contract/map-views.js'
import { tableColors } from '@trowel/contract/model/table-marks.js'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import type { MapColours } from '../../../components/map/map-colours.js'
import type { Table } from '../../../core/application.js'
import { type Colouring, colouringOf } from './colouring.js'
import { keyOn, type OnTheMap, type Property } from './use-features.js'

const minKinds = 2
const maxKinds = 10

export interface Coloured {
  readonly by: Property | undefined
  readonly colouring: Colouring | undefined
  /** For the map. */
  readonly colour: ExpressionSpecification | string
  /** All colours that features of the layer have. */
  readonly all: readonly string[]
  /** The colour of those that are of one colour, and of the layer where it is named. */
  readonly plain: string
}

/**
 * In which colours the features of a layer are drawn: as was chosen, else by the first field that sorts them
 * into a few kinds, else in the colour of their table.
 */
export function useColouring(
  on: OnTheMap | undefined,
  chosen: MapColouring | undefined,
  colours: MapColours,
  { color }: Pick<Table, 'color'>,
): Coloured {
  return useMemo(() => {
    const usualColour = color ? tableColors[color][colours.scheme] : colours.plain
    const plain = (chosen?.by === 'one' && chosen.colour) || usualColour
    const values = (key: string) => (on?.places ?? []).map((place) => place.values[key] ?? null)
    const sorts = ({ key }: Property) => {
      const kinds = new Set(values(key)).size
      return kinds >= minKinds && kinds <= maxKinds && kinds < (on?.places.length ?? 0)
    }
    // What came along because a user wanted it is no choice of ours.
    const usual = () => on?.properties.filter(({ isPreview }) => isPreview).find(sorts)
    const named = (field: string) => on?.properties.find(({ name }) => name === field)
    const by = chosen === undefined ? usual() : chosen.by === 'field' ? named(chosen.field) : undefined
    if (!on || !by) return { by, colouring: undefined, colour: plain, all: [plain], plain }
    const options = chosen?.by === 'field' ? chosen : {}
    const colouring = colouringOf(values(by.key), by.isNumber, options)
    const all = [...new Set(colouring.legend.map(({ colour }) => colour))]
    return { by, colouring, colour: colouring.expression(keyOn(on, by)), all, plain }
  }, [on, chosen, colours, color])
}
