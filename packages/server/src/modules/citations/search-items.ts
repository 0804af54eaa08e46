import type { FoundItem } from '@trowel/contract/citations.js'
import { AppError } from '../../errors.js'
import {
  type QueryParameters,
  requiredParameter,
  soughtParameter,
  textParameter,
  wholeNumberParameter,
} from '../../http/query-parameters.js'
import type { RequestScope } from '../../http/scope.js'
import { libraryAccess, requireCiting, requireLibrary } from './libraries.js'
import type { Upstream } from './links.js'
import { publicAddress } from './public-address.js'
import type { SearchMode } from './reference-manager.js'

const defaultLimit = 25
const highestLimit = 100
const modes: readonly SearchMode[] = ['everything', 'titleCreatorYear']

/**
 * Works of a library that match, in the order in which the library answers them; nothing is stored.
 *
 * @throws `not_enough_privilege`, `parameter_missing`, `invalid_parameter`, `lib_not_found`, `overloaded`,
 *   UpstreamFailure
 */
export async function searchItems(
  { manager, secrets }: Upstream,
  scope: RequestScope,
  query: QueryParameters,
): Promise<FoundItem[]> {
  requireCiting(scope)
  const libraryId = readLibraryId(query)
  requiredParameter(query, 'q')
  const text = soughtParameter(query, 'q').trim()
  if (text === '') throw new AppError('parameter_missing', { text: '"q" is missing.', detail: 'q' })
  const mode = readMode(query)
  const limit = Math.min(Math.max(wholeNumberParameter(query, 'limit') ?? defaultLimit, 1), highestLimit)
  const library = await requireLibrary(scope, libraryId)
  const items = await manager.search(libraryAccess(secrets, scope, library), text, mode, limit)
  return items.map(({ key, authorYear, citation, version, title }) => ({
    key,
    author_year: authorYear,
    full_citation: citation,
    refman_version: version,
    refman_url: publicAddress(library.type, library.refmanId, key),
    title,
  }))
}

/** What is no number is the id of no library. */
function readLibraryId(query: QueryParameters): number {
  const text = requiredParameter(query, 'lib_id')
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function readMode(query: QueryParameters): SearchMode {
  const asked = textParameter(query, 'mode')
  if (asked === '') return 'everything'
  const mode = modes.find((known) => known === asked)
  if (mode) return mode
  throw new AppError('invalid_parameter', {
    text: `"mode" must be one of ${modes.join(', ')}.`,
    detail: { name: 'mode', reason: 'unknown value' },
  })
}
