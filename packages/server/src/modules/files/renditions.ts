import { rm } from 'node:fs/promises'
import type { PictureWidth } from '@trowel/contract/model/picture-widths.js'
import type { Outcome } from '../../images/image-job.js'
import { SingleFlight } from '../../single-flight.js'
import type { BinaryPlace, BinaryStorage, StoredBinary } from '../../storage/binaries/binary-storage.js'
import type { Database } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { binaryName, binaryPlace, concealedPlace, previewPlace } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import { isRaster, mayTellPosition } from './media-types.js'
import { type FileRow, selectFile } from './store.js'

/** A picture made of a file's bytes, and kept as long as they are. */
export interface Derived extends StoredBinary {
  readonly place: BinaryPlace
}

/** A smaller copy as WebP; `undefined` when none can be made. */
export async function previewOf(
  keeping: FileKeeping,
  db: Database,
  file: FileRow,
  width: PictureWidth,
): Promise<Derived | undefined> {
  if (!isRaster(file.ext)) return undefined
  const place = previewPlace(db.app, binaryName(file), width)
  const made = await derive(keeping, db, file, place, (path, to) => keeping.images.preview(path, to, width))
  return typeof made === 'string' ? undefined : made
}

/**
 * The copy for callers without an account: without what the camera noted, when it noted where.
 *
 * @returns `as it is` when the file says nothing of the kind; `undefined` when it does and cannot be made to
 *   keep it to itself
 */
export async function publicCopyOf(
  keeping: FileKeeping,
  db: Database,
  file: FileRow,
): Promise<Derived | 'as it is' | undefined> {
  if (!mayTellPosition(file.ext)) return 'as it is'
  const place = concealedPlace(db.app, binaryName(file))
  const made = await derive(keeping, db, file, place, keeping.images.conceal)
  if (made === 'not needed') return 'as it is'
  return typeof made === 'string' ? undefined : made
}

type Made = Derived | Nothing
type Nothing = Exclude<Outcome, 'made'>

/** What goes on, and what was learnt, about the bytes in one place. */
interface Makings {
  readonly flights: SingleFlight
  /** Bytes of which nothing had to be, or could be, made: they are not tried again at every request. */
  readonly outcomes: Map<string, { readonly outcome: Nothing; readonly until: number }>
}

const maxCached = 5_000
const cachedMs = 600_000

const makingsIn = weakMemoize(
  (_binaries: BinaryStorage): Makings => ({ flights: new SingleFlight(), outcomes: new Map() }),
)

/** Those who ask for the same image at once wait for one making of it. */
async function derive(
  keeping: FileKeeping,
  db: Database,
  file: FileRow,
  place: BinaryPlace,
  make: (path: string, to: string) => Promise<Outcome>,
): Promise<Made> {
  const { flights, outcomes } = makingsIn(keeping.binaries)
  const key = `${place.app}/${place.name}`
  const known = outcomes.get(key)
  if (known && known.until > Date.now()) return known.outcome
  const stored = await keeping.binaries.head(place)
  if (stored) return { place, ...stored }
  return flights.run(key, async () => {
    const made = await makeAndKeep(keeping, db, file, place, make)
    if (made === 'not needed' || made === 'impossible') cacheOutcome(outcomes, key, made)
    return made
  })
}

function cacheOutcome(outcomes: Makings['outcomes'], key: string, outcome: Nothing): void {
  outcomes.delete(key)
  outcomes.set(key, { outcome, until: Date.now() + cachedMs })
  const [oldest] = outcomes.keys()
  if (outcomes.size > maxCached && oldest !== undefined) outcomes.delete(oldest)
}

async function makeAndKeep(
  { binaries }: FileKeeping,
  db: Database,
  file: FileRow,
  place: BinaryPlace,
  make: (path: string, to: string) => Promise<Outcome>,
): Promise<Made> {
  const local = await binaries.bringHere(binaryPlace(db.app, binaryName(file)))
  if (!local) return 'impossible'
  const to = await binaries.spool.newPath()
  try {
    const outcome = await make(local.path, to)
    if (outcome !== 'made') return outcome
    await binaries.adopt(place, to)
    const stored = await binaries.head(place)
    // Deleted or replaced while its copy was made: then the copy would stay for ever.
    const now = await selectFile(db.quick, file.id)
    if (!stored || now?.rev !== file.rev) {
      await binaries.remove(place)
      return 'impossible'
    }
    return { place, ...stored }
  } finally {
    await Promise.all([rm(to, { force: true }), local.release()])
  }
}
