import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import { FileProblem } from '../../../formats/file-problem.js'
import type { RequestScope } from '../../../http/scope.js'
import { proposeFrom } from '../proposal.js'
import type { CellFormats } from '../reading/cell-formats.js'
import { proposeNames } from '../reading/column-proposal.js'
import type { ColumnFacts } from '../reading/column-watch.js'
import { watchFile } from '../reading/read-in-worker.js'
import { formsIn } from '../reading/table-proposal.js'
import type { FileScan, WatchedScan } from '../reading/worker-protocol.js'
import type { Findings } from './folder-problem.js'
import { isEmptySource, type Source } from './sources.js'

/** A source after a look at every cell of it. */
export interface LookedAt {
  readonly source: Source
  readonly scan: FileScan
  readonly facts: readonly ColumnFacts[]
  /** The table as it suggests itself, and records of tables that are there. */
  readonly proposal: ImportProposal
  readonly written: CellFormats
  /** Of its table. */
  readonly name: string
  readonly label: string
  /** The column whose whole numbers become the ids of the records. */
  readonly idColumn: string | undefined
  /** The column that records are called by. */
  readonly labelColumn: string | undefined
}

/** What is said of sources: what nothing can be imported with, and what is only odd. */
export interface Told {
  readonly problems: Findings
  readonly oddities: Findings
}

/** Looks at every cell of the sources. What cannot be read is noted, and left out. */
export async function lookAtAll(
  scope: RequestScope,
  sources: readonly Source[],
  { problems, oddities }: Told,
): Promise<readonly LookedAt[]> {
  const names = tableNames(sources.map(({ name }) => name))
  const looked: LookedAt[] = []
  for (const [at, source] of sources.entries()) {
    try {
      const watched = await watchFile({ ...source.file, mendsHeader: true })
      const { scan, facts } = watched
      const proposal = await proposeFrom(scope, watched, undefined)
      const written = { ...formsIn(scan.detected), empty: proposal.empty }
      tellUnsureDays(source, watched, proposal, oddities)
      const name = names[at] ?? source.name
      const idColumn = idColumnOf(name, scan, facts)
      const label = labelOf(bare(source.name))
      const labelColumn = labelColumnOf(proposal, idColumn)
      looked.push({ source, scan, facts, proposal, written, name, label, idColumn, labelColumn })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      const told = isEmptySource(error) ? oddities : problems
      told.add(source.title, error.line, error.said.text)
    }
  }
  return looked
}

/** Days that all fit two forms are read in one of them: those who know the file must learn which. */
function tellUnsureDays(
  { title }: Source,
  { scan, facts }: WatchedScan,
  { fields }: ImportProposal,
  oddities: Findings,
): void {
  const { value, sure } = scan.detected.dates
  if (sure > 0.5) return
  for (const [at, { column, kind }] of fields.entries()) {
    const { days = [], first: [day = ''] = [] } = facts[at] ?? {}
    if (kind !== 'date' || days.length < 2 || days.includes('yyyy-mm-dd')) continue
    oddities.add(title, null, `Days such as ${day} can mean two; they are read as ${value}.`, column)
  }
}

/** Without the mark that databases of other programs put before the names of tables. */
const bare = (name: string): string => name.replace(/^tbl[_ ]?(?=\w)/i, '')

/** A valid name of a table for each, no two alike. */
const tableNames = (names: readonly string[]): readonly string[] =>
  proposeNames(names.map(bare)).map((name) => name.replace(/^column_/, 'table_'))

/** `small_finds` as people write it: `Small finds`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What programs call the numbers of rows. */
const rowNumbers = /^(?:id|fid|gid|pk|oid|ogcfid|objectid|rowid)$/

/** A column that numbers the rows, under the name that programs give such a one: each row has another. */
function idColumnOf(table: string, scan: FileScan, facts: readonly ColumnFacts[]): string | undefined {
  const own = [table, table.replace(/s$/, '')].map((name) => `${name.replaceAll('_', '')}id`)
  return scan.columns.find((column, place) => {
    const plain = column.toLowerCase().replace(/[^a-z0-9]+/g, '')
    const found = facts[place]
    if (!found || !(rowNumbers.test(plain) || own.includes(plain))) return false
    const isEach = scan.count > 0 && found.filled === scan.count && found.distinct === scan.count
    return isEach && found.isWhole && (found.range?.[0] ?? 0) >= 1
  })
}

function labelColumnOf(
  { fields, id_field }: ImportProposal,
  idColumn: string | undefined,
): string | undefined {
  const proposed = fields.find(({ name }) => name === id_field)?.column
  if (proposed !== idColumn) return proposed
  return fields.find(({ column, kind, unique }) => column !== idColumn && unique && kind === 'text')?.column
}
