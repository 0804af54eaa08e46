import type { Readable } from 'node:stream'
import type { Application } from '../../catalogue/application.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { contentRange, isUnchanged, type Preconditions } from './byte-ranges.js'
import type { FileStore } from './file-store.js'
import { mediaTypeOf } from './media-types.js'
import { binaryKey, fileNotFound, maySee } from './service.js'
import type { SignedUrls } from './signed-url.js'
import { type FileRow, selectFile } from './store.js'

export interface ContentRequest extends Preconditions {
  readonly fileId: number
  /** The signed token of the address, if there is one. */
  readonly token: string | undefined
  /** Who asks, when he sent a valid bearer token. */
  readonly scope: RequestScope | undefined
  /** To be saved, whatever it is. */
  readonly download: boolean
  /** Headers alone. */
  readonly headOnly: boolean
}

export interface ContentAnswer {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

export interface ContentSource {
  readonly services: Services
  readonly store: FileStore
  readonly urls: SignedUrls
}

/**
 * The bytes of a file, whole or the part asked for, with everything a browser must know to treat them safely.
 *
 * @throws `unauthenticated` without a credential; `invalid_signature` for a token that is wrong or has expired;
 *   `record_not_found` when there is no such file or the caller does not see it
 */
export async function readContent(source: ContentSource, request: ContentRequest): Promise<ContentAnswer> {
  if (!Number.isSafeInteger(request.fileId)) throw fileNotFound()
  const { application, file } = await openedFile(source, request)
  const key = binaryKey(file)
  const stored = await source.store.describe(application.name, key)
  if (!stored) throw fileNotFound()
  const etag = `"${file.id}-${file.rev}-${stored.size}"`
  const modified = new Date(Math.floor(stored.modified.getTime() / 1000) * 1000)
  const headers = {
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': 'private, max-age=3600',
  }
  if (isUnchanged(request, etag, modified)) return { status: 304, headers, body: undefined }

  const full = { ...headers, ...contentHeaders(file, request.download) }
  const range = contentRange(request, stored.size, etag, modified)
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${stored.size}` },
      body: undefined,
    }
  }
  const length = range ? range.last - range.first + 1 : stored.size
  const body = request.headOnly ? undefined : await source.store.read(application.name, key, range)
  return {
    status: range ? 206 : 200,
    headers: {
      ...full,
      'content-length': length,
      ...(range ? { 'content-range': `bytes ${range.first}-${range.last}/${stored.size}` } : {}),
    },
    body,
  }
}

/** The file and its application: by the signed token, which opens this one file, or by what the caller may see. */
async function openedFile(
  { services, urls }: ContentSource,
  { fileId, token, scope }: ContentRequest,
): Promise<{ application: Application; file: FileRow }> {
  if (token === undefined) {
    if (!scope) throw new AppError('unauthenticated')
    const file = await selectFile(scope.db.quick, fileId)
    if (!file || !(await maySee(scope.db.quick, scope, fileId))) throw fileNotFound()
    return { application: scope.application, file }
  }
  const signed = urls.open(token, new Date())
  if (signed?.id !== fileId) throw new AppError('invalid_signature')
  const application = await services.applications.open(signed.app)
  if (!application) throw new AppError('invalid_signature')
  const file = await selectFile(application.db.quick, fileId)
  if (!file) throw fileNotFound()
  if (file.rev !== signed.rev) throw new AppError('invalid_signature')
  return { application, file }
}

function contentHeaders(file: FileRow, download: boolean): Record<string, string> {
  const { type, inline, sandboxed } = mediaTypeOf(file.ext)
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(inline && !download ? 'inline' : 'attachment', file),
    ...(sandboxed
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
      : {}),
  }
}

/** The name in ASCII for old programs, and as it is for all others (RFC 6266, RFC 8187). */
export function contentDisposition(
  kind: 'inline' | 'attachment',
  { filename, ext }: Pick<FileRow, 'filename' | 'ext'>,
): string {
  const name = `${filename}.${ext}`
  const plain = name.replace(/[^ -~]/g, '_').replace(/["\\%]/g, '_')
  if (plain === name) return `${kind}; filename="${name}"`
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
