import { basename } from 'node:path'
import type { RequestScope } from '../http/scope.js'
import {
  Findings,
  type FolderFinding,
  type FolderPlan,
  findingText,
  isAccessFile,
  isOpenFolder,
  listSources,
  makeTables,
  type PlannedTable,
  planFolder,
  type RestoredFolder,
  restoreFolder,
  unpackAccess,
} from '../modules/imports/index.js'
import type { Operator } from './operator.js'
import { showProgress } from './progress.js'
import type { Terminal } from './terminal.js'
import { asTable } from './terminal.js'

/** A folder, or a file of several tables. */
export interface FolderImport {
  readonly app: string
  readonly path: string
  /** Only what would be made is told. */
  readonly isPlan: boolean
  readonly epsg: number | undefined
}

/** Makes tables of everything that lies in a folder, or of the sheets of a file. */
export async function importFolder(operator: Operator, task: FolderImport): Promise<void> {
  const scope = await operator.scopeOf(task.app, 'import')
  if (await isOpenFolder(task.path)) return restore(operator, scope, task)
  if (!isAccessFile(task.path)) {
    const problems = new Findings()
    const sources = await listSources(task.path, problems, operator.terminal.note)
    return makeAll(operator, scope, task, { sources, problems, leftOut: [] })
  }
  const unpacked = await unpackAccess(task.path, operator.terminal.environment['PATH'])
  try {
    const { sources, leftOut } = unpacked
    await makeAll(operator, scope, task, { sources, problems: new Findings(), leftOut })
  } finally {
    await unpacked.remove()
  }
}

interface Found {
  readonly sources: Parameters<typeof planFolder>[1]
  readonly problems: Findings
  /** What of the sources is not read: it is told in every case. */
  readonly leftOut: readonly FolderFinding[]
}

async function makeAll(
  { terminal, services }: Operator,
  scope: RequestScope,
  task: FolderImport,
  { sources, problems, leftOut }: Found,
): Promise<void> {
  const told = { problems, oddities: new Findings() }
  const plan = await planFolder(scope, sources, told, task.epsg)
  if (plan.tables.length === 0)
    told.problems.add(basename(task.path), null, 'There is nothing to make a table of.')
  tellPlan(terminal, plan, task.isPlan)
  for (const oddity of [...leftOut, ...told.oddities.all]) terminal.note(`  ${findingText(oddity)}`)
  told.problems.refuseAny()
  const { tables, relations, files } = await withProgress(terminal, (onProgress) =>
    makeTables(scope, services, plan, { isTrial: task.isPlan, onProgress }),
  )
  for (const { name, rows, placed } of tables) {
    terminal.print(
      `${name}: ${number(rows)} records${placed > 0 ? `, ${number(placed)} of them on the map` : ''}`,
    )
  }
  if (relations > 0) terminal.print(`relations: ${number(relations)}`)
  if (files > 0) terminal.print(`files: ${number(files)}`)
  sayPlan(terminal, task)
}

async function restore(
  { terminal, services }: Operator,
  scope: RequestScope,
  task: FolderImport,
): Promise<void> {
  const restored = await withProgress(terminal, (onProgress) =>
    restoreFolder(scope, services, { folder: task.path, isTrial: task.isPlan, onProgress }),
  )
  for (const { name, rows } of restored.tables) terminal.print(`${name}: ${number(rows)} rows`)
  for (const what of ['features', 'relations', 'links', 'files'] as const) tellCount(terminal, restored, what)
  for (const oddity of restored.oddities) terminal.note(`  ${oddity}`)
  sayPlan(terminal, task)
}

function tellCount(
  terminal: Terminal,
  restored: RestoredFolder,
  what: 'features' | 'relations' | 'links' | 'files',
): void {
  if (restored[what] > 0) terminal.print(`${what}: ${number(restored[what])}`)
}

const sayPlan = (terminal: Terminal, { isPlan }: FolderImport): void => {
  if (isPlan) terminal.note('Nothing was stored. The same with --create-tables makes it.')
}

async function withProgress<T>(
  terminal: Terminal,
  work: (onProgress: (done: number, total: number, text: string) => void) => Promise<T>,
): Promise<T> {
  const progress = showProgress(terminal)
  try {
    return await work(progress.update)
  } finally {
    progress.end()
  }
}

/** So many oddities of a source are told. */
const maxWarnings = 3

function tellPlan(terminal: Terminal, { tables, relations }: FolderPlan, inFull: boolean): void {
  for (const table of tables) {
    const { looked, source } = table
    const { count } = source.scan
    // Here they come along.
    const warnings = source.scan.warnings.filter(({ sentence }) => sentence !== 'media_stay_behind')
    const more = source.scan.warningCount - source.scan.warnings.length + warnings.length - maxWarnings
    terminal.note(`${looked.source.title} → table ${looked.name}, ${number(count)} rows`)
    if (inFull) for (const line of asTable([], fieldsInWords(table)).slice(1)) terminal.note(`  ${line}`)
    for (const { line, text } of warnings.slice(0, maxWarnings))
      terminal.note(`  ${line === null ? '' : `line ${line}: `}${text}`)
    if (more > 0) terminal.note(`  … and ${number(more)} more of that kind`)
  }
  for (const { looked, table } of relations) {
    terminal.note(
      `${looked.source.title} → stratigraphic relations of ${table}, ${number(looked.scan.count)} rows`,
    )
  }
}

/** A line for each field: column, name, kind, and what is special about it. */
function fieldsInWords({ looked, fields, order, numbersIn, source: { place } }: PlannedTable): string[][] {
  const ids = looked.idColumn === undefined ? [] : [[looked.idColumn, 'id', 'id', '']]
  const rows = fields.map(({ column, name, kind, tb, vocabulary }) => {
    const target =
      tb === undefined ? '' : `${tb}, by ${numbersIn.get(name) === 'id' ? 'id' : 'what it is called'}`
    const calls = order.settings['id_field'] === name ? 'records are called by it' : ''
    return [column, name, kind, target || vocabulary || calls]
  })
  const on = place === undefined ? [] : [['', '', 'map', placeInWords(place)]]
  return [...ids, ...rows, ...on]
}

const placeInWords = (place: NonNullable<PlannedTable['source']['place']>): string => {
  const columns =
    place.from === 'columns' ? `${place.x}, ${place.y}` : place.from === 'wkt' ? place.column : 'geometries'
  return `${columns} (EPSG:${place.epsg})`
}

const number = (value: number): string => value.toLocaleString('en')
