import type { Field } from '../../catalogue/catalogue.js'
import { proposeNames } from './reading/column-proposal.js'

/** A column of a file, and the field that its name suggests; null when it suggests none. */
export interface ProposedColumn {
  readonly column: string
  readonly field: string | null
}

/**
 * Which field each column of a file goes into, by their names: the same name, else the same but for case,
 * else the label of the field, else the name that a field made of the column would have. No field takes two
 * columns.
 */
export function proposeMapping(columns: readonly string[], fields: readonly Field[]): ProposedColumn[] {
  const names = proposeNames(columns)
  const free = new Set(fields.filter(({ name }) => name !== 'creator'))
  const found = new Map<string, string>()
  const ways: readonly ((field: Field, column: string, index: number) => boolean)[] = [
    (field, column) => field.name === column,
    (field, column) => field.name === column.toLowerCase(),
    (field, column) => field.label.toLowerCase() === column.toLowerCase(),
    (field, _column, index) => field.name === names[index],
  ]
  for (const fits of ways) {
    for (const [index, column] of columns.entries()) {
      if (found.has(column)) continue
      const field = [...free].find((one) => fits(one, column, index))
      if (!field) continue
      found.set(column, field.name)
      free.delete(field)
    }
  }
  return columns.map((column) => ({ column, field: found.get(column) ?? null }))
}
