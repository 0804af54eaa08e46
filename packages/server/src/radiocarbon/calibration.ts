import { lazyPool } from '../lazy-pool.js'
import type { BinaryStorage } from '../storage/binaries/binary-storage.js'
import { weakMemoize } from '../storage/weak-memoize.js'
import { type CalibratedRanges, calibrate, type RadiocarbonAge } from './calibrate.js'
import type { CalibrationCurve } from './calibration-curve.js'
import type { CalibrationTask } from './calibration-worker.js'
import { InstalledCurves, ShippedCurves } from './curve-files.js'

/**
 * Calibrates radiocarbon ages with the curves that come with the service, and with those that were installed.
 */
export interface Calibration {
  /**
   * By its name; one that comes with the service goes before an installed one. `undefined` when there is
   * neither.
   */
  curve(name: string): Promise<CalibrationCurve | undefined>
  /** The ranges of each of the dates, in their order; `undefined` for one outside the curve. */
  ranges(curve: CalibrationCurve, dates: readonly RadiocarbonAge[]): Promise<(CalibratedRanges | undefined)[]>
}

/** Laboratories round: of many dates a good part has been calibrated before. */
const maxCached = 50_000
/** So few are done at once, where they are asked; a thread does more. */
const fewDates = 4
/** A thread works a few tenths of a second on so many. */
const datesPerTask = 500

/** @param binaries where further curves are installed, for all nodes */
export function openCalibration(binaries: BinaryStorage): Calibration {
  const shipped = new ShippedCurves()
  const installed = new InstalledCurves(binaries)
  const cacheOf = weakMemoize((_curve: CalibrationCurve) => ({
    ranges: new Map<string, CalibratedRanges | undefined>(),
  }))
  return {
    curve: async (name) => shipped.get(name) ?? installed.get(name),
    async ranges(curve, dates) {
      const cache = cacheOf(curve)
      // Another map, since calls under way still read from the old one.
      if (cache.ranges.size > maxCached) cache.ranges = new Map()
      const known = cache.ranges
      const missing = new Map<string, RadiocarbonAge>()
      for (const date of dates) if (!known.has(keyOf(date))) missing.set(keyOf(date), date)
      const found = await calibrateAll(curve, [...missing.values()])
      for (const [place, key] of [...missing.keys()].entries()) known.set(key, found[place])
      return dates.map((date) => known.get(keyOf(date)))
    },
  }
}

const keyOf = ({ age, error }: RadiocarbonAge): string => `${age} ${error}`

async function calibrateAll(
  curve: CalibrationCurve,
  dates: readonly RadiocarbonAge[],
): Promise<(CalibratedRanges | undefined)[]> {
  if (dates.length <= fewDates) return dates.map(({ age, error }) => calibrate(curve, age, error))
  const found: (CalibratedRanges | undefined)[] = []
  for (let start = 0; start < dates.length; start += datesPerTask) {
    const pool = await threads()
    found.push(...(await pool.run({ curve, dates: dates.slice(start, start + datesPerTask) })))
  }
  return found
}

/** A thread that was idle for so long ends. */
const idleMs = 60_000

const threads = lazyPool<CalibrationTask, (CalibratedRanges | undefined)[]>({
  filename: new URL('./calibration-worker.js', import.meta.url).href,
  maxThreads: 1,
  idleTimeout: idleMs,
})
