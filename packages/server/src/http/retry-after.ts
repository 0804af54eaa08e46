/** A longer wait is cut to a day. */
const maxSeconds = 86_400

/**
 * How long another service asks to be left alone: a number of seconds, or a moment (RFC 9110, 10.2.3).
 *
 * @param now Unix milliseconds
 * @returns at most a day; `undefined` where the header is missing or says neither
 */
export function retryAfterSeconds(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined
  const until = Date.parse(header)
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (until - now) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, maxSeconds) : undefined
}
