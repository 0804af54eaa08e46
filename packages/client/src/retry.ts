import { ApiError, NetworkError } from './errors.js'

/** So often a request that only reads is tried again, unless the program says otherwise. */
export const usualRetries = 2

const firstPauseMs = 300
/** A service that asks for more patience is not waited for: its refusal says how long that would be. */
const maxPauseMs = 30_000

/**
 * Does a request again that failed on the way, or that came to a service with too much to do.
 *
 * @param retries how often at most, after the first time
 * @throws what the last attempt threw; the reason of the signal
 */
export async function retried<Found>(
  attempt: () => Promise<Found>,
  retries: number,
  signal: AbortSignal | undefined,
): Promise<Found> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = failed > retries || !isPassing(error) ? undefined : pauseAfter(error, failed)
      if (wait === undefined) throw error
      await pause(wait, signal)
    }
  }
}

const ofProxies = new Set([429, 502, 503, 504])

/**
 * May it be well in a moment? The service itself says when it is worth another try; what stands before it
 * often does not.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError) || !ofProxies.has(error.status)) return false
  return error.retryAfter !== null || error.code === 'unreadable_answer'
}

/** Milliseconds, each time another number: those who failed together do not come back together. */
function pauseAfter(error: unknown, failed: number): number | undefined {
  const asked = error instanceof ApiError ? error.retryAfter : null
  const usual = firstPauseMs * 2 ** (failed - 1) * (0.5 + Math.random() / 2)
  if (asked === null) return usual
  return asked * 1000 > maxPauseMs ? undefined : asked * 1000 + usual
}

/** @throws the reason of the signal */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
