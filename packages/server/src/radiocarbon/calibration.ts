import { Piscina } from 'piscina'
import type { BinaryStorage } from '../storage/binaries/binary-storage.js'
import { type CalibratedRanges, calibrate, type RadiocarbonAge } from './calibrate.js'
import type { CalibrationCurve } from './calibration-curve.js'
import type { CalibrationTask } from './calibration-worker.js'
import { InstalledCurve } from './installed-curve.js'

/** Calibrates radiocarbon ages with the curve that is installed. */
export interface Calibration {
  /** `undefined` when none is installed. */
  curve(): Promise<CalibrationCurve | undefined>
  /** The ranges of each of the dates, in their order; `undefined` for one outside the curve. */
  ranges(curve: CalibrationCurve, dates: readonly RadiocarbonAge[]): Promise<(CalibratedRanges | undefined)[]>
}

/** Laboratories round: of many dates a good part has been calibrated before. */
const mostKnown = 50_000
/** So few are done at once, where they are asked; a thread does more. */
const fewDates = 4
/** A thread works a few tenths of a second on so many. */
const datesPerTask = 500

/** @param binaries where the curve is installed, for all nodes */
export function openCalibration(binaries: BinaryStorage): Calibration {
  const installed = new InstalledCurve(binaries)
  let knownOf: CalibrationCurve | undefined
  let known = new Map<string, CalibratedRanges | undefined>()
  return {
    curve: () => installed.get(),
    async ranges(curve, dates) {
      if (knownOf !== curve || known.size > mostKnown) known = new Map()
      knownOf = curve
      const memory = known
      const missing = new Map<string, RadiocarbonAge>()
      for (const date of dates) if (!memory.has(keyOf(date))) missing.set(keyOf(date), date)
      const found = await calibrateAll(curve, [...missing.values()])
      for (const [place, key] of [...missing.keys()].entries()) memory.set(key, found[place])
      return dates.map((date) => memory.get(keyOf(date)))
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
    found.push(...(await threads().run({ curve, dates: dates.slice(start, start + datesPerTask) })))
  }
  return found
}

/** A thread that nobody needed for so long ends. */
const idleMs = 60_000

let pool: Piscina<CalibrationTask, (CalibratedRanges | undefined)[]> | undefined

/** The first who asks starts them. */
function threads(): Piscina<CalibrationTask, (CalibratedRanges | undefined)[]> {
  pool ??= new Piscina<CalibrationTask, (CalibratedRanges | undefined)[]>({
    filename: new URL('./calibration-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
  })
  return pool
}
