/** A request as the service would see it. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly token: string | null
  readonly body: unknown
  /** `Idempotency-Key` */
  readonly key: string | null
}

export interface StubService {
  readonly asked: readonly Asked[]
  readonly fetch: typeof fetch
}

/** Stands in for the service: answers what the test says, and notes what it was asked. */
export function stubService(answer: (request: Asked) => Response | Promise<Response>): StubService {
  const asked: Asked[] = []
  return {
    asked,
    fetch: async (address, init = {}) => {
      const { pathname, search } = new URL(String(address))
      const headers = new Headers(init.headers)
      const request = {
        method: init.method ?? 'GET',
        path: pathname + search,
        token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
        key: headers.get('idempotency-key'),
      }
      asked.push(request)
      init.signal?.throwIfAborted()
      return await Promise.race([answer(request), aborted(init.signal)])
    },
  }
}

const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })

export const refusal = (status: number, code: string, more: object = {}): Response =>
  json({ status: 'error', code, text: `It is refused: ${code}.`, ...more }, status, { 'x-request-id': 'r-1' })

const hour = 3600

/**
 * A token as the service makes it, good for eight hours; `name` tells one from another. @param issuedAt unix
 * seconds
 */
export function tokenFor(name: string, issuedAt = 1_700_000_000): string {
  const claims = {
    iat: issuedAt,
    exp: issuedAt + 8 * hour,
    sub: 4,
    prv: 20,
    app: 'dig',
    name,
    eml: 'm@dig.example',
  }
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`
}
