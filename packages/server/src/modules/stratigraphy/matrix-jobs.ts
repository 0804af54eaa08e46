import type { CheckReply, MatrixReply } from '@trowel/contract/stratigraphy.js'
import { type Message, message } from '../../message.js'
import { writeExport } from './export/job.js'
import { buildMatrix, type MatrixOptions } from './matrix/build-matrix.js'
import { checkMatrix, type MatrixCheck } from './matrix/check-matrix.js'
import type { DateConflict } from './matrix/date-conflicts.js'
import type { MatrixUnit, StratigraphicLoop } from './matrix/harris-matrix.js'
import type { PlainMatrix } from './matrix/matrix-rows.js'
import { nextBelow } from './matrix/next-below.js'

/**
 * What can be made of the rows of a matrix, off the thread that answers requests. Each writes the bytes that
 * are sent.
 */
export const matrixJobs = {
  matrix: (rows: PlainMatrix, options: MatrixOptions) => jsonOf(matrixReply(rows, options)),
  check: (rows: PlainMatrix, _options: Record<never, never>) => jsonOf(checkReply(rows, checkMatrix(rows))),
  export: writeExport,
  sequence: (rows: PlainMatrix, { units }: SequenceOptions) => jsonOf(nextBelow(rows, units)),
}

interface SequenceOptions {
  /** Ids. */
  readonly units: readonly number[]
}

export type MatrixJobs = typeof matrixJobs
export type JobName = keyof MatrixJobs
export type JobOptions<Job extends JobName> = Parameters<MatrixJobs[Job]>[1]

const jsonOf = (reply: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(reply))

function matrixReply(rows: PlainMatrix, options: MatrixOptions): MatrixReply {
  const { units, relations, loops } = buildMatrix(rows, options)
  const isOrdered = options.reduced || options.levels
  const labelOf = labelsOf(units)
  return {
    status: 'success',
    has_fuzzy_date: rows.hasFuzzyDate,
    nodes: units.map(({ id, label, inFilter, group, level, chrono }) => ({
      db_id: id,
      identifier: label,
      in_filter: inFilter,
      ...(chrono ? { chrono_from: chrono.from, chrono_to: chrono.to, chrono_label: chrono.label } : {}),
      ...(isOrdered && level !== undefined ? { level, group } : {}),
    })),
    relations: [...relations],
    ...(options.reduced ? { loops: loops.map((loop) => loopReply(loop, labelOf)) } : {}),
  }
}

function checkReply(rows: PlainMatrix, check: MatrixCheck): CheckReply {
  const labelOf = labelsOf(rows.units)
  return {
    status: 'success',
    ok: check.loopsTotal + check.contradictoryPairs.length + check.dateConflictsTotal === 0,
    units: check.units,
    relations: check.relations,
    components: check.components,
    longest_chain: check.chainLength,
    groups: check.groups.map((group) => [...group]),
    loops: check.loops.map(({ loop, alsoVanish }) => ({
      ...loopReply(loop, labelOf),
      also_vanish: alsoVanish,
    })),
    loops_total: check.loopsTotal,
    contradictory_pairs: check.contradictoryPairs.map(({ first, second, relations, alsoVanish }) => ({
      first,
      second,
      relations: relations.map(({ id }) => id),
      also_vanish: alsoVanish,
    })),
    date_conflicts: check.dateConflicts.map((conflict) =>
      conflictReply(conflict, conflict.alsoVanish, labelOf),
    ),
    date_conflicts_total: check.dateConflictsTotal,
    redundant: check.redundant.map(({ relation, path, alsoVanish }) => ({
      ...relation,
      path: [...path],
      also_vanish: alsoVanish,
    })),
    isolated: [...check.isolated],
  }
}

type LabelOf = (unit: number) => string

function labelsOf(units: readonly Pick<MatrixUnit, 'id' | 'label'>[]): LabelOf {
  const labels = new Map(units.map(({ id, label }) => [id, label]))
  return (unit) => labels.get(unit) ?? String(unit)
}

const loopReply = ({ units, relations }: StratigraphicLoop, labelOf: LabelOf) => ({
  units: units.map((id) => ({ id, label: labelOf(id) })),
  relations: [...relations],
})

function conflictReply(
  { newer, older, ended, began, chain }: DateConflict,
  alsoVanish: number,
  labelOf: LabelOf,
) {
  const path = [newer, ...chain.map((step) => step.to)]
  const between = path.slice(1, -1).map(labelOf)
  const facts = {
    newer: labelOf(newer),
    older: labelOf(older),
    ended: inYear(ended),
    began: inYear(began),
  }
  return {
    relation: chain[0]?.relation.id as number,
    newer,
    older,
    path,
    ...(between.length === 0
      ? message('dates_contradict', facts)
      : message('dates_contradict_over', { ...facts, between: shortened(between).join(', ') })),
    also_vanish: alsoVanish,
  }
}

const shortened = (labels: readonly string[]): readonly string[] =>
  labels.length <= 10 ? labels : [...labels.slice(0, 5), '…', ...labels.slice(-4)]

const inYear = (year: number): Message => {
  if (year === 0) return message('in_year_zero', {})
  return year < 0 ? message('in_year_bce', { year: -year }) : message('in_year_ce', { year })
}
