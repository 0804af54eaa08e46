import type { Readable } from 'node:stream'
import { contentRange, type Preconditions } from '../../http/byte-ranges.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { backupNotFound, requireBackupName } from './backup-name.js'
import { backupPlace } from './backup-store.js'

export interface DownloadRequest extends Pick<Preconditions, 'range' | 'ifRange'> {
  readonly file: string
  readonly headOnly: boolean
}

export interface DownloadAnswer {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

/**
 * The bytes of a backup, whole or the part asked for, so that a download that broke off can go on.
 * @throws `invalid_parameter`, `file_not_found`
 */
export async function downloadBackup(
  { binaries }: Services,
  scope: RequestScope,
  { file, headOnly, range, ifRange }: DownloadRequest,
): Promise<DownloadAnswer> {
  const place = backupPlace(scope.db.app, requireBackupName(file))
  const found = await binaries.head(place)
  if (!found) throw backupNotFound()
  const { size, modified } = found
  const etag = `"${file}-${size}"`
  const headers = { etag, 'cache-control': 'no-store', 'accept-ranges': 'bytes' }
  const part = contentRange({ range, ifRange }, size, etag, modified)
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: undefined }
  }
  const { first, last } = part ?? { first: 0, last: size - 1 }
  const body = headOnly ? undefined : await binaries.read(place, { first, last })
  if (!body && !headOnly) throw backupNotFound()
  if (!headOnly && first === 0) await noteEvent(scope, 'backup_downloaded', { file })
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${file}"`,
      'content-length': last - first + 1,
      ...(part ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
    body,
  }
}
