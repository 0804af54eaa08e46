import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { privileges } from '@trowel/contract/privileges.js'
import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { withRanges } from '../../records/radiocarbon/service.js'
import type { BinaryPlace } from '../../storage/binaries/binary-storage.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import { StorageError } from '../../storage/storage.js'
import { foundApplication } from '../backups/index.js'
import { encryptKey } from '../citations/index.js'
import { nameProblem } from '../new-app/index.js'
import type { AdoptedTable } from './adopted-table.js'
import type { AdoptedBytes, Adoption, Means } from './adoption.js'
import { writeAdopted } from './archive.js'
import { sayBesides } from './besides.js'
import { type Configuration, readConfiguration } from './configuration.js'
import { IndexFit } from './index-fit.js'
import { openInstallation, refusal, requireMigrated } from './installation.js'
import { noteAdoption } from './log-lines.js'
import { readPeople } from './people.js'
import { type Reference, References } from './references.js'
import { type AdoptionReport, ReportBuilder } from './report.js'
import { openSource } from './sources/open-source.js'
import { adoptedTables } from './tables.js'

export interface AdoptionTask {
  /** The folder of the installation. */
  readonly path: string
  /** What the application is called here; as there when absent. */
  readonly app: string | undefined
  /** Applications that there are. */
  readonly taken: readonly string[]
  /** Who wants it. */
  readonly by: string
  /** Told of each part that is read. */
  readonly onProgress?: (done: number, total: number, text: string) => void
}

/**
 * Reads everything of an installation and says what would become of it. Nothing is written.
 * @throws what `adopt` throws
 */
export const planAdoption = (task: AdoptionTask): Promise<AdoptionReport> =>
  withInstallation(task, undefined, async (adoption, tables, reportOf) => {
    for (const table of tables) for await (const _ of table.rows());
    await sayBesides(adoption)
    return reportOf(true)
  })

/**
 * Takes over an installation of the old service as a new application: all of it or nothing. What is there is
 * only read.
 *
 * @throws `error_app_not_created` when there is none, it is too old, its name cannot be or is taken;
 *   SourceProblem
 */
export const adopt = (
  services: Services,
  log: FastifyBaseLogger,
  task: AdoptionTask,
): Promise<AdoptionReport> => {
  const means = (owner: { readonly name: string; readonly keySalt: string }): Means => ({
    version: services.version,
    sealKey: (library, key) => encryptKey(services.secrets, { ...library, application: owner }, key),
    async measure(path) {
      const facts = await services.images.describe(path)
      return typeof facts === 'string' ? undefined : facts
    },
    calibrate: (table, rows) => withRanges(services, table, rows),
  })
  return withInstallation(task, means, async (adoption, tables, reportOf) => {
    const app = task.app ?? adoption.installation.name
    const { binaries, storage, version } = services
    const path = await binaries.spool.newPath()
    try {
      const facts = { app, engine: storage.engine, version, by: task.by, now: adoption.now }
      await writeDown(path, writeAdopted(tables, facts))
      await sayBesides(adoption)
      await foundApplication(services, app, path, () => bring(services, app, adoption.bytes))
    } catch (error) {
      throw error instanceof StorageError && error.problem === 'exists' ? nameIsTaken() : error
    } finally {
      await rm(path, { force: true })
    }
    const report = reportOf(false)
    const application = await services.applications.open(app)
    if (application) await noteAdoption(application.db, log, report, task.by)
    return report
  })
}

const nameIsTaken = () => refusal(message('application_exists', {}))

type MeansOf = (owner: { readonly name: string; readonly keySalt: string }) => Means

async function withInstallation<T>(
  { path, app, taken, onProgress }: AdoptionTask,
  meansOf: MeansOf | undefined,
  work: (
    adoption: Adoption,
    tables: readonly AdoptedTable[],
    reportOf: (planned: boolean) => AdoptionReport,
  ) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(path)
  const name = app ?? installation.name
  const problem = nameProblem(name)
  if (problem) throw refusal(problem)
  if (taken.includes(name)) throw nameIsTaken()
  const source = await openSource(installation.database, installation.folder)
  try {
    const migrations = await requireMigrated(source)
    const report = new ReportBuilder()
    const configuration = await readConfiguration(source, report, installation.name)
    // In the order in which people know them.
    for (const { from } of configuration.tables.values()) report.table(from)
    const people = await readPeople(source)
    if (![...people.values()].includes(privileges.super_admin))
      throw refusal(message('adoption_without_administrator', {}))
    const keySalt = randomBytes(32).toString('hex')
    const adoption: Adoption = {
      ...{ installation, source, report, configuration, people, keySalt },
      means: meansOf?.({ name, keySalt }),
      references: new References(referencesOf(configuration), (table) =>
        report.table(configuration.tables.get(table)?.from ?? table),
      ),
      indexFit: new IndexFit(configuration.indexes),
      bytes: [],
      now: Date.now(),
    }
    const { engine } = source
    const { version } = installation
    const tables = withProgress(await adoptedTables(adoption), onProgress)
    return await work(adoption, tables, (planned) =>
      report.report({ app: name, source: { engine, version, migrations }, planned }),
    )
  } finally {
    await source.close()
  }
}

/** Columns that lead to records: by a relation, or because they store ids. */
function referencesOf({ tables, relations }: Configuration): Reference[] {
  const lookups = [...tables].flatMap(([table, { fields }]) =>
    [...fields.values()].flatMap(({ name, idFromTable }) =>
      idFromTable === undefined || !tables.has(idFromTable)
        ? []
        : [{ table, column: name, toTable: idFromTable, toColumn: 'id' }],
    ),
  )
  const isRelated = ({ table, column }: Reference): boolean =>
    relations.some((relation) => relation.table === table && relation.column === column)
  return [...relations, ...lookups.filter((lookup) => !isRelated(lookup))]
}

/** Brings bytes of the installation, which must be those that were read before; what failed leaves none. */
async function bring(
  { binaries }: Pick<Services, 'binaries'>,
  app: string,
  bytes: readonly AdoptedBytes[],
): Promise<void> {
  const brought: BinaryPlace[] = []
  try {
    for (const { path, area, name, sha256 } of bytes) {
      const place = { app, area, name }
      brought.push(place)
      await binaries.put(place, proved(path, sha256))
    }
  } catch (error) {
    await Promise.allSettled(brought.map((place) => binaries.remove(place)))
    throw error
  }
}

async function* proved(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256) throw refusal(message('adoption_file_changed', { path }))
}

/** Tells how many of the tables were read. */
const withProgress = (
  tables: readonly AdoptedTable[],
  onProgress: AdoptionTask['onProgress'] = () => undefined,
): AdoptedTable[] =>
  tables.map((table, place) => ({
    ...table,
    async *rows() {
      yield* table.rows()
      onProgress(place + 1, tables.length, table.name)
    },
  }))
