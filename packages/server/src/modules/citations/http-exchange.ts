/** What a server answered, read to its end. */
export interface Exchange {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface ExchangeLimits {
  /** For the whole of it, from the connection to the last byte of the answer. */
  readonly timeMs: number
  readonly bytes: number
}

/** Why there was no answer that could be read. Holds nothing of what was sent. */
export class ExchangeFailure extends Error {
  constructor(readonly reason: 'timeout' | 'unreachable' | 'too_large' | 'redirected') {
    super(`The exchange failed: ${reason}.`)
  }
}

const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * One GET. Follows at most three redirects, and only where they stay at the same origin, so that what the
 * headers hold is told to no other host.
 *
 * @throws ExchangeFailure
 */
export async function exchange(
  address: URL,
  headers: Readonly<Record<string, string>>,
  { timeMs, bytes }: ExchangeLimits,
): Promise<Exchange> {
  const signal = AbortSignal.timeout(timeMs)
  try {
    let place = address
    for (let redirected = 0; ; redirected++) {
      const response = await fetch(place, { headers, redirect: 'manual', signal })
      const location = redirects.has(response.status) ? response.headers.get('location') : null
      if (location === null) {
        return {
          status: response.status,
          headers: response.headers,
          body: await readBody(response, bytes, signal),
        }
      }
      await response.body?.cancel()
      const next = URL.canParse(location, place.href) ? new URL(location, place) : undefined
      if (next?.origin !== address.origin || redirected === maxRedirects) {
        throw new ExchangeFailure('redirected')
      }
      place = next
    }
  } catch (error) {
    if (error instanceof ExchangeFailure) throw error
    throw new ExchangeFailure(signal.aborted ? 'timeout' : 'unreachable')
  }
}

async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw new ExchangeFailure('too_large')
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted()
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new ExchangeFailure('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
