import { relationColumns, relationNamed } from '@trowel/contract/model/relation-words.js'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { relationSentence } from '../../components/stratigraphy/relation-sides.js'
import type { TablePreview } from './file-preview.js'

/**
 * What a column of a file with relations holds: the unit that a row is about, the name of its relation, other
 * units to which the row names it, or other units to which it is always the same, by its code.
 */
export type Role = 'unit' | 'relation' | 'named' | number

/** For each column of the file, in their order; null leaves it out. */
export type Roles = readonly (Role | null)[]

export const relationCodes = stratigraphicRelations.map(({ code }) => code)

/** As the names of the columns suggest. @param calledBy the label of the field that units are called by */
export function rolesAtFirst(columns: readonly string[], calledBy?: string): Roles {
  const { unit, relations } = relationColumns(columns, calledBy)
  return columns.map((column) => {
    if (column === unit) return 'unit'
    if (relations.some(({ named_in }) => named_in === column)) return 'relation'
    const found = relations.find((one) => one.column === column)
    return found ? (found.relation ?? 'named') : null
  })
}

/**
 * Columns that state relations beside everything else that a file holds about its units: those of its first
 * relations, by their names.
 */
export function relationsBeside(columns: readonly string[], calledBy: string | undefined): readonly string[] {
  if (calledBy === undefined) return []
  const { unit, relations } = relationColumns(columns, calledBy)
  return unit === calledBy ? relations.map(({ column }) => column) : []
}

/** Does each row seem to relate two units, and to say little else? */
export function isOfPairs(columns: readonly string[]): boolean {
  const { unit, relations } = relationColumns(columns)
  return columns.length <= maxColumnsOfPairs && unit === columns[0] && relations.length === 1
}

/** Two units, their relation and a remark. */
const maxColumnsOfPairs = 4

/** One unit and one column of relations are all that a row can have: another column gives the role up. */
export const withRole = (roles: Roles, place: number, role: Role | null): Roles =>
  roles.map((one, at) => {
    if (at === place) return role
    return one === role && (role === 'unit' || role === 'relation') ? null : one
  })

/** What is missing before the file says anything. */
export function gapInRoles(roles: Roles): 'unit' | 'others' | 'relation' | undefined {
  if (!roles.includes('unit')) return 'unit'
  if (!roles.some(isOfOthers)) return 'others'
  return roles.includes('named') && !roles.includes('relation') ? 'relation' : undefined
}

const isOfOthers = (role: Role | null): boolean => role === 'named' || typeof role === 'number'

/** How the relations stand in the columns, as a request says it. */
export function columnsBody(columns: readonly string[], roles: Roles) {
  const columnOf = (role: Role): string => columns[roles.indexOf(role)] ?? ''
  const relations = roles.flatMap((role, at): { column: string; relation?: number; named_in?: string }[] => {
    const column = columns[at] ?? ''
    if (typeof role === 'number') return [{ column, relation: role }]
    return role === 'named' ? [{ column, named_in: columnOf('relation') }] : []
  })
  return { unit: columnOf('unit'), relations }
}

const maxSentences = 3

/** The first relations of the file in words: "C1 covers C2". */
export function sentencesOf({ rows }: Pick<TablePreview, 'rows'>, roles: Roles): readonly string[] {
  const found: string[] = []
  for (const row of rows) {
    const cell = (at: number): string => String(row[at] ?? '').trim()
    const unit = cell(roles.indexOf('unit'))
    for (const [at, role] of roles.entries()) {
      if (!isOfOthers(role) || unit === '') continue
      const code = typeof role === 'number' ? role : relationNamed(cell(roles.indexOf('relation')))
      const other = cell(at)
      if (code !== undefined && other !== '') found.push(relationSentence(unit, code, other))
    }
    if (found.length >= maxSentences) break
  }
  return found.slice(0, maxSentences)
}
