import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { relationColumns, relationNamed } from '@trowel/contract/model/relation-words.js'
import type { MissingUnits } from '@trowel/contract/relation-import.js'
import { importRelations, type RelationColumns } from '../modules/imports/index.js'
import type { Operator } from './operator.js'
import { showProgress } from './progress.js'
import { askService, type RemoteService } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** Relations out of a file, and how its user says that they stand in it. */
export interface RelationImport {
  readonly path: string
  readonly table: string
  /** The column of the unit that a row is about. */
  readonly unit: string | undefined
  /** What columns are: a relation, or `''` for one that is left out. */
  readonly wanted: ReadonlyMap<string, string>
  readonly missing: MissingUnits
}

/** What a run says of the relations of a file. */
export interface RelationCounts {
  readonly added: number
  readonly known: number
  readonly repeated: number
  readonly total: number
  readonly made: number
  readonly notFound: number
}

/** Relates records in the data of this machine. */
export async function relateLocally(
  operator: Operator,
  app: string,
  { path, table, missing, ...said }: RelationImport,
): Promise<RelationCounts> {
  const scope = await operator.scopeOf(app, 'import')
  const progress = showProgress(operator.terminal)
  const file = { path, type: typeOf(path), table, missing, leavesOut: false, dryRun: false } as const
  try {
    const standIn = (header: readonly string[]) => columnsOf(operator.terminal, said, header)
    return await importRelations(scope, { ...file, standIn }, progress.update)
  } finally {
    progress.end()
  }
}

/** Lets a running service do it. */
export async function relateRemotely(
  service: RemoteService,
  { path, table, missing, ...said }: RelationImport,
  terminal: Terminal,
): Promise<RelationCounts> {
  const form = new FormData()
  form.set('type', typeOf(path))
  form.set('file', await openAsBlob(path), basename(path))
  const { temp_id, columns } = await askService<{ temp_id: string; columns: string[] }>(
    service,
    '/api/import/preview-file',
    form,
  )
  const body = { temp_id, tb: table, missing, ...columnsOf(terminal, said, columns) }
  const reply = await askService<RelationCounts & { not_found: number }>(
    service,
    '/api/import/relations',
    JSON.stringify(body),
  )
  return { ...reply, notFound: reply.not_found }
}

const typeOf = (path: string): 'lst' | 'csv' => (/\.lst$/i.test(path) ? 'lst' : 'csv')

/** How relations stand in the columns of a file: as its user says, else as their names suggest. */
function columnsOf(
  terminal: Terminal,
  { unit: wantedUnit, wanted }: Pick<RelationImport, 'unit' | 'wanted'>,
  header: readonly string[],
): RelationColumns {
  const found = relationColumns(header)
  const unit = wantedUnit ?? found.unit
  const said = [...wanted]
    .filter(([, word]) => word !== '')
    .map(([column, word]) => ({ column, relation: relationCalled(word) }))
  const relations = [
    ...found.relations.filter(({ column }) => column !== unit && !wanted.has(column)),
    ...said,
  ]
  if (unit === undefined || relations.length === 0) {
    throw new UsageError(
      `Say with --key which column has the unit, and with --map which have others, for example --map "older=covers". The columns are: ${header.join(', ')}.`,
    )
  }
  const words = relations.map((one) =>
    `"${one.column}" ${'named_in' in one ? `by "${one.named_in}"` : ''}`.trim(),
  )
  terminal.note(`Units are in "${unit}", the others in ${words.join(', ')}.`)
  return { unit, relations }
}

function relationCalled(word: string): number {
  const code = relationNamed(word)
  if (code === undefined) throw new UsageError(`"${word}" is no stratigraphic relation.`)
  return code
}
