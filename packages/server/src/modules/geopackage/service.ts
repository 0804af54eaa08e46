import { once } from 'node:events'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { timeInFileName } from '../../http/wire-time.js'
import { Limiter } from '../../limiter.js'
import { message } from '../../message.js'
import { readColumns } from '../../records/listing/list-plan.js'
import { visibleCondition } from '../../records/rows/search-criteria.js'
import type { Spool } from '../../storage/binaries/spool.js'
import { type Database, type Snapshot, StorageError } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'
import { type PackagePart, planPackage, type Wanted } from './package-plan.js'
import type { PackageAnswer, PackageRequest } from './package-protocol.js'

export const packageType = 'application/geopackage+sqlite3'

/** Each keeps a state of the database and writes to the disk. */
const maxConcurrent = 2
const limiterOf = memoizeByDatabase((_db: Database) => new Limiter(maxConcurrent))

export interface PackageFile {
  readonly name: string
  /** Makes the file; what can fail fails before its first byte is given out. */
  open(signal: AbortSignal): Promise<Readable>
}

/**
 * Several tables with their map data, and the plugin tables that hang from them, as one GeoPackage.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export function exportTables(scope: RequestScope, spool: Spool, tables: readonly string[]): PackageFile {
  const wanted = tables.map((name): Wanted => {
    const table = tableOf(scope.catalogue, name)
    return {
      table,
      condition: visibleCondition(scope, table, undefined),
      columns: readColumns(table, undefined),
    }
  })
  return {
    name: `${scope.db.app}_${timeInFileName(scope.now)}.gpkg`,
    open: (signal) => makePackage(scope, spool, wanted, signal),
  }
}

/**
 * A GeoPackage of these records, all from one state of the database. The file has no name any more when its
 * first byte is given out, so that nothing is left of it however the sending ends; a crash before leaves it
 * to the sweep at the next start.
 *
 * @throws `overloaded` while too many are being made
 */
export async function makePackage(
  scope: RequestScope,
  spool: Spool,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Readable> {
  const release = limiterOf(scope.db).tryAcquire()
  if (!release) {
    throw new AppError('overloaded', message('packages_running', {}))
  }
  try {
    return await packageAt(await spool.newPath(), scope, wanted, signal)
  } finally {
    release()
  }
}

async function packageAt(
  path: string,
  scope: RequestScope,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Readable> {
  try {
    await writePackage(scope, path, planPackage(scope, wanted), signal)
    return await readOnce(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function writePackage(
  { db }: RequestScope,
  path: string,
  parts: readonly PackagePart[],
  signal: AbortSignal,
): Promise<void> {
  const writer = openPackageWriter(path)
  try {
    await db.snapshot(async ({ stream }) => {
      for (const { table, query } of parts) {
        await writer.ask({ do: 'table', table })
        await writeRows(writer, stream(query), signal)
      }
    })
    await writer.ask({ do: 'finish' })
  } finally {
    await writer.end()
  }
}

async function writeRows(
  writer: PackageWriter,
  batches: ReturnType<Snapshot['stream']>,
  signal: AbortSignal,
): Promise<void> {
  for await (const rows of batches) {
    if (signal.aborted) throw new AppError('bad_request', message('caller_went_away', {}))
    await writer.ask({ do: 'rows', rows })
  }
}

async function readOnce(path: string): Promise<Readable> {
  const handle: FileHandle = await open(path, 'r')
  return handle.createReadStream()
}

const worker = new URL('./package-worker.js', import.meta.url)

/** Writes one GeoPackage, in a thread of its own. */
interface PackageWriter {
  /** @throws StorageError `disk_full` */
  ask(request: PackageRequest): Promise<void>
  /** Ends the thread, whatever it is doing; nothing happens when it has ended. */
  end(): Promise<void>
}

/** @param path of the file, which the thread makes */
function openPackageWriter(path: string): PackageWriter {
  const thread = new Worker(worker, { workerData: path })
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error))
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('The thread of a package ended.')))
  for (const lost of [failed, ended]) lost.catch(() => undefined)
  return {
    async ask(request) {
      const answered = once(thread, 'message')
      answered.catch(() => undefined)
      thread.postMessage(request)
      try {
        const [{ problem }] = (await Promise.race([answered, failed, ended])) as [PackageAnswer]
        if (problem !== undefined) throw new Error(problem)
      } catch (error) {
        throw failureOf(error)
      }
    },
    async end() {
      await thread.terminate()
    },
  }
}

/** The file is made on the same disk as everything else, and its first page is written when it is opened. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !/disk is full|disk I\/O error/i.test(error.message)) return error
  return new StorageError('disk_full', error.message, { cause: error })
}
