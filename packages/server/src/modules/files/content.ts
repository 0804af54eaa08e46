import type { Readable } from 'node:stream'
import type { PictureWidth } from '@trowel/contract/model/picture-widths.js'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../catalogue/application.js'
import { AppError } from '../../errors.js'
import { contentRange, isUnchanged, type Preconditions } from '../../http/byte-ranges.js'
import { scopeOfHolder } from '../../http/guard.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import type { BinaryPlace } from '../../storage/binaries/binary-storage.js'
import { binaryName, binaryPlace } from './binary-names.js'
import { fileNotFound, requireSeen } from './file-access.js'
import { mediaTypeOf } from './media-types.js'
import { previewOf, publicCopyOf } from './renditions.js'
import { signedUrls } from './signed-url.js'
import { type FileRow, selectFile } from './store.js'

/** How the bytes of a file are wanted. */
export interface ContentOptions extends Preconditions {
  /** To be saved, whatever it is. */
  readonly download: boolean
  /** Headers alone. */
  readonly headOnly: boolean
  /** A smaller copy of a picture. */
  readonly width: PictureWidth | undefined
}

export interface ContentRequest extends ContentOptions {
  readonly fileId: number
  /** The signed token of the address, if there is one. */
  readonly token: string | undefined
  /** Who asks, when he sent a valid bearer token. */
  readonly scope: RequestScope | undefined
  readonly request: Pick<FastifyRequest, 'id' | 'log'>
}

export interface StaticRequest extends ContentOptions {
  readonly app: string
  readonly fileId: number
  readonly ext: string
  readonly scope: RequestScope | undefined
}

export interface ContentAnswer {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

/**
 * The bytes of a file, whole or the part asked for, with everything a browser must know to treat them safely.
 *
 * @throws `unauthenticated` without a credential; `invalid_signature` for a token that is wrong, has expired,
 *   or whose session has ended; `record_not_found` when there is no such file or the caller does not see it;
 *   `unsupported_media_type` for a smaller copy of what none can be made of
 */
export async function readContent(services: Services, request: ContentRequest): Promise<ContentAnswer> {
  if (!Number.isSafeInteger(request.fileId)) throw fileNotFound()
  const { application, file } = await openedFile(services, request)
  return answer(services, await wholeOrSmaller(services, application, file, request.width), request)
}

/**
 * The bytes under the address that older clients make up themselves. Strangers are let in where the settings
 * say so, and get the copy of a photograph that does not say where it was taken.
 *
 * @throws `unauthenticated`, `record_not_found`
 */
export async function readStatic(services: Services, request: StaticRequest): Promise<ContentAnswer> {
  const { app, fileId, ext, scope } = request
  const isOpen = services.config.publicFiles
  if (!scope && !isOpen) throw new AppError('unauthenticated')
  const known = scope?.application.name === app ? await seenOrNot(scope, fileId) : undefined
  if (!known && !isOpen) throw fileNotFound()
  const application =
    scope?.application.name === app ? scope.application : await services.applications.open(app)
  if (!application || !Number.isSafeInteger(fileId)) throw fileNotFound()
  const file = known ?? (await selectFile(application.db.quick, fileId))
  // Those of older installations are written in any case.
  if (file?.ext.toLowerCase() !== ext.toLowerCase()) throw fileNotFound()
  const content = known
    ? await wholeOrSmaller(services, application, file, request.width)
    : await publicContent(services, application, file, request.width)
  const { headers, ...rest } = await answer(services, content, request)
  // The same address answers strangers otherwise than those who see the file.
  return { ...rest, headers: { ...headers, vary: 'authorization' } }
}

async function seenOrNot(scope: RequestScope, fileId: number): Promise<FileRow | undefined> {
  try {
    return await requireSeen(scope.db.quick, scope, fileId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'record_not_found') return undefined
    throw error
  }
}

/**
 * The file and its application: one that the caller sees, or the one who was given the signed token, which
 * opens this file alone.
 */
async function openedFile(
  services: Services,
  { fileId, token, scope, request }: ContentRequest,
): Promise<{ application: Application; file: FileRow }> {
  if (token === undefined) {
    if (!scope) throw new AppError('unauthenticated')
    return { application: scope.application, file: await requireSeen(scope.db.quick, scope, fileId) }
  }
  const signed = await signedUrls(services.secrets).open(services.applications, token, new Date())
  if (signed?.claims.id !== fileId) throw new AppError('invalid_signature')
  const holder = await scopeOfHolder(services, request, signed)
  if (!holder) throw new AppError('invalid_signature')
  const file = await requireSeen(holder.db.quick, holder, fileId)
  if (file.rev !== signed.claims.rev) throw new AppError('invalid_signature')
  return { application: holder.application, file }
}

/** What is to be sent. */
interface Content {
  readonly file: FileRow
  readonly place: BinaryPlace
  readonly size: number
  readonly modified: Date
  /** What tells it from the file's own bytes; `''` for these. */
  readonly variant: string
  readonly ext: string
}

async function wholeOrSmaller(
  services: Services,
  application: Application,
  file: FileRow,
  width: PictureWidth | undefined,
): Promise<Content> {
  // A drawing in vectors is as large as one likes.
  if (width === undefined || file.ext === 'svg') return wholeContent(services, application, file)
  const preview = await previewOf(services, application.db, file, width)
  if (!preview) {
    throw new AppError('unsupported_media_type', message('no_smaller_copy', {}))
  }
  return { ...preview, file, variant: `-w${width}`, ext: 'webp' }
}

/** What stands in the row need not be asked of the storage. */
async function wholeContent({ binaries }: Services, { db }: Application, file: FileRow): Promise<Content> {
  const place = binaryPlace(db.app, binaryName(file))
  const known =
    file.size !== null && file.storedAt !== null
      ? { size: file.size, modified: new Date(file.storedAt) }
      : await binaries.head(place)
  if (!known) throw fileNotFound()
  return { file, place, ...known, variant: '', ext: file.ext }
}

async function publicContent(
  services: Services,
  application: Application,
  file: FileRow,
  width: PictureWidth | undefined,
): Promise<Content> {
  if (width !== undefined) return wholeOrSmaller(services, application, file, width)
  const copy = await publicCopyOf(services, application.db, file)
  if (!copy) throw fileNotFound()
  if (copy === 'as it is') return wholeContent(services, application, file)
  return { ...copy, file, variant: '-public', ext: file.ext }
}

async function answer(services: Services, content: Content, options: ContentOptions): Promise<ContentAnswer> {
  const { file, place, size, variant, ext } = content
  const etag = `"${file.id}-${file.rev}-${size}${variant}"`
  const modified = new Date(Math.floor(content.modified.getTime() / 1000) * 1000)
  const headers = {
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': 'private, max-age=3600',
  }
  if (isUnchanged(options, etag, modified)) return { status: 304, headers, body: undefined }
  const range = contentRange(options, size, etag, modified)
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: undefined }
  }
  // Never more than was announced, whatever lies there.
  const part = range ?? { first: 0, last: size - 1 }
  const body = options.headOnly ? undefined : await services.binaries.read(place, part)
  if (!body && !options.headOnly) throw fileNotFound()
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...contentHeaders({ filename: file.filename, ext }, options.download),
      'content-length': part.last - part.first + 1,
      ...(range ? { 'content-range': `bytes ${range.first}-${range.last}/${size}` } : {}),
    },
    body,
  }
}

function contentHeaders(file: Pick<FileRow, 'filename' | 'ext'>, download: boolean): Record<string, string> {
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
