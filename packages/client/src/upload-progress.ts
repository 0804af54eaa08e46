type OnProgress = (sent: number, total: number) => void

/** What a request is sent with. */
export interface SentInit extends RequestInit {
  /** Told how much of it has left, by those who can. */
  readonly onProgress?: OnProgress | undefined
}

export type Fetch = (address: string, init: SentInit) => Promise<Response>

/** As `fetch`, and tells how much has left: browsers say so only of XMLHttpRequest. */
export const fetchWithProgress: Fetch = (address, { onProgress, ...init }) =>
  onProgress && typeof XMLHttpRequest !== 'undefined'
    ? request(address, init, onProgress)
    : globalThis.fetch(address, init)

function request(address: string, init: RequestInit, onProgress: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init
    const work = new XMLHttpRequest()
    const stop = () => work.abort()
    const fail = () => reject(new TypeError('The upload broke off.'))
    work.open(init.method ?? 'POST', address)
    work.responseType = 'blob'
    for (const [name, value] of new Headers(init.headers)) work.setRequestHeader(name, value)
    work.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    work.onload = () => resolve(responseOf(work))
    work.onerror = fail
    work.onabort = fail
    work.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop, { once: true })
    work.send(init.body as XMLHttpRequestBodyInit)
  })
}

function responseOf(work: XMLHttpRequest): Response {
  const { status } = work
  const hasBody = ![204, 205, 304].includes(status)
  return new Response(hasBody ? (work.response as Blob) : null, { status, headers: headersOf(work) })
}

function headersOf(work: XMLHttpRequest): Headers {
  const lines = work.getAllResponseHeaders().trim().split(/\r?\n/)
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
