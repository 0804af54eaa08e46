import { isUtf8 } from 'node:buffer'
import { ChangeNote, changeNoteHeader } from '@trowel/contract/changes.js'
import type { Route } from '@trowel/contract/guard-table.js'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../access/principal.js'
import { type ChangeAuthor, noAuthor } from '../storage/journal/seal.js'
import { inputReader } from './read-input.js'

/** By which way the changes of a route come; those of the configuration are one, all others come by `api`. */
const origins = new Map<string, ChangeOrigin>(
  Object.entries({
    'POST /api/record/:tb': 'form',
    'POST /api/record/:tb/:id': 'form',
    'PUT /api/record/:tb/:id': 'form',
    'PATCH /api/record/:tb/:id': 'form',
    'DELETE /api/record/:tb/:id': 'form',
    'DELETE /api/record/:tb/:id/plugins': 'form',
    'PATCH /api/records/:tb': 'bulk',
    'PATCH /api/records/:tb/cells': 'bulk',
    'DELETE /api/records/:tb': 'bulk',
    'POST /api/record/:tb/:id/duplicate': 'duplicate',
    'POST /api/version/:id/restore': 'restore',
    'POST /api/change-set/:id/undo': 'undo',
    'POST /api/change-sets/undo': 'undo',
    'POST /api/import/data': 'import',
    'POST /api/import/new-table': 'import',
    'POST /api/import/relations': 'import',
    'POST /api/import/geojson': 'import',
    'POST /api/import/photos': 'import',
    'POST /api/search-replace': 'replace',
    'POST /api/vocabularies': 'vocabulary',
    'PATCH /api/vocabulary/:id': 'vocabulary',
    'DELETE /api/vocabulary/:id': 'vocabulary',
    'POST /api/vocabularies/sort': 'vocabulary',
    'POST /api/record/:tb/:id/file': 'files',
    'POST /api/record/:tb/:id/link-file': 'files',
    'DELETE /api/file-link/:linkId': 'files',
    'DELETE /api/file/:fileId': 'files',
    'PATCH /api/file/:fileId': 'files',
    'POST /api/file/:fileId/replace': 'files',
    'POST /api/files/sort': 'files',
    'POST /api/geoface/feature': 'map',
    'PUT /api/geoface/feature': 'map',
    'DELETE /api/geoface/feature': 'map',
    'POST /api/record/:tb/rs': 'links',
    'DELETE /api/rs/:id': 'links',
    'POST /api/manual-link': 'links',
    'DELETE /api/manual-link/:id': 'links',
    'POST /api/refman/link': 'citations',
    'PATCH /api/refman/link/:id': 'citations',
    'DELETE /api/refman/link/:id': 'citations',
    'POST /api/refman/sync/:tb/:id': 'sync',
    'POST /api/refman/sync': 'sync',
    'POST /api/free-sql/run': 'sql',
  } satisfies Partial<Record<Route, ChangeOrigin>>),
)

/** Beginnings of the paths by which the configuration is changed. */
const configuring = ['/api/config/', '/api/welcome']

const originOf = (method: string, path: string): ChangeOrigin =>
  origins.get(`${method} ${path.replace('/api/zotero/', '/api/refman/')}`) ??
  (configuring.some((beginning) => path.startsWith(beginning)) ? 'configuration' : 'api')

/**
 * Who makes the changes of a request, for the journal.
 *
 * @throws `invalid_parameter` for a note that cannot be kept
 */
export function authorOf({ scope, routeOptions, headers }: FastifyRequest): ChangeAuthor {
  const { guard } = routeOptions.config
  if (scope === undefined || guard === undefined) return noAuthor
  const note = guard.method === 'GET' ? null : noteOf(headers[changeNoteHeader])
  return { ...changesBy(scope.principal), origin: originOf(guard.method, guard.path), note }
}

const readNote = inputReader(ChangeNote)

const noteOf = (header: string | string[] | undefined): string | null =>
  readNote({ 'X-Change-Note': decodedHeader([header ?? []].flat().join(', ')).trim() })['X-Change-Note'] ??
  null

/** Where the percent-encoded text of a header begins (RFC 8187). */
const encoded = /^utf-8''/i

/**
 * The text of a header: what says that it is percent-encoded; else UTF-8 as most programs send it, or
 * Latin-1, which headers are by themselves.
 */
function decodedHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  if (!encoded.test(header))
    return isUtf8(bytes) && bytes.toString('latin1') === header ? bytes.toString() : header
  try {
    return decodeURIComponent(header.replace(encoded, ''))
  } catch {
    // Half a character, which no note has.
    return '\ud800'
  }
}

const changesBy = (principal: Principal): ChangeAuthor => ({
  ...noAuthor,
  userId: principal.kind === 'user' ? principal.id : 0,
  keyId: principal.kind === 'key' ? principal.keyId : null,
})
