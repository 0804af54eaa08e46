import { calendarYear } from '../../components/years.js'

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/**
 * Round years between two others, at most so many. There is no year 0: years of our era begin with 1.
 *
 * @param from as `countedYear` counts, like `to`
 */
export function yearTicks(from: number, to: number, maxTicks: number): readonly number[] {
  const step = steps.find((one) => (to - from) / one <= maxTicks) ?? 100_000
  const first = Math.ceil(calendarYear(from) / step) * step
  const count = Math.max(0, Math.floor((calendarYear(to) - first) / step) + 1)
  return [...new Set(Array.from({ length: count }, (_, place) => first + place * step || 1))]
}
