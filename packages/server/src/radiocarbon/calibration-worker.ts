import { type CalibratedRanges, calibrate } from './calibrate.js'
import type { RadiocarbonAge } from './calibration.js'
import type { CalibrationCurve } from './calibration-curve.js'

/** What the thread is asked. */
export interface CalibrationTask {
  readonly curve: CalibrationCurve
  readonly dates: readonly RadiocarbonAge[]
}

export default ({ curve, dates }: CalibrationTask): (CalibratedRanges | undefined)[] =>
  dates.map(({ age, error }) => calibrate(curve, age, error))
