import type { Transform } from './georeference.js'

/** What is asked of a process for rasters. */
export interface RasterTask {
  /** Is it only looked at? */
  readonly do: 'describe' | 'prepare'
  readonly path: string
  /** Where the prepared file goes. */
  readonly to: string
  /** Where pixels may lie meanwhile. */
  readonly between: string
  readonly maxPixels: number
  /** So many pixels of a picture that is decoded as a whole. */
  readonly maxWholePixels: number
  /** The lines of a world file that came with it. */
  readonly world: readonly number[] | undefined
  /** The reference system that a person chose; that of the file when absent. */
  readonly epsg: number | undefined
}

export interface RasterFacts {
  readonly width: number
  readonly height: number
  readonly epsg: number
  readonly transform: Transform
  /** Can a map read it in parts as it is? */
  readonly isReady: boolean
}

/** Why a file cannot be shown on a map. */
export const rasterProblems = ['unreadable', 'no_place', 'no_system', 'too_many_pixels', 'too_slow'] as const
export type RasterProblem = (typeof rasterProblems)[number]

export type RasterMessage =
  | { readonly progress: number }
  | { readonly facts: RasterFacts }
  | { readonly problem: RasterProblem; readonly reason: string }

/** What is known of the file to be wrong. */
export class RasterRefusal extends Error {
  constructor(
    readonly problem: RasterProblem,
    reason: string = problem,
  ) {
    super(reason)
  }
}
