type OnProgress = (sent: number, total: number) => void

/** What a request is sent with. */
export interface SentInit extends RequestInit {
  /** Told how much of it has left, by those who can. */
  readonly onProgress?: OnProgress | undefined
}

export type Fetch = (address: string, init: SentInit) => Promise<Response>

/**
 * As `fetch`, and tells how much has left: browsers say so only of XMLHttpRequest, elsewhere the bytes are
 * counted as they are taken.
 */
export const fetchWithProgress: Fetch = (address, { onProgress, ...init }) => {
  if (!onProgress) return globalThis.fetch(address, init)
  if (typeof XMLHttpRequest !== 'undefined') return request(address, init, onProgress)
  return init.body instanceof FormData
    ? countedForm(address, init, init.body, onProgress)
    : globalThis.fetch(address, init)
}

/** Sends a form piece by piece; its files need not fit into memory. */
async function countedForm(
  address: string,
  init: RequestInit,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  const total = await sizeOf(form)
  const whole = new Response(form)
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, next) {
      sent += piece.byteLength
      onProgress(sent, total)
      next.enqueue(piece)
    },
  })
  const headers = new Headers(init.headers)
  headers.set('content-type', whole.headers.get('content-type') ?? '')
  // Without `duplex` no stream is sent (Fetch, section 5.3).
  const streamed: RequestInit & { duplex: 'half' } = {
    ...init,
    headers,
    body: whole.body?.pipeThrough(counter) ?? null,
    duplex: 'half',
  }
  return globalThis.fetch(address, streamed)
}

/** Bytes of a form as it is sent: those of its files, and what stands around them. */
async function sizeOf(form: FormData): Promise<number> {
  const around = new FormData()
  let size = 0
  for (const [name, part] of form) {
    if (typeof part === 'string') around.append(name, part)
    else {
      around.append(name, new Blob([], { type: part.type }), part.name)
      size += part.size
    }
  }
  return size + (await new Response(around).arrayBuffer()).byteLength
}

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
