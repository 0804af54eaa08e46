import type { MissingUnits } from '@trowel/contract/relation-import.js'
import type { Table } from '../../../catalogue/catalogue.js'
import { message, type Saying } from '../../../message.js'
import { readRowAccess } from '../../../records/rows/row-access.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import {
  compareTogether,
  type Finding,
  insertRelations,
  type NewRelation,
  tellLoop,
} from '../../stratigraphy/index.js'
import type { RelationProblems } from './relation-problems.js'
import { itself, type Statement } from './relation-statements.js'
import { maxErrors, type RowProblem } from './row-problems.js'
import type { RunOptions } from './run-options.js'
import type { NamedUnit, UnitNames } from './unit-names.js'

export interface RelationOutcome {
  readonly added: number
  /** Stored already, from either end. */
  readonly known: number
  /** Stated by the file before, from either end. */
  readonly repeated: number
  /** Everything that the file states. */
  readonly total: number
  /** Records that were made for units. */
  readonly made: number
  /** Relations that were left out because no record is called like one of their units. */
  readonly notFound: number
  /** Relations that are not valid. */
  readonly refused: number
  /** Units that no record was called by, in the order of the file. */
  readonly missing: readonly string[]
  /** The first hundred. */
  readonly problems: readonly RowProblem[]
}

export interface RelationOptions extends Pick<RunOptions, 'leavesOut' | 'dryRun'> {
  readonly missing: MissingUnits
}

/** Between the records that its file names. */
interface Offer {
  readonly statement: Statement
  readonly relation: NewRelation
}

const idsAtOnce = 10_000

/** Relates records as a file says, inside one transaction. */
export class RelationRun {
  constructor(
    private readonly writer: RowWriter,
    private readonly table: Table,
    private readonly options: RelationOptions,
    private readonly names: UnitNames,
    private readonly problems: RelationProblems,
  ) {}

  /** @throws RowsRefused when anything was refused and nothing may be */
  async store(statements: readonly Statement[], say: Saying): Promise<RelationOutcome> {
    const { problems, table } = this
    const { tx } = this.writer
    const total = statements.length + problems.count
    const missing = this.#missingOf(statements)
    const made = this.options.missing === 'make' ? await this.#make(missing, say) : 0
    const offers = await this.#withRights(this.#offersOf(statements))
    const findings = await compareTogether(
      tx,
      table,
      offers.map(({ relation }) => relation),
    )
    await this.#refuseLoops(offers, findings)
    problems.refuseIfAny(this.options)
    const those = (wanted: Finding) => offers.filter((_, at) => findings[at] === wanted)
    const fresh = those('new').map(({ relation }) => relation)
    await insertRelations(tx, table, fresh)
    const counts = { added: fresh.length, known: those('known').length, repeated: those('repeated').length }
    return {
      ...counts,
      total,
      made,
      notFound: total - problems.count - counts.added - counts.known - counts.repeated,
      refused: problems.count,
      missing: missing.map(({ name }) => name),
      problems: problems.first,
    }
  }

  /** Units that no record is called by, where they are named first. */
  #missingOf(statements: readonly Statement[]): readonly NamedUnit[] {
    const missing = new Map<string, NamedUnit>()
    for (const { row, line, unit, other } of statements) {
      for (const name of [unit, other]) {
        if (!missing.has(name) && this.names.of(name).length === 0) missing.set(name, { name, row, line })
      }
    }
    return [...missing.values()]
  }

  async #make(units: readonly NamedUnit[], say: Saying): Promise<number> {
    const { made, problems } = await this.names.make(units, say)
    for (const problem of problems) this.problems.addOfRow(problem)
    return made
  }

  /** The statements whose names are each that of one record, of two different ones. */
  #offersOf(statements: readonly Statement[]): readonly Offer[] {
    const told = new Set<string>()
    const offers: Offer[] = []
    for (const statement of statements) {
      const { row, line, column, unit, other, relation } = statement
      const ends = [unit, other].map((name) => ({ name, ids: this.names.of(name) }))
      const wrong = ends.find(({ ids }) => ids.length === 0) ?? ends.find(({ ids }) => ids.length > 1)
      const [first, second] = ends.map(({ ids }) => ids[0])
      if (wrong) {
        const isAbsent = wrong.ids.length === 0
        if (isAbsent && this.options.missing === 'skip') continue
        if (told.has(wrong.name)) this.problems.addUntold({ row })
        else this.problems.add({ row, line, column, ...this.#unnamed(wrong) })
        told.add(wrong.name)
      } else if (first === undefined || second === undefined || first === second) {
        this.problems.add({ row, line, column, ...itself })
      } else {
        offers.push({ statement, relation: { first, second, relation } })
      }
    }
    return offers
  }

  #unnamed({ name, ids }: { readonly name: string; readonly ids: readonly number[] }) {
    const { label } = this.table
    const shown = name.slice(0, 80)
    return ids.length === 0
      ? { code: 'reference' as const, said: message('no_unit_called', { name: shown, table: label }) }
      : {
          code: 'ambiguous_key' as const,
          said: message('several_units_called', { name: shown, table: label, records: ids.length }),
        }
  }

  /** The right to the table was asked for before the run: only a filter on its rows says no here. */
  async #withRights(offers: readonly Offer[]): Promise<readonly Offer[]> {
    const { tx, scope } = this.writer
    if (scope.rights.levelsOn(this.table).filter === undefined) return offers
    const ids = [...new Set(offers.flatMap(({ relation: { first, second } }) => [first, second]))]
    const editable = new Set<number>()
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const access = await readRowAccess(tx, scope, this.table, ids.slice(start, start + idsAtOnce))
      for (const row of access.values()) if (row.editable) editable.add(row.id)
    }
    return offers.filter(({ statement: { row, line, column }, relation: { first, second } }) => {
      if (editable.has(first) || editable.has(second)) return true
      const said = message('relation_not_editable', {})
      this.problems.add({ row, line, column, code: 'not_enough_privilege', said })
      return false
    })
  }

  async #refuseLoops(offers: readonly Offer[], findings: readonly Finding[]): Promise<void> {
    const { tx, scope } = this.writer
    let told = 0
    for (const [at, { statement, relation }] of offers.entries()) {
      const chain = findings[at]
      if (chain === undefined || typeof chain === 'string') continue
      const { row, line, column } = statement
      told += 1
      if (told > maxErrors) {
        this.problems.addUntold({ row })
        continue
      }
      const { text, detail } = await tellLoop(tx, scope, this.table, chain, relation)
      const said = message('closes_loop', { loop: text })
      this.problems.add({ row, line, column, code: 'stratigraphic_loop', said, detail })
    }
  }
}
