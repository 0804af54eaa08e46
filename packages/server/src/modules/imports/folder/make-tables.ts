import { Readable } from 'node:stream'
import { frozen } from '../../../access/levels.js'
import { type Catalogue, tableOf } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { RowWriter } from '../../../records/writing/row-writer.js'
import { changeConfiguration, makeFields, makePlannedTable, planTable } from '../../configuration/index.js'
import {
  type FileForRecord,
  type FileKeeping,
  linkReceived,
  type ReceivedFiles,
  receiveFiles,
} from '../../files/index.js'
import { relateRows } from '../import-relations.js'
import { withRowsOf, writeRows } from '../import-rows.js'
import { withCells } from '../reading/read-in-worker.js'
import type { KnownFile } from '../reading/table-file.js'
import { withProblemsAsRefusals } from '../uploads/file-refusals.js'
import { planImport } from '../writing/import-plan.js'
import { columnsOf } from '../writing/relation-statements.js'
import type { RunOptions } from '../writing/run-options.js'
import type { FolderPlan, PlannedRelations, PlannedTable } from './folder-plan.js'
import { FolderProblem } from './folder-problem.js'

/** What came of a plan. */
export interface MadeTables {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly placed: number }[]
  readonly relations: number
  /** Files that hang from its records. */
  readonly files: number
}

interface Making {
  /** Nothing is stored, and the outcome is what it would have been. */
  readonly isTrial: boolean
  readonly onProgress: (done: number, total: number, text: string) => void
}

/**
 * Makes the tables of a plan and takes the rows in, all of it or nothing, in one transaction. The records are
 * a change set of their own, so that they can be undone.
 *
 * @throws `not_enough_privilege` in a frozen application; `error_cfg_data_updated`, `tb_already_available`;
 *   FolderProblem with source, line and column of every row that does not fit
 */
export async function makeTables(
  scope: RequestScope,
  keeping: FileKeeping,
  plan: FolderPlan,
  making: Making,
): Promise<MadeTables> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  const received = new Map<string, ReceivedFiles>()
  try {
    for (const table of making.isTrial ? [] : plan.tables.filter(({ attachments }) => attachments > 0)) {
      received.set(table.looked.name, await receiveFiles(scope, keeping, attachmentsOf(table), () => false))
    }
    return await makeAndFill(scope, plan, received, making)
  } catch (error) {
    for (const { giveUp } of received.values()) await giveUp()
    throw error
  }
}

async function* attachmentsOf({ looked }: PlannedTable): AsyncGenerator<FileForRecord> {
  const { source, scan, idColumn = '' } = looked
  const { readAttachments } = await import('../reading/gpkg-media.js')
  for await (const { key, name, bytes } of readAttachments(source.file.path, scan.sheet ?? '', idColumn)) {
    yield { recordId: key, file: { name, content: Readable.from([bytes]) } }
  }
}

function makeAndFill(
  scope: RequestScope,
  plan: FolderPlan,
  received: ReadonlyMap<string, ReceivedFiles>,
  { isTrial, onProgress }: Making,
): Promise<MadeTables> {
  const total = plan.tables.reduce((sum, { source }) => sum + source.scan.count, 0)
  const facts = { table: plan.tables.map(({ looked }) => looked.name).join(', ') }
  const operation = {
    event: 'table_created',
    facts,
    whenNameIsTaken: 'tb_already_available',
    isTrial,
  } as const
  return changeConfiguration(scope, operation, async (change) => {
    for (const { order } of plan.tables) {
      const catalogue = await change.current()
      await makePlannedTable({ ...change, catalogue }, planTable(catalogue, order), order.vocabularies)
    }
    for (const { looked, laterFields } of plan.tables) {
      const now = { ...change, catalogue: await change.current() }
      if (laterFields.length > 0) await makeFields(now, looked.name, laterFields, { relations: true })
    }
    await change.tx.endChangeSet()
    const catalogue = await change.current()
    const writer = new RowWriter(change.tx, { ...scope, catalogue }, 'import')
    const filling = new Filling(writer, catalogue, (done, name) =>
      onProgress(done, total, `${name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`),
    )
    const tables: MadeTables['tables'][number][] = []
    for (const table of plan.tables) tables.push(await filling.fill(table))
    for (const table of plan.tables) if (table.later.length > 0) await filling.link(table)
    let relations = 0
    for (const stated of plan.relations) relations += await filling.relate(stated)
    let files = plan.tables.reduce((sum, { attachments }) => sum + (isTrial ? attachments : 0), 0)
    for (const [name, { kept }] of received) {
      files += (await linkReceived(change.tx, writer.scope, tableOf(catalogue, name), kept)).linked
    }
    await writer.applyEffects()
    return { tables, relations, files }
  })
}

/** Fills the tables of a plan, one after another, inside one transaction. */
class Filling {
  private done = 0

  constructor(
    private readonly writer: RowWriter,
    private readonly catalogue: Catalogue,
    private readonly onRows: (done: number, table: string) => void,
  ) {}

  async fill(planned: PlannedTable): Promise<MadeTables['tables'][number]> {
    const { order, source, looked } = planned
    const { name } = looked
    const { counts } = await this.write(planned, { mapping: order.mapping, keyField: null, mode: 'insert' })
    this.done += source.scan.count
    return { name, rows: counts.inserted, placed: counts.placed }
  }

  /** Fills the links to records that were not there yet. */
  async link(planned: PlannedTable): Promise<void> {
    const { key, later } = planned
    if (key) await this.write(planned, { mapping: [key, ...later], keyField: key[1], mode: 'update' })
  }

  async relate({ looked, table, columns }: PlannedRelations): Promise<number> {
    const file: KnownFile = { ...looked.source.file, form: looked.scan.form, mendsHeader: true }
    const options = { leavesOut: false, dryRun: false, missing: 'refuse' } as const
    const relating = { table: tableOf(this.catalogue, table), file, columns, options }
    const job = { do: 'cells', file, columns: columnsOf(columns) } as const
    const watch = { signal: undefined, onStep: () => {} }
    const { added } = await inWords(looked.source.title, () =>
      withCells(job, watch.onStep, (batches) => relateRows(this.writer, relating, batches, watch)),
    )
    return added
  }

  private async write(
    { looked, source, numbersIn }: PlannedTable,
    {
      mapping,
      keyField,
      mode,
    }: { mapping: PlannedTable['order']['mapping']; keyField: string | null; mode: RunOptions['mode'] },
  ) {
    const table = tableOf(this.catalogue, looked.name)
    const place = mode === 'insert' ? source.place : undefined
    const plan = planImport(table, { table: table.name, mapping, keyField, place }, source.scan)
    const file: KnownFile = { ...looked.source.file, form: source.scan.form, mendsHeader: true }
    const options: RunOptions = { mode, leavesOut: false, dryRun: false, numbersAre: undefined, numbersIn }
    const onStep = ({ rows }: { readonly rows: number }) => this.onRows(this.done + rows, table.name)
    return inWords(looked.source.title, () =>
      withRowsOf({ plan, file, written: source.written }, onStep, (batches) =>
        writeRows(this.writer, { plan, options }, batches, { signal: undefined, onStep }),
      ),
    )
  }
}

/** Says of which source the rows are that were refused. @throws FolderProblem */
async function inWords<T>(title: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withProblemsAsRefusals(work)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { errors = [] } = error.facts
    throw new FolderProblem(
      `Nothing was imported. ${title}: ${error.message}`,
      errors.map(({ field, label, text, ...place }) => ({
        path: title,
        line: typeof place['line'] === 'number' ? place['line'] : null,
        column: typeof label === 'string' ? label : field,
        text,
      })),
    )
  }
}
