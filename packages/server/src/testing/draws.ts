import { randomInt } from 'node:crypto'
import { expect } from 'vitest'

const times = Number(process.env['TROWEL_TEST_TIMES'] ?? 1)
const seed = Number(process.env['TROWEL_TEST_SEED'] ?? randomInt(2 ** 31))

/**
 * How a test draws that walks through whole histories: few cases in every run, and so many times more with
 * `npm run test:drawn -- --times N`, which prints the seed; `--seed` draws the same again. A run that fails
 * names its seed itself.
 */
export function draws(few: number): { readonly numRuns: number; readonly seed: number } {
  if (times > 1) process.stdout.write(`Seed ${seed}: ${expect.getState().currentTestName}\n`)
  return { numRuns: few * times, seed }
}

/** How long such a test may take. @param ms with few cases */
export const drawnWithin = (ms: number): number => ms * times
