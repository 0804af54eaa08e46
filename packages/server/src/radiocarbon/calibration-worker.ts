import { setPriority } from 'node:os'
import { type CalibratedRanges, calibrate, type RadiocarbonAge } from './calibrate.js'
import type { CalibrationCurve } from './calibration-curve.js'

/** What the thread is asked. */
export interface CalibrationTask {
  readonly curve: CalibrationCurve
  readonly dates: readonly RadiocarbonAge[]
}

// On Linux this is the priority of the calling thread: threads that answer a request go first.
try {
  setPriority(10)
} catch {
  // Not allowed here: the threads share the processors evenly.
}

export default ({ curve, dates }: CalibrationTask): (CalibratedRanges | undefined)[] =>
  dates.map(({ age, error }) => calibrate(curve, age, error))
