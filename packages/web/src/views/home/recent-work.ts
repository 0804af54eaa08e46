import type { ChangeSet } from '@trowel/contract/changes.js'

type NamedRecord = NonNullable<ChangeSet['record']>
type Counts = ChangeSet['counts']

/** What a person did in one go, as far as it was of one kind. */
export interface Work {
  readonly newest: ChangeSet
  /** All change sets of it, newest first. */
  readonly sets: readonly ChangeSet[]
  /** The records that were worked on, each once; none where a set changed many, as an import does. */
  readonly records: readonly NamedRecord[]
  readonly counts: Counts
}

/** What happens within this time is one piece of work. Milliseconds. */
const maxPause = 4 * 3_600_000

/**
 * Puts together what one person did to single records of a table without a long pause, and other small
 * changes of one kind. What changed much at once, such as an import, stands by itself.
 *
 * @param sets newest first
 */
export function groupSets(sets: readonly ChangeSet[]): Work[] {
  const groups: { readonly key: string; readonly sets: ChangeSet[] }[] = []
  for (const set of sets) {
    const key = keyOf(set)
    const last = groups.at(-1)
    if (last && last.key === key && isSoonBefore(set, last.sets.at(-1))) last.sets.push(set)
    else groups.push({ key, sets: [set] })
  }
  return groups.flatMap(({ sets: grouped }) => workOf(grouped) ?? [])
}

const isSoonBefore = (earlier: ChangeSet, later: ChangeSet | undefined): boolean =>
  later !== undefined && Date.parse(later.time) - Date.parse(earlier.time) <= maxPause

/** Sets with the same key can be told in one line. */
function keyOf({ id, user, key, record, sentence, counts, note }: ChangeSet): string {
  const author = `${user}/${key?.id ?? ''}`
  if (note !== null) return String(id)
  if (record) return `${author} ${record.table}`
  const [entity, ...more] = Object.entries(counts)
  const changed = entity ? entity[1].created + entity[1].updated + entity[1].deleted : 0
  return changed === 1 && more.length === 0 ? `${author} ${sentence} ${entity?.[0]}` : String(id)
}

function workOf(sets: readonly ChangeSet[]): Work | undefined {
  const [newest] = sets
  if (!newest) return undefined
  const named = sets.flatMap(({ record }) => record ?? [])
  const records = [...new Map(named.map((record) => [`${record.table}/${record.id}`, record])).values()]
  return { newest, sets, records, counts: sumOf(sets.map(({ counts }) => counts)) }
}

function sumOf(all: readonly Counts[]): Counts {
  const sum: Record<string, Counts[string]> = {}
  for (const counts of all)
    for (const [entity, { created, updated, deleted }] of Object.entries(counts)) {
      const before = sum[entity] ?? { created: 0, updated: 0, deleted: 0 }
      sum[entity] = {
        created: before.created + created,
        updated: before.updated + updated,
        deleted: before.deleted + deleted,
      }
    }
  return sum
}
