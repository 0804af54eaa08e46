/** A span of time on a line. Unix milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Where a moment lies on a line of this width. */
export const placeOf = (time: number, { from, to }: Span, width: number): number =>
  to > from ? (Math.min(Math.max(time, from), to) - from) * (width / (to - from)) : width

/** A stretch of the line in which something was changed. */
export interface Bar {
  readonly x: number
  /** Share of the height of the line, up to 1. */
  readonly height: number
}

/** So wide is a stretch, in pixels. */
export const barWidth = 4
/** A single change is seen, too. */
const least = 0.3

/** Marks as bars: the more changes in a stretch, the higher, in orders of magnitude. */
export function barsOf(
  marks: readonly { readonly time: number; readonly count: number }[],
  span: Span,
  width: number,
): readonly Bar[] {
  const counts = new Map<number, number>()
  for (const { time, count } of marks) {
    const stretch = Math.floor(Math.min(placeOf(time, span, width), width - 1) / barWidth)
    counts.set(stretch, (counts.get(stretch) ?? 0) + count)
  }
  const most = Math.log1p(Math.max(1, ...counts.values()))
  return [...counts].map(([stretch, count]) => ({
    x: stretch * barWidth + barWidth / 2,
    height: least + (1 - least) * (most === Math.log1p(1) ? 0.4 : Math.log1p(count) / most),
  }))
}

/** The mark that lies nearest to a moment. */
export const nearestMark = <Mark extends { readonly time: number }>(
  marks: readonly Mark[],
  time: number,
): Mark | undefined =>
  marks.reduce<Mark | undefined>(
    (near, mark) => (near && Math.abs(near.time - time) <= Math.abs(mark.time - time) ? near : mark),
    undefined,
  )

/** How far labels are apart at least, in pixels. */
const labelRoom = 92
const units = ['hour', 'day', 'month', 'year'] as const
type Unit = (typeof units)[number]

/** From fine to coarse. */
const steps: readonly (readonly [Unit, number])[] = [
  ['hour', 1],
  ['hour', 3],
  ['hour', 6],
  ['day', 1],
  ['day', 2],
  ['day', 7],
  ['day', 14],
  ['month', 1],
  ['month', 3],
  ['month', 6],
  ['year', 1],
  ['year', 2],
  ['year', 5],
  ['year', 10],
]
const lengths: Readonly<Record<Unit, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
}

/** The beginnings of hours, days, months or years that are named on the line, in the time of this machine. */
export function labelsOf(
  span: Span,
  width: number,
): { readonly unit: Unit; readonly times: readonly number[] } {
  const room = Math.max(1, Math.floor(width / labelRoom))
  const [unit, step] = steps.find(([unit, by]) => (span.to - span.from) / (lengths[unit] * by) <= room) ?? [
    'year',
    Math.ceil((span.to - span.from) / lengths.year / room),
  ]
  const times: number[] = []
  for (let at = beginOf(span.from, unit, step); at <= span.to; at = nextAfter(at, unit, step))
    if (at >= span.from) times.push(at)
  return { unit, times }
}

function beginOf(time: number, unit: Unit, step: number): number {
  const at = new Date(time)
  const down = (value: number) => Math.floor(value / step) * step
  if (unit === 'year') return new Date(down(at.getFullYear()), 0).getTime()
  if (unit === 'month') return new Date(at.getFullYear(), down(at.getMonth())).getTime()
  if (unit === 'day') return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
  return new Date(at.getFullYear(), at.getMonth(), at.getDate(), down(at.getHours())).getTime()
}

function nextAfter(time: number, unit: Unit, step: number): number {
  const at = new Date(time)
  if (unit === 'year') at.setFullYear(at.getFullYear() + step)
  else if (unit === 'month') at.setMonth(at.getMonth() + step)
  else if (unit === 'day') at.setDate(at.getDate() + step)
  else at.setHours(at.getHours() + step)
  return at.getTime()
}

const formats: Readonly<Record<Unit, Intl.DateTimeFormatOptions>> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

export const labelText = (time: number, unit: Unit, language: string): string =>
  new Date(time).toLocaleString(language, formats[unit])
