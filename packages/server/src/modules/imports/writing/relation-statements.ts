import { relationNamed } from '@trowel/contract/model/relation-words.js'
import type { RelationImportBody } from '@trowel/contract/relation-import.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { fileProblem } from '../../../formats/file-problem.js'
import { codeText, message } from '../../../message.js'
import type { CellsRow } from '../reading/worker-protocol.js'
import type { RelationProblems } from './relation-problems.js'
import type { UnitNames } from './unit-names.js'

/** What a file says of two units, read as "unit *relation* other". */
export interface Statement {
  readonly row: number
  readonly line: number | null
  /** Where the other unit stands. */
  readonly column: string
  readonly unit: string
  readonly other: string
  readonly relation: number
}

/** More than the largest excavations have. */
const maxStatements = 200_000

const separators = /[,;|\r\n]+/

/** How the relations of a file stand in its columns. */
export type RelationColumns = Pick<Decoded<typeof RelationImportBody>, 'unit' | 'relations'>

/** Reads what the rows of a file say. */
export class StatementReader {
  readonly statements: Statement[] = []
  private readonly columns: readonly string[]

  constructor(
    private readonly stand: RelationColumns,
    private readonly names: UnitNames,
    private readonly problems: RelationProblems,
  ) {
    this.columns = columnsOf(stand)
  }

  async take(rows: readonly CellsRow[]): Promise<void> {
    await this.names.look(rows.flatMap(({ cells }) => this.#textsOf(cells).flatMap(namesIn)))
    for (const row of rows) this.#takeRow(row)
  }

  /** The cells that name units. */
  #textsOf(cells: readonly string[]): string[] {
    const { unit, relations } = this.stand
    return [unit, ...relations.map(({ column }) => column)].map((column) => this.#cell(cells, column))
  }

  #cell(cells: readonly string[], column: string): string {
    return cells[this.columns.indexOf(column)] ?? ''
  }

  #takeRow({ row, line, cells }: CellsRow): void {
    const place = { row, line }
    const unit = this.#cell(cells, this.stand.unit)
    for (const { column, relation: always, named_in: namedIn } of this.stand.relations) {
      const others = this.#othersIn(this.#cell(cells, column))
      if (others.length === 0) continue
      const word = namedIn === undefined ? '' : this.#cell(cells, namedIn)
      const relation = always ?? relationNamed(word)
      if (unit === '') {
        const said = message('relation_without_unit', {})
        this.problems.add({
          ...place,
          column: this.stand.unit,
          code: 'required',
          said,
          relations: others.length,
        })
      } else if (relation === undefined) {
        const said = message('no_relation_called', { name: word })
        const where = { ...place, column: namedIn ?? column }
        this.problems.add({ ...where, code: 'invalid_relation', said, relations: others.length })
      } else {
        for (const other of others) this.#state({ ...place, column, unit, other, relation })
      }
    }
  }

  /** A label with commas in it is taken whole. */
  #othersIn(cell: string): readonly string[] {
    return this.names.of(cell).length > 0 ? [cell] : partsOf(cell)
  }

  #state(statement: Statement): void {
    const { row, line, column, unit, other } = statement
    if (this.statements.length + this.problems.count >= maxStatements) {
      throw fileProblem('too_many_relations', { most: maxStatements }, line ?? undefined)
    }
    if (unit !== other) this.statements.push(statement)
    else this.problems.add({ row, line, column, ...itself })
  }
}

/** The columns of a file in which relations stand. */
export const columnsOf = ({ unit, relations }: RelationColumns): readonly string[] => [
  ...new Set([unit, ...relations.flatMap(({ column, named_in: namedIn }) => [column, namedIn ?? column])]),
]

export const itself = { code: 'relation_self', said: { text: codeText('relation_self') } } as const

const partsOf = (cell: string): string[] =>
  cell
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What a cell may name: a single unit, or several. */
function namesIn(cell: string): readonly string[] {
  const parts = partsOf(cell)
  return parts.length === 1 && parts[0] === cell ? parts : [...parts, ...(cell === '' ? [] : [cell])]
}
