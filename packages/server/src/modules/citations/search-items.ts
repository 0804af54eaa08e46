import type { FoundItem, ItemSearchQuery } from '@trowel/contract/citations.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { RequestScope } from '../../http/scope.js'
import { libraryAccess, requireLibrary } from './libraries.js'
import type { Upstream } from './links.js'
import { publicAddress } from './public-address.js'

const defaultLimit = 25
const highestLimit = 100

/**
 * Works of a library that match, in the order in which the library answers them; nothing is stored.
 *
 * @throws `lib_not_found`, `overloaded`, UpstreamFailure
 */
export async function searchItems(
  { manager, secrets }: Upstream,
  scope: RequestScope,
  { lib_id: libraryId, q, limit = defaultLimit, mode = 'everything' }: Decoded<typeof ItemSearchQuery>,
): Promise<FoundItem[]> {
  const library = await requireLibrary(scope, libraryId)
  const most = Math.min(Math.max(limit, 1), highestLimit)
  const items = await manager.search(libraryAccess(secrets, scope, library), q, mode, most)
  return items.map(({ key, authorYear, citation, version, title }) => ({
    key,
    author_year: authorYear,
    full_citation: citation,
    refman_version: version,
    refman_url: publicAddress(library.type, library.refmanId, key),
    title,
  }))
}
