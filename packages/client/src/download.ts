import type { DownloadTicketReply } from '@trowel/contract/download-tickets.js'
import type { Route } from '@trowel/contract/guard-table.js'
import { queryString } from './query-string.js'
import { type CallOptions, type PathValue, pathOf, reach, type Transport } from './transport.js'

/** A file that the service makes when it is fetched. */
export interface Download {
  /** Path and query, relative to the service. */
  readonly path: string
  /** @throws ApiError, NetworkError */
  fetch(options?: CallOptions): Promise<DownloadedFile>
}

/** A file that a browser can also fetch by itself. */
export interface TicketDownload extends Download {
  /**
   * An address that is good for one request within a minute, without a header: for `location.assign` and `<a
   * download>`.
   */
  url(options?: CallOptions): Promise<string>
}

export interface DownloadedFile {
  /** As the service calls it; empty when it does not say. */
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Bytes; `null` when they are not known before the end. */
  readonly size: number | null
  blob(): Promise<Blob>
  text(): Promise<string>
  /** For files that do not fit into memory. `blob`, `text` or `stream`: the bytes come once. */
  stream(): ReadableStream<Uint8Array>
}

/** A file of this route. Nothing is asked of the service before it is fetched. */
export function download(
  transport: Transport,
  route: Route,
  values: readonly PathValue[],
  query: object = {},
): Download {
  return {
    path: pathOf(route, values) + queryString(query),
    fetch: async (options) =>
      fileOf(await transport.fetch(route, values, { query, ...options }), options?.signal),
  }
}

/** The same of a route for which the service gives out tickets. */
export function ticketDownload(
  transport: Transport,
  route: Route,
  values: readonly PathValue[],
  query: object = {},
): TicketDownload {
  const plain = download(transport, route, values, query)
  return {
    ...plain,
    async url(options) {
      const call = { body: { path: plain.path }, ...options }
      const ticket = await transport.send<DownloadTicketReply>('POST /api/download-ticket', [], call)
      return transport.url(ticket.url)
    },
  }
}

function fileOf(response: Response, signal: AbortSignal | undefined): DownloadedFile {
  const size = response.headers.get('content-length')
  return {
    name: fileName(response.headers.get('content-disposition') ?? ''),
    type: response.headers.get('content-type') ?? '',
    // What is compressed on the way has the size of the way.
    size: size === null || response.headers.has('content-encoding') ? null : Number(size),
    blob: () => reach(signal, () => response.blob()),
    text: () => reach(signal, () => response.text()),
    stream: () => response.body ?? new Blob([]).stream(),
  }
}

/** The name in a `Content-Disposition` (RFC 6266): the one in UTF-8, if there is one. */
export function fileName(header: string): string {
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The plain name follows.
    }
  }
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
}
