import type { FollowedSet } from '@trowel/contract/changes.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { type LaterSets, mayKnowAll, readSetsAfter, readSetsAsAuthors, withoutSecrets } from './service.js'
import { changesSavedThings, selectNewestSet } from './store.js'

/** Long enough for all whom the same commit has woken. */
const keptMs = 1000

type Shared = LaterSets | undefined

/** By the newest set that there was, after which one is read, and what the callers see alike. */
const readLately = weakMemoize((_catalogue: Catalogue) => new Map<string, Promise<Shared>>())

/**
 * The same as `readSetsAfter`, read once for all who may see the same, as nearly all of hundreds may who
 * follow. What is for the author alone is taken out afterwards; where sets hold what each sees differently,
 * everybody reads them by himself.
 */
export async function readSetsTogether(
  scope: RequestScope,
  parts: readonly RecordPart[],
  after: number,
  limit: number,
): Promise<LaterSets> {
  const seen = whatIsSeen(scope)
  const newest = await selectNewestSet(scope.db)
  if (newest <= after) return { sets: [], last: after, more: false }
  const key = `${newest} ${after} ${limit} ${seen}`
  const shared = seen === undefined ? undefined : await readOnce(scope, parts, { key, after, limit })
  if (!shared) return readSetsAfter(scope, parts, after, limit)
  return {
    ...shared,
    sets: shared.sets.map((set) => (mayKnowAll(scope, set) ? set : asToOthers(set))),
  }
}

/** A text that is another when what the caller may see is. */
export const rightsOf = ({ catalogue, principal, rights }: RequestScope): string =>
  JSON.stringify([
    principal.privilege,
    [...catalogue.tables.values()].map((table) => [table.name, rights.levelsOn(table)]),
  ])

/** The same for everybody who sees the same; `undefined` where rows may be hidden from the caller. */
function whatIsSeen(scope: RequestScope): string | undefined {
  const { application, catalogue, rights } = scope
  const isRestricted = [...catalogue.tables.values()].some((table) => rights.visibilityOf(table).restriction)
  return isRestricted ? undefined : `${application.settings.status} ${rightsOf(scope)}`
}

interface Wanted {
  readonly key: string
  readonly after: number
  readonly limit: number
}

function readOnce(
  scope: RequestScope,
  parts: readonly RecordPart[],
  { key, after, limit }: Wanted,
): Promise<Shared> {
  const reads = readLately(scope.catalogue)
  const known = reads.get(key)
  if (known) return known
  const read = readShared(scope, parts, after, limit)
  reads.set(key, read)
  const forget = (): void => void reads.delete(key)
  read.then(() => setTimeout(forget, keptMs).unref(), forget)
  return read
}

async function readShared(
  scope: RequestScope,
  parts: readonly RecordPart[],
  after: number,
  limit: number,
): Promise<Shared> {
  const found = await readSetsAsAuthors(scope, parts, after, limit)
  const isPersonal = found.last > after && (await changesSavedThings(scope, after, found.last))
  return isPersonal ? undefined : found
}

const asToOthers = weakMemoize((set: FollowedSet): FollowedSet => withoutSecrets(set))
