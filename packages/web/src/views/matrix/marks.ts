import { useMemo, useState } from 'react'
import type { Kind } from './colour-by.js'
import type { Palette } from './palette.js'
import { reachedFrom, type Sequence } from './sequence.js'
import type { Layout } from './use-layout.js'

/** What is marked in a drawing. */
export interface Marks {
  /** The place of the chosen box, and the unit in it. */
  readonly chosen: number | undefined
  readonly unit: number | undefined
  /** The unit from which the person came to the drawing. */
  readonly cameFrom: number | undefined
  readonly later: ReadonlySet<number>
  readonly earlier: ReadonlySet<number>
  /** The boxes of the contradiction that is looked at: nothing else stands out. */
  readonly loop: ReadonlySet<number> | undefined
  /** Only these boxes stand out: those of one value in the legend. */
  readonly only: ReadonlySet<number> | undefined
  /** The colour of a box; `undefined` for none. */
  colourOf(box: number): string | undefined
}

const nothing: ReadonlySet<number> = new Set()

/** What a chosen unit and the colours mark. */
export function useMarks(
  sequence: Sequence,
  unit: number | undefined,
  {
    kinds,
    kindOf,
    only,
    loop,
    palette,
  }: {
    readonly kinds: readonly Kind[]
    /** The place of a box's value among them. */
    readonly kindOf: (box: number) => number | undefined
    readonly only: string | undefined
    /** The contradiction that is looked at. */
    readonly loop: Layout['loops'][number] | undefined
    readonly palette: Palette
  },
): Marks {
  const [cameFrom] = useState(unit)
  return useMemo(() => {
    const chosen = unit === undefined ? undefined : sequence.boxOf(unit)
    return {
      chosen,
      unit,
      cameFrom,
      later: chosen === undefined ? nothing : reachedFrom(chosen, sequence.newer),
      earlier: chosen === undefined ? nothing : reachedFrom(chosen, sequence.older),
      loop: loop && new Set(loop.units.flatMap(({ id }) => sequence.boxOf(id) ?? [])),
      only: kinds.find(({ value }) => value === only)?.boxes,
      colourOf: (box) => {
        const kind = kindOf(box)
        return kind === undefined ? undefined : palette.value(kind, kinds.length)
      },
    }
  }, [unit, sequence, cameFrom, kinds, kindOf, only, loop, palette])
}
