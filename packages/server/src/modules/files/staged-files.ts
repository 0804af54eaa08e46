import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@trowel/contract/json.js'
import { holderOf } from '../../access/holder.js'
import { creatorId } from '../../access/principal.js'
import type { Secrets } from '../../access/secrets.js'
import { signedClaims } from '../../access/signed-claims.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import type { Bring } from '../../records/rows/record-part.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { binaryPlace, newBinaryName } from './binary-names.js'
import type { FileKeeping } from './file-keeping.js'
import { type SentFile, takeIn } from './incoming.js'
import type { StoredBinary } from './pending-binaries.js'
import { deleteArriving, insertArriving } from './pending-binaries-store.js'
import { insertFile, linkOf } from './store.js'

/** What was sent for a record that is not made yet. */
export interface StagedFile {
  /** Names it when the record is made; good for one to two hours, and for who sent it. */
  readonly upload: string
  readonly binary: StoredBinary
}

const tokensOf = weakMemoize((secrets: Secrets) => signedClaims(secrets, 'staged-file', readBinary))

/** Only this service signs them, so that what is signed is what it wrote. */
const readBinary = ({ b }: JsonObject): { b: StoredBinary } | undefined =>
  typeof b === 'object' && b !== null ? { b: b as StoredBinary } : undefined

/**
 * Takes in a file for a record of the table that is not saved yet. The upload is noted before its bytes
 * come: if no record takes the file over, it is removed like every abandoned upload.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`, and as `addFile` for the file
 */
export async function stageFile(
  scope: RequestScope,
  services: FileKeeping & Pick<Services, 'secrets'>,
  tableName: string,
  file: SentFile,
): Promise<StagedFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('create', table)
  const holder = holderOf(scope.principal)
  if (!holder) throw new AppError('not_enough_privilege')
  const { application, db } = scope
  return takeIn(scope, services, file, async ({ path, ...facts }) => {
    const binary = { ...facts, binary: newBinaryName(facts.ext), storedAt: Date.now() }
    await db.write((tx) => insertArriving(tx, binary.binary, binary.storedAt), { bookkeeping: true })
    await services.binaries.adopt(binaryPlace(db.app, binary.binary), path)
    const upload = tokensOf(services.secrets).sign(application, holder, { b: binary }, new Date())
    return { upload, binary }
  })
}

/**
 * Files that were staged, for a record that is about to be made.
 *
 * @throws `upload_gone` with the places of those that are no longer there, or are not the caller's
 */
export async function openStaged(
  scope: RequestScope,
  { applications, secrets }: Pick<Services, 'applications' | 'secrets'>,
  uploads: readonly string[],
): Promise<Bring> {
  const holder = holderOf(scope.principal)
  const opened = await Promise.all(
    uploads.map((upload) => tokensOf(secrets).open(applications, upload, new Date())),
  )
  const binaries = opened.map((token) =>
    token?.app === scope.application.name && isDeepStrictEqual(token.holder, holder)
      ? token.claims.b
      : undefined,
  )
  refuseGone(binaries.map((binary) => binary !== undefined))
  return async (tx, table, recordId) => {
    const isThere: boolean[] = []
    for (const binary of binaries) isThere.push((await deleteArriving(tx, binary?.binary ?? '')) > 0)
    refuseGone(isThere)
    for (const binary of binaries) {
      if (!binary) continue
      const nothing = { description: null, keywords: null, printable: null }
      const id = await insertFile(tx, { ...binary, ...nothing, creator: creatorId(scope.principal) })
      await linkOf(tx, table, recordId, id)
    }
  }
}

function refuseGone(isThere: readonly boolean[]): void {
  const gone = isThere.flatMap((there, place) => (there ? [] : [place]))
  if (gone.length > 0) throw new AppError('upload_gone', { detail: { uploads: gone } })
}
