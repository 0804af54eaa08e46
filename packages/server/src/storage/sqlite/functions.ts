import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { toDate, toFloat, toInteger, toText } from '../convert.js'
import { addDecimal, type DecimalSum, sumOf } from '../decimal-sum.js'
import { fold, upperCase } from '../fold.js'
import { type Box, boxOfWkt } from '../wkt-box.js'
import { timeIsOver } from './errors.js'

/** When the running statement must end, by `performance.now()`. */
export interface Clock {
  deadline: number
  /** Not 0 when every statement must end now. */
  readonly stop: Int32Array | undefined
}

/** How many calls of a function pass between two looks at the clock. */
const callsPerLook = 64

/**
 * Functions that our SQL uses on SQLite. Every connection has them all: triggers and indexes may call them.
 */
export function registerFunctions(db: DatabaseSyncInstance, clock: Clock): void {
  const checkTime = (): void => {
    if (performance.now() > clock.deadline || (clock.stop && Atomics.load(clock.stop, 0) !== 0))
      throw new Error(timeIsOver)
  }
  let calls = 0
  db.function('trowel_tick', () => {
    checkTime()
    return 1
  })
  const text = { deterministic: true, useBigIntArguments: true }
  db.function('trowel_fold', text, (value: unknown) => {
    if (++calls % callsPerLook === 0) checkTime()
    return value === null ? null : fold(String(value))
  })
  const converting = (name: string, convert: (value: string | number | bigint) => unknown): void =>
    db.function(name, text, (value: string | number | bigint | null) =>
      value === null ? null : convert(value),
    )
  converting('trowel_upper', (value) => upperCase(String(value)))
  converting('trowel_to_integer', toInteger)
  converting('trowel_to_float', toFloat)
  converting('trowel_to_text', toText)
  converting('trowel_to_date', toDate)
  db.aggregate('trowel_sum', {
    start: null,
    step: (sum: DecimalSum | null, number: number | null) =>
      number === null ? sum : addDecimal(sum, number),
    result: (sum: DecimalSum | null) => sumOf(sum),
    deterministic: true,
  })
  // It is asked for the sides of one text one after the other.
  let last: { readonly text: unknown; readonly box: Box | null } = { text: null, box: null }
  db.function('trowel_box', { deterministic: true }, (value: unknown, side: number) => {
    if (last.text !== value) last = { text: value, box: typeof value === 'string' ? boxOfWkt(value) : null }
    return last.box?.[side] ?? null
  })
}
