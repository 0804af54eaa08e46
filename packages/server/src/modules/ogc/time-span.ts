/**
 * One end of a span: a year as the records count them (-325 is 325 BCE), and the day where a calendar date
 * was given.
 */
export interface Moment {
  readonly year: number
  /** `YYYY-MM-DD`; only in the years 1 to 9999, which the dates of records have. */
  readonly day: string | undefined
}

/** A stretch of time; an end that is not there is open. */
export interface TimeSpan {
  readonly from: Moment | undefined
  readonly to: Moment | undefined
}

/**
 * The parameter `datetime` (OGC 17-069r4, 7.15.4): a date-time or a date of RFC 3339, or two of them with `/`
 * between, of which one may be `..` or nothing. Beyond the standard, years before our era and years alone:
 * `-0325-01-01T00:00:00Z`, `-325`.
 *
 * @returns `undefined` when the text is none of these, names a day that does not exist, or ends before it
 *   begins
 */
export function readTimeSpan(text: string): TimeSpan | undefined {
  const parts = text.split('/')
  const [first = '', second = first] = parts
  if (parts.length > 2 || (isOpen(first) && isOpen(second))) return undefined
  const from = isOpen(first) ? undefined : readMoment(first, 'first')
  const to = isOpen(second) ? undefined : readMoment(second, 'last')
  if (from === null || to === null) return undefined
  return from && to && isAfter(from, to) ? undefined : { from, to }
}

const isOpen = (text: string): boolean => text === '' || text === '..'

const isAfter = (from: Moment, to: Moment): boolean =>
  from.year > to.year || (from.day !== undefined && to.day !== undefined && from.day > to.day)

/** GDAL writes a day with a `T` at its end. */
const form =
  /^([+-]?\d{1,6})(?:-(\d{2})-(\d{2})(?:T|[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?$/i

function readMoment(text: string, end: 'first' | 'last'): Moment | null {
  const found = form.exec(text)
  if (!found) return null
  const [, yearText = '', month, day, hour, minute, second = '00', zone = 'Z'] = found
  const year = Number(yearText)
  if (month === undefined || day === undefined) {
    return { year, day: end === 'first' ? dayOf(year, 1, 1) : dayOf(year, 12, 31) }
  }
  if (!isDay(year, Number(month), Number(day))) return null
  if (hour === undefined || minute === undefined)
    return { year, day: dayOf(year, Number(month), Number(day)) }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const plain = dayOf(year, Number(month), Number(day))
  if (plain === undefined) return { year, day: undefined }
  const moment = new Date(`${plain}T${hour}:${minute}:00${zone.toUpperCase()}`)
  if (Number.isNaN(moment.getTime())) return null
  // Where a zone leads beyond the years of dates, the year alone is told.
  return {
    year: moment.getUTCFullYear(),
    day: dayOf(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()),
  }
}

const daysOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)

const dayOf = (year: number, month: number, day: number): string | undefined =>
  year >= 1 && year <= 9999
    ? `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    : undefined
