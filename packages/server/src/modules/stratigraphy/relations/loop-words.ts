import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import type { LoopDetail, LoopRelation, LoopUnit } from '@trowel/contract/stratigraphy.js'
import { endsOf, type RelationRow } from '../matrix/harris-matrix.js'
import type { Step } from '../matrix/relation-graph.js'

/** Labels by unit; a unit that the caller may not see has none. */
export type Labels = ReadonlyMap<number, string>

/** A text of more relations names the first and the last of them; the details name all. */
const maxWordsShown = 100

/** `C0412 cuts C0397`: a relation from the newer unit, however it was stored. */
export function inWords(labels: Labels, { from, to, relation }: Step): string {
  return `${labels.get(from) ?? ''} ${verbOf(from, relation)} ${labels.get(to) ?? ''}`
}

function verbOf(from: number, { first, relation }: RelationRow): string {
  const known = stratigraphicRelation(relation)
  const named = first === from ? known : stratigraphicRelation(known?.inverse ?? 0)
  return (named?.name ?? '').replaceAll('_', ' ')
}

/**
 * A loop as the caller may see it. Units that are hidden from him stand as one nameless unit, however many
 * they are, and relations with them are left out.
 *
 * @param chain the steps from newer to older that are stated already; `proposed` leads back to their start
 */
export function describeLoop(
  labels: Labels,
  chain: readonly Step[],
  proposed: Omit<RelationRow, 'id'>,
): { readonly text: string; readonly detail: LoopDetail } {
  const start = chain[0]?.from as number
  const end = chain.at(-1)?.to as number
  const closing: Step = {
    relation: { id: 0, ...proposed },
    from: end,
    to: start,
    sideways: !endsOf(proposed),
  }
  const steps = [...chain, closing]
  const isShown = (unit: number): boolean => labels.has(unit)

  const loop: LoopUnit[] = []
  const relations: LoopRelation[] = []
  const words: string[] = []
  for (const step of steps) {
    const { from, to, relation } = step
    if (isShown(from)) loop.push({ id: from, label: labels.get(from) as string })
    else if (loop.at(-1)?.id !== null) loop.push({ id: null, label: null })
    if (isShown(from) && isShown(to)) {
      relations.push({ ...relation, id: step === closing ? null : relation.id })
      words.push(inWords(labels, step))
    } else if (isShown(from)) {
      words.push(`${labels.get(from)} is newer than units that you may not see`)
    } else if (isShown(to)) {
      words.push(`these are newer than ${labels.get(to)}`)
    }
  }
  return { text: `${shortened(words).join(', ')}.`, detail: { loop, relations } }
}

function shortened(words: readonly string[]): readonly string[] {
  const left = words.length - maxWordsShown
  if (left <= 1) return words
  const half = maxWordsShown / 2
  return [...words.slice(0, half), `and so on over ${left} more relations`, ...words.slice(-half)]
}
