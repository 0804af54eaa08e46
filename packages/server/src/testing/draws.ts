const times = Number(process.env['TROWEL_TEST_TIMES'] ?? 1)

/**
 * How many cases a test draws that walks through whole histories: few in every run, so many times more with
 * `npm run test:drawn -- --times N`.
 */
export const draws = (few: number): number => few * times
