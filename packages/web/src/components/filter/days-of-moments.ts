import type { Operator } from '@trowel/contract/model/operators.js'

/**
 * A moment is asked for by days, which begin and end where the reader is; the address has the moment in UTC,
 * so that it means the same wherever it is opened.
 */

const two = (number: number): string => String(number).padStart(2, '0')

/** The day on which a moment lies, `2026-11-22`. What is no moment stays as it is. */
export function dayOf(moment: string): string {
  const at = new Date(moment)
  if (!moment.includes('T') || Number.isNaN(at.getTime())) return moment
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/**
 * The first or the last second of a day, as the operator has it there.
 *
 * @param place of the value beside the operator, from 0
 */
export function momentOf(day: string, operator: Operator, place: number): string {
  const isEnd = operator === '_lte' || place === 1
  const at = new Date(`${day}T${isEnd ? '23:59:59' : '00:00:00'}`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().replace('.000Z', 'Z')
}

/** "22 Nov 2026"; with the time where it is not that of whole days. */
export function dayText(moment: string, operator: Operator, place: number, language: string): string {
  const day = dayOf(moment)
  const isWhole = day === moment || momentOf(day, operator, place) === moment
  const at = new Date(isWhole ? `${day}T12:00:00` : moment)
  if (Number.isNaN(at.getTime())) return moment
  return at.toLocaleString(language, { dateStyle: 'medium', ...(!isWhole && { timeStyle: 'short' }) })
}
