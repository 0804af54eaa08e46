import type { SeriationBody, SeriationData } from '@trowel/contract/assemblages.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { boundedThreads } from '../../../bounded-threads.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { readContent } from '../../saved-things/index.js'
import { countAssemblage } from '../analysis-data.js'
import { planAnalysis } from '../analysis-plan.js'
import { chooseCells } from './choose-cells.js'
import type { Seriation, SeriationTask } from './seriate.js'
import {
  anchorsOf,
  type Evidence,
  noEvidence,
  orderedByDates,
  orderedByStratigraphy,
  selectUnits,
} from './units.js'

/** The work grows with the square of the smaller side; larger tables are not read by people either. */
const maxGroups = 1000
const maxChars = 300
const maxContradictions = 100

const workOnSeriation = boundedThreads<SeriationTask, Seriation>({
  worker: new URL('./seriation-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 16,
  mebibytes: 256,
  refusal: message('seriation_takes_too_long', {}),
})

/**
 * The groups and kinds of an analysis in the order of a seriation; nothing is kept.
 *
 * @throws what `planAnalysis` and `countAssemblage` throw; `result_too_large` for more groups or kinds than
 *   can be put in order, `overloaded`
 */
export async function readSeriation(
  scope: RequestScope,
  { definition, ...options }: Decoded<typeof SeriationBody>,
  limitMs: number,
): Promise<SeriationData> {
  const plan = planAnalysis(scope, readContent(definition, 'definition'))
  const counted = await countAssemblage(scope, plan)
  const { groups, chars, cells, leftOut } = chooseCells(counted, {
    basis: options.basis ?? 'counts',
    minGroup: options.min_group ?? 0,
    minChar: options.min_char ?? 0,
    minMeetings: options.min_meetings ?? 2,
  })
  if (groups.length > maxGroups || chars.length > maxChars) {
    const given = `${groups.length} × ${chars.length}`
    throw new AppError('result_too_large', {
      ...message('seriation_too_large', { groups: maxGroups, chars: maxChars, given }),
      detail: { groups: groups.length, chars: chars.length },
    })
  }
  const units = await selectUnits(scope, plan, groups)
  const anchors = anchorsOf(units)
  const anchor = options.anchor === undefined ? anchors[0] : anchors.find((one) => one === options.anchor)
  const evidence: Evidence =
    units && anchor === 'stratigraphy'
      ? await orderedByStratigraphy(scope, units, groups, limitMs)
      : units && anchor === 'dates'
        ? orderedByDates(units, groups)
        : noEvidence
  const { newerThan } = evidence
  const reversed = options.reversed ?? false
  const { blocks, contradicted } = await workOnSeriation(
    { groups, chars, cells, newerThan, reversed },
    limitMs,
  )
  return {
    ...counted,
    blocks: [...blocks],
    left_out: { groups: leftOut.groups, chars: leftOut.chars, below_zero: leftOut.belowZero },
    anchors,
    anchor: anchor ?? null,
    unit_tb: units?.table.name ?? null,
    unit_key: units?.key.name ?? null,
    unit_ids: Object.fromEntries([...(units?.byGroup ?? [])].map(([group, unit]) => [group, unit.id])),
    contradictions: contradicted.slice(0, maxContradictions).map((pair) => {
      const named = (k: number) => groups[newerThan[k] as number] as string
      return { newer: named(2 * pair), older: named(2 * pair + 1), over: evidence.over(pair) }
    }),
    contradictions_total: contradicted.length,
  }
}
