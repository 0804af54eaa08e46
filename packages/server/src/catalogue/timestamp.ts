const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

/**
 * A moment or day as it is kept in a TIMESTAMP column, so that text order is time order: `YYYY-MM-DD` for a
 * day, `YYYY-MM-DDTHH:MM:SSZ` in UTC for a moment. A moment without a zone is UTC; parts of a second are
 * dropped.
 *
 * @param text ISO 8601 with a complete date, years 0000 to 9999
 * @returns `undefined` when the text is not such a date, or no such day or time exists
 */
export function canonicalTimestamp(text: string): string | undefined {
  const parts = form.exec(text.trim())
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, , sign, zoneHour, zoneMinute] = parts
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  if (hour === undefined) return `${year}-${month}-${day}`
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  if (Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return undefined
  const ahead = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * (sign === '-' ? -1 : 1)
  date.setUTCHours(Number(hour), Number(minute) - ahead, Number(second ?? 0))
  const moment = date.toISOString()
  return /^\d{4}-/.test(moment) ? `${moment.slice(0, 19)}Z` : undefined
}
