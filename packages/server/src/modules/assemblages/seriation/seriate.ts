import type { SeriationBlock } from '@trowel/contract/assemblages.js'
import type { Cell } from './choose-cells.js'
import { type Axis, analyseCorrespondence } from './correspondence.js'

export interface SeriationTask {
  readonly groups: readonly string[]
  readonly chars: readonly string[]
  readonly cells: readonly Cell[]
  /** Groups of which one is newer than the other, by their places: newer and older in turns. */
  readonly newerThan: Int32Array
  readonly reversed: boolean
}

export interface Seriation {
  /** The largest first. */
  readonly blocks: readonly SeriationBlock[]
  /** Which pairs of `newerThan` the order contradicts, the farthest apart first. */
  readonly contradicted: readonly number[]
}

/**
 * Puts groups and kinds in order, both by their coordinates on the first axis of a correspondence analysis:
 * each group stands at the mean place of its kinds, and each kind at that of its groups. Parts of the table
 * that share nothing have no order against each other; each is analysed by itself.
 *
 * An order has no direction of its own. Where it is known that groups are newer than others it begins with
 * the newest; otherwise, or with as many for it as against it, with what came first.
 */
export function seriate(task: SeriationTask): Seriation {
  const parts = connectedParts(task)
  const partOf = new Map(parts.flatMap((part) => part.groups.map((group) => [group, part] as const)))
  for (let pair = 0; pair < task.newerThan.length / 2; pair++) {
    const [newer, older] = pairAt(task, pair)
    const part = partOf.get(newer)
    if (part && part === partOf.get(older)) part.evidence.push(pair)
  }
  const found = parts.map((part) => seriatePart(part, task))
  const contradicted = found.flatMap(({ against }) => against)
  contradicted.sort((a, b) => b.distance - a.distance || a.pair - b.pair)
  return { blocks: found.map(({ block }) => block), contradicted: contradicted.map(({ pair }) => pair) }
}

const pairAt = ({ newerThan }: SeriationTask, pair: number): readonly [newer: number, older: number] => [
  newerThan[2 * pair] as number,
  newerThan[2 * pair + 1] as number,
]

/** Groups and kinds that are joined by what they share, by their places. */
interface Part {
  readonly groups: number[]
  readonly chars: number[]
  readonly cells: Cell[]
  /** Pairs of `newerThan`. */
  readonly evidence: number[]
}

function connectedParts({ groups, cells }: SeriationTask): readonly Part[] {
  const ofGroup = new Map<number, Part>()
  const ofChar = new Map<number, Part>()
  for (const cell of cells) {
    const known = [ofGroup.get(cell.group), ofChar.get(cell.char)].flatMap((part) => part ?? [])
    known.sort((a, b) => b.cells.length - a.cells.length)
    const part = known[0] ?? { groups: [], chars: [], cells: [], evidence: [] }
    const other = known[1]
    if (other && other !== part) {
      for (const moved of other.cells) {
        part.cells.push(moved)
        ofGroup.set(moved.group, part)
        ofChar.set(moved.char, part)
      }
    }
    part.cells.push(cell)
    ofGroup.set(cell.group, part)
    ofChar.set(cell.char, part)
  }
  const ascending = (places: ReadonlyMap<number, Part>) => [...places].sort(([one], [other]) => one - other)
  for (const [group, part] of ascending(ofGroup)) part.groups.push(group)
  for (const [char, part] of ascending(ofChar)) part.chars.push(char)
  const parts = [...new Set(groups.flatMap((_, group) => ofGroup.get(group) ?? []))]
  return parts.sort((a, b) => b.groups.length - a.groups.length || b.chars.length - a.chars.length)
}

interface Arranged {
  readonly block: SeriationBlock
  readonly against: readonly { readonly pair: number; readonly distance: number }[]
}

function seriatePart(part: Part, task: SeriationTask): Arranged {
  const { groups, chars, reversed } = task
  const { inertia, axes } = analyseCorrespondence(tableOf(part), 2)
  const [first, second] = axes
  const ranks = ranksOf(first, 'rows', part.groups.length)
  const rankOf = new Map(part.groups.map((group, k) => [group, ranks[k] as number]))
  const pairs = part.evidence.map((pair) => {
    const [newer, older] = pairAt(task, pair)
    // Above zero where the order, as it was found, has the newer one later.
    return { pair, distance: (rankOf.get(newer) as number) - (rankOf.get(older) as number) }
  })
  const votes = pairs.reduce((sum, { distance }) => sum + Math.sign(distance), 0)
  const isKnown = votes !== 0
  const isTurned = isKnown ? votes > 0 : (ranks[0] ?? 0) > (ranks.at(-1) ?? 0)
  const newestFirst = isTurned ? -1 : 1
  const way = reversed ? -newestFirst : newestFirst
  const charRanks = ranksOf(first, 'columns', part.chars.length)
  const groupOrder = orderBy(ranks, way)
  const charOrder = orderBy(charRanks, way)
  const upward = upwardOf(part, first, second, groupOrder)
  const placesOf = (side: 'rows' | 'columns', order: readonly number[]) =>
    order.map((k) => [
      ...(first ? [rounded(way * (first[side][k] as number))] : []),
      ...(second ? [rounded(upward * (second[side][k] as number))] : []),
    ])
  const against = isKnown ? pairs.filter(({ distance }) => distance * newestFirst > 0) : []
  const block: SeriationBlock = {
    groups: groupOrder.map((k) => groups[part.groups[k] as number] as string),
    chars: charOrder.map((k) => chars[part.chars[k] as number] as string),
    inertia: rounded(inertia),
    axes: axes.map((axis) => ({ inertia: rounded(axis.inertia), share: rounded(axis.inertia / inertia) })),
    group_places: placesOf('rows', groupOrder),
    char_places: placesOf('columns', charOrder),
    arch: archOf(part, first, second),
    ties: tiesOf(groupOrder, ranks).map((tied) =>
      tied.map((k) => groups[part.groups[k] as number] as string),
    ),
    direction: isKnown ? (reversed ? 'oldest_first' : 'newest_first') : null,
    agreeing: isKnown ? pairs.filter(({ distance }) => distance * newestFirst < 0).length : 0,
    contradicting: against.length,
  }
  return { block, against: against.map(({ pair, distance }) => ({ pair, distance: Math.abs(distance) })) }
}

function tableOf({ groups, chars, cells }: Part): number[][] {
  const columnOf = new Map(chars.map((char, k) => [char, k]))
  const rowOf = new Map(groups.map((group, k) => [group, k]))
  const table = groups.map(() => chars.map(() => 0))
  for (const { group, char, value } of cells) {
    const row = table[rowOf.get(group) as number] as number[]
    row[columnOf.get(char) as number] = value
  }
  return table
}

/** Coordinates without the dust of rounding, so that the same profiles have the same place. */
const ranksOf = (axis: Axis | undefined, side: 'rows' | 'columns', size: number): readonly number[] =>
  axis
    ? axis[side].map((one) => Math.round((one / Math.sqrt(axis.inertia)) * 1e9))
    : Array.from({ length: size }, () => 0)

/** What has the same place stays as it came. */
const orderBy = (ranks: readonly number[], way: number): readonly number[] =>
  ranks.map((_, k) => k).sort((a, b) => way * ((ranks[a] as number) - (ranks[b] as number)) || a - b)

function tiesOf(order: readonly number[], ranks: readonly number[]): readonly (readonly number[])[] {
  const ties: number[][] = []
  for (const k of order) {
    const last = ties.at(-1)
    if (last && ranks[last[0] as number] === ranks[k]) last.push(k)
    else ties.push([k])
  }
  return ties.filter(({ length }) => length > 1)
}

/** The second axis is turned so that the middle of the order lies above its ends. */
function upwardOf(
  part: Part,
  first: Axis | undefined,
  second: Axis | undefined,
  order: readonly number[],
): number {
  if (!first || !second) return 1
  const bent = momentOf(part, (k) => (first.rows[k] as number) ** 2 * (second.rows[k] as number))
  if (Math.abs(bent) > 1e-9) return bent > 0 ? -1 : 1
  return (second.rows[order[0] as number] as number) < 0 ? -1 : 1
}

/**
 * How far the second axis only repeats the first as a curve: the part of its inertia that the square of the
 * first accounts for. A single gradient bends into such a horseshoe: D. G. Kendall, Seriation from abundance
 * matrices, in Mathematics in the Archaeological and Historical Sciences, 1971.
 */
function archOf(part: Part, first: Axis | undefined, second: Axis | undefined): number | null {
  if (!first || !second) return null
  const square = (k: number) => (first.rows[k] as number) ** 2
  const together = momentOf(part, (k) => square(k) * (second.rows[k] as number))
  const spread = momentOf(part, (k) => square(k) ** 2) - first.inertia ** 2
  return spread <= 1e-12 ? null : rounded(Math.min(1, together ** 2 / (spread * second.inertia)))
}

/** The mean over the groups of a part, by their masses. */
function momentOf({ groups, cells }: Part, value: (k: number) => number): number {
  const rowOf = new Map(groups.map((group, k) => [group, k]))
  const total = cells.reduce((sum, cell) => sum + cell.value, 0)
  return cells.reduce((sum, cell) => sum + cell.value * value(rowOf.get(cell.group) as number), 0) / total
}

const rounded = (number: number): number => Number(number.toPrecision(9)) + 0
