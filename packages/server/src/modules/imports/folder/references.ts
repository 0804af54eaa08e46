import type { NumbersAre } from '@trowel/contract/imports.js'
import { relationColumns } from '@trowel/contract/model/relation-words.js'
import { anyLabel, isAbout, plain } from '../proposal.js'
import { withCells } from '../reading/read-in-worker.js'
import type { Findings } from './folder-problem.js'
import type { LookedAt } from './look.js'

/** A column whose values name the rows of a source: as their ids, or as what they are called. */
interface Key {
  readonly target: LookedAt
  readonly column: string
  readonly as: NumbersAre
  readonly values: ReadonlySet<string>
}

/** A column all of whose values name rows of another source, or of its own. */
export interface FoundReference {
  readonly column: string
  readonly target: LookedAt
  readonly as: NumbersAre
}

/** Larger sources are no lists that others refer to. */
const maxKeys = 500_000
/** Of a hundred values so many name a row: then the others are told as mistakes. */
const nearlyAll = 0.95
/** Of the different ones under the name of a table so many are enough to look at all of them. */
const most = 0.8
/** So many mistakes are told of a column. */
const maxTold = 5

const quietly = () => {}

/**
 * Finds out which columns of each source name the rows of which other. Columns of which nearly all values do
 * stay as they are, and the others are told.
 */
export async function findReferences(
  looked: readonly LookedAt[],
  oddities: Findings,
): Promise<ReadonlyMap<LookedAt, readonly FoundReference[]>> {
  const keys: Key[] = []
  for (const one of looked) keys.push(...(await keysOf(one)))
  const found = new Map<LookedAt, readonly FoundReference[]>()
  for (const one of looked) found.set(one, await referencesOf(one, keys, oddities))
  return found
}

async function keysOf(target: LookedAt): Promise<readonly Key[]> {
  const { scan, facts, idColumn, labelColumn, source } = target
  if (scan.count > maxKeys) return []
  const isKey = (column: string | undefined): column is string => {
    const found = facts[scan.columns.indexOf(column ?? '')]
    return found !== undefined && found.filled === found.distinct
  }
  const columns = [idColumn, labelColumn].filter(isKey)
  if (columns.length === 0) return []
  const values = columns.map(() => new Set<string>())
  const file = { ...source.file, form: scan.form, mendsHeader: true }
  await withCells({ do: 'cells', file, columns }, quietly, async (batches) => {
    for await (const { rows } of batches) {
      for (const { cells } of rows)
        for (const [at, cell] of cells.entries()) if (cell !== '') values[at]?.add(cell)
    }
  })
  return columns.map((column, at) => ({
    target,
    column,
    as: column === idColumn ? 'id' : 'name',
    values: values[at] ?? new Set(),
  }))
}

interface Candidate {
  readonly column: string
  readonly keys: readonly Key[]
}

async function referencesOf(
  one: LookedAt,
  keys: readonly Key[],
  oddities: Findings,
): Promise<readonly FoundReference[]> {
  const candidates = candidatesOf(one, keys)
  if (candidates.length === 0) return []
  const misses = candidates.map(({ keys }) => keys.map((): Miss => ({ count: 0, first: [] })))
  const file = { ...one.source.file, form: one.scan.form, mendsHeader: true }
  const columns = candidates.map(({ column }) => column)
  await withCells({ do: 'cells', file, columns }, quietly, async (batches) => {
    for await (const { rows } of batches) {
      for (const { cells, line, row } of rows) {
        for (const [at, cell] of cells.entries()) {
          if (cell === '' || one.written.empty.includes(cell)) continue
          for (const [place, { values }] of (candidates[at]?.keys ?? []).entries()) {
            const miss = misses[at]?.[place]
            if (!miss || values.has(cell)) continue
            miss.count += 1
            if (miss.first.length < maxTold) miss.first.push({ line: line ?? row, cell })
          }
        }
      }
    }
  })
  return candidates.flatMap(({ column, keys }, at): FoundReference[] => {
    const whole = keys.filter((_, place) => misses[at]?.[place]?.count === 0)
    const best = whole.find((key) => isAboutKey(column, key)) ?? whole[0]
    if (best) return [{ column, target: best.target, as: best.as }]
    for (const [place, key] of keys.entries()) {
      const miss = misses[at]?.[place]
      const filled = one.facts[one.scan.columns.indexOf(column)]?.filled ?? 0
      if (!miss || miss.count > (1 - nearlyAll) * filled || !isAboutKey(column, key)) continue
      tell(one, column, key, miss, oddities)
      break
    }
    return []
  })
}

interface Miss {
  count: number
  readonly first: { readonly line: number; readonly cell: string }[]
}

function tell(one: LookedAt, column: string, { target }: Key, miss: Miss, oddities: Findings): void {
  for (const { line, cell } of miss.first) {
    const text = `"${cell.slice(0, 80)}" is no row of ${target.source.title}; the column stays as it is written.`
    oddities.add(one.source.title, line, text, column)
  }
  const more = miss.count - miss.first.length
  if (more > 0) oddities.add(one.source.title, null, `… and ${more} more of that kind.`, column)
}

/** The columns that may name rows, as far as their first values tell, with the keys that they may mean. */
function candidatesOf(one: LookedAt, keys: readonly Key[]): readonly Candidate[] {
  const { unit, relations } = relationColumns(one.scan.columns)
  const units = new Set([unit, ...relations.map(({ column }) => column)])
  return one.scan.columns.flatMap((column, place): Candidate[] => {
    const { kind } = one.proposal.fields[place] ?? {}
    const mayName = kind === 'text' || kind === 'choice' || kind === 'wholeNumber' || kind === 'link'
    if (!mayName || column === one.idColumn || column === one.labelColumn) return []
    const first = (one.facts[place]?.first ?? []).filter((value) => !one.written.empty.includes(value))
    const numbers = first.filter((value) => /^[-+]?\d+(?:[.,]\d+)?$/.test(value))
    const fitting = keys.filter((key) => {
      const isAbout = isAboutKey(column, key)
      // Numbers are in every list: they count only under the name of the table, or among units.
      const mayBeNumbers = isAbout || (units.has(column) && key.as === 'name')
      if (first.length < (isAbout ? 1 : 2)) return false
      if (numbers.length > first.length / 2 && !mayBeNumbers) return false
      const known = first.filter((value) => key.values.has(value)).length
      return known >= (isAbout ? most : 1) * first.length
    })
    return fitting.length === 0 ? [] : [{ column, keys: fitting }]
  })
}

/** Does the header of a column name the table of a key, or what its rows are called by? */
function isAboutKey(column: string, { target, column: key, as }: Key): boolean {
  const own = as === 'id' || anyLabel.test(plain(key)) ? [] : [key]
  return [target.label, target.name, ...own].some((name) => isAbout(column, name))
}
