/** A moment as ISO 8601 writes it, to the minute at least: `2022-08-04T11:03:00Z`. */
const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** "4 Aug 2022, 13:03": where and how people tell the time; nothing of what is no moment. */
export function localMoment(
  text: string,
  language: string,
  dateStyle: 'long' | 'medium' = 'medium',
): string | undefined {
  if (!written.test(text)) return undefined
  const moment = new Date(text)
  return Number.isNaN(moment.getTime())
    ? undefined
    : moment.toLocaleString(language, { dateStyle, timeStyle: 'short' })
}
