import {
  defaultStyle,
  type Library,
  type LibraryBody,
  type LibraryChangeBody,
  type LibraryOption,
} from '@trowel/contract/citations.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { canWrite } from '../../access/global-level.js'
import { frozen } from '../../access/levels.js'
import type { Secrets } from '../../access/secrets.js'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { StorageError } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { decryptKey, encryptKey, type KeyedLibrary, renewKey } from './library-key.js'
import {
  countCitations,
  deleteLibrary,
  forgetVersions,
  insertLibrary,
  type LibraryRow,
  selectLibraries,
  selectLibrary,
  selectLibraryId,
  updateKey,
  updateLibrary,
} from './library-store.js'
import type { LibraryAccess } from './reference-manager.js'

/** All libraries by name, without their keys. */
export async function listLibraries(secrets: Secrets, scope: RequestScope): Promise<Library[]> {
  const [rows, citations] = await Promise.all([
    selectLibraries(scope.db.quick),
    countCitations(scope.db.quick),
  ])
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    refman_id: row.refmanId,
    name: row.name,
    citation_style: styleOf(row),
    created_at: wireTime(row.createdAt),
    has_api_key: apiKeyOf(secrets, scope, row) !== undefined,
    citations: citations.get(row.id)?.all ?? 0,
    detached: citations.get(row.id)?.detached ?? 0,
  }))
}

/** The libraries that somebody who cites can search. @throws `not_enough_privilege` */
export async function listLibraryOptions(scope: RequestScope): Promise<LibraryOption[]> {
  requireCiting(scope)
  const rows = await selectLibraries(scope.db.quick)
  return rows.map(({ id, type, name }) => ({ id, type, name }))
}

/** Whoever may make records, be it in one table, may look for what to cite. @throws `not_enough_privilege` */
export function requireCiting({ principal, rights, catalogue }: RequestScope): void {
  const isCiting =
    canWrite(principal) || [...catalogue.tables.values()].some((table) => rights.allows('create', table))
  if (!isCiting) throw new AppError('not_enough_privilege')
}

/**
 * Connects a library; nobody is asked whether it exists.
 *
 * @returns its id
 * @throws `lib_already_exists`
 */
export async function addLibrary(
  secrets: Secrets,
  scope: RequestScope,
  {
    type,
    refman_id: refmanId,
    name,
    api_key: apiKey = null,
    citation_style: citationStyle = defaultStyle,
  }: Decoded<typeof LibraryBody>,
): Promise<number> {
  const library = { type, refmanId, name, citationStyle }
  const keyed = keyedLibrary(scope.application, library)
  const stored = apiKey === null ? null : encryptKey(secrets, keyed, apiKey)
  try {
    const id = await scope.db.write((tx) =>
      insertLibrary(tx, { ...library, apiKey: stored, createdAt: scope.now.getTime() }),
    )
    await noteEvent(scope, 'library_connected', {
      library: id,
      name: library.name,
      type: library.type,
      number: library.refmanId,
    })
    return id
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
    const id = await selectLibraryId(scope.db.quick, library.type, library.refmanId)
    throw new AppError('lib_already_exists', { detail: { id } })
  }
}

/**
 * Changes a library; another citation style has everything formatted anew by the next sync.
 *
 * @throws `parameter_missing` when nothing is to be changed, `lib_not_found`, `stale_record` where what is to
 *   be changed is something else by now than the caller saw
 */
export async function changeLibrary(
  secrets: Secrets,
  scope: RequestScope,
  libraryId: number,
  body: Decoded<typeof LibraryChangeBody>,
): Promise<void> {
  const { name, api_key: apiKey, citation_style: citationStyle } = body
  const change = {
    ...(name !== undefined && { name }),
    ...(citationStyle !== undefined && { citationStyle }),
  }
  if (apiKey === undefined && Object.keys(change).length === 0) {
    throw new AppError('parameter_missing', { ...message('library_nothing_to_change', {}), detail: 'name' })
  }
  const changed = await scope.db.write(async (tx) => {
    const row = await selectLibrary(tx, libraryId)
    if (!row) throw libraryNotFound(libraryId)
    refuseOtherChange(row, body)
    const keyed = keyedLibrary(scope.application, row)
    const stored =
      apiKey === undefined
        ? row.apiKey && renewKey(secrets, keyed, row.apiKey)
        : apiKey && encryptKey(secrets, keyed, apiKey)
    const after = { ...row, ...change, apiKey: stored }
    await updateLibrary(tx, after)
    if (styleOf(after) !== styleOf(row)) await forgetVersions(tx, libraryId)
    return after
  })
  const what = [...Object.keys(change), ...(apiKey === undefined ? [] : ['key'])].join(', ')
  await noteEvent(scope, 'library_changed', { library: libraryId, name: changed.name, changed: what })
}

/** What stands there already as it is sent is no loss. */
function refuseOtherChange(row: LibraryRow, sent: Decoded<typeof LibraryChangeBody>): void {
  const isOther = (now: string, before: string | undefined, after: string | undefined): boolean =>
    before !== undefined && now !== before && now !== after
  const style = styleOf(row)
  if (
    !isOther(row.name, sent.name_before, sent.name) &&
    !isOther(style, sent.citation_style_before, sent.citation_style)
  )
    return
  throw new AppError('stale_record', {
    ...message('library_changed_meanwhile', { name: row.name, style }),
    detail: { name: row.name, citation_style: style },
  })
}

/**
 * Takes a library away, with all citations of its items.
 *
 * @throws `lib_not_found`; `not_enough_privilege` when something of it is cited in a frozen application:
 *   citations belong to records
 */
export async function removeLibrary(scope: RequestScope, libraryId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    const { libraries, citations } = await deleteLibrary(tx, libraryId)
    if (libraries === 0) throw libraryNotFound(libraryId)
    if (citations > 0 && scope.application.settings.status === 'frozen') throw frozen()
  })
  await noteEvent(scope, 'library_removed', { library: libraryId })
}

/** @throws `lib_not_found` */
export async function requireLibrary(scope: RequestScope, libraryId: number): Promise<LibraryRow> {
  const row = Number.isSafeInteger(libraryId) ? await selectLibrary(scope.db.quick, libraryId) : undefined
  if (!row) throw libraryNotFound(libraryId)
  return row
}

/** What it takes to ask for something in a library. */
export const libraryAccess = (secrets: Secrets, scope: RequestScope, row: LibraryRow): LibraryAccess => ({
  id: row.id,
  type: row.type,
  refmanId: row.refmanId,
  citationStyle: styleOf(row),
  apiKey: apiKeyOf(secrets, scope, row),
})

export const styleOf = ({ citationStyle }: Pick<LibraryRow, 'citationStyle'>): string =>
  citationStyle || defaultStyle

export const libraryNotFound = (libraryId: number): AppError =>
  new AppError('lib_not_found', {
    ...message('no_such_library', { library: libraryId }),
    detail: { lib_id: libraryId },
  })

const keyedLibrary = (
  application: Application,
  { type, refmanId }: Pick<LibraryRow, 'type' | 'refmanId'>,
): KeyedLibrary => ({
  application,
  type,
  refmanId,
})

/** Encrypts a key that was stored before the application had its salt under a key of its own. */
export async function renewStoredKey(secrets: Secrets, scope: RequestScope, row: LibraryRow): Promise<void> {
  const { apiKey } = row
  const renewed = apiKey && renewKey(secrets, keyedLibrary(scope.application, row), apiKey)
  if (renewed && renewed !== apiKey)
    await scope.db.write((tx) => updateKey(tx, row.id, { from: apiKey, to: renewed }))
}

/** A key that was encrypted under another secret counts as none. */
function apiKeyOf(secrets: Secrets, scope: RequestScope, row: LibraryRow): string | undefined {
  if (row.apiKey === null) return undefined
  const key = decryptKey(secrets, keyedLibrary(scope.application, row), row.apiKey)
  if (key === undefined) reportUnreadableKey(scope, row)
  return key
}

const reportedKeys = weakMemoize((_application: Application) => new Set<string>())

/** Once for each key, as long as the process lives. */
function reportUnreadableKey({ application, log }: RequestScope, { id, apiKey }: LibraryRow): void {
  const known = reportedKeys(application)
  const name = `${id} ${apiKey}`
  if (known.has(name)) return
  known.add(name)
  log.warn({ app: application.name, library: id }, 'the key of a library cannot be decrypted')
  void writeLog(application.db, log, 'library_key_unreadable', { library: id })
}
