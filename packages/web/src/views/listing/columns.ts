import { useLocalStorage } from '@mantine/hooks'
import type { SearchField } from '@trowel/contract/search.js'

/** A column of the grid. */
export interface Column {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly isNumber: boolean
  readonly isLookup: boolean
  /** Does it tell what people call the record? */
  readonly isName: boolean
}

/** The columns that a table has, of its own fields. */
export const columnsOf = (table: string, idField: string, fields: readonly SearchField[]): Column[] =>
  fields
    .filter(({ value }) => value.startsWith(`${table}:`))
    .map(({ value, label, type, db_type, ref_tb }) => ({
      name: value.slice(table.length + 1),
      label,
      type,
      isNumber: (db_type === 'INTEGER' || db_type === 'FLOAT') && ref_tb === undefined && type !== 'boolean',
      isLookup: ref_tb !== undefined,
      isName: value === `${table}:${idField}`,
    }))

/** Not shown before somebody asks for them. */
const rarelyWanted = /^(id|creator|chrono_from|chrono_to|chrono_certainty|osteo_data)$/

/** The columns that somebody chose for a table, remembered on this machine; before that those that say most. */
export function useChosenColumns(
  app: string,
  table: string,
  all: readonly Column[],
  preview: readonly string[],
) {
  const [chosen, choose] = useLocalStorage<readonly string[] | null>({
    key: `trowel.columns.${app}.${table}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const usual = [
    ...preview.filter((name) => name !== 'id'),
    ...all.map(({ name }) => name).filter((name) => !preview.includes(name) && !rarelyWanted.test(name)),
  ]
  const known = (chosen ?? usual).flatMap((name) => all.filter((column) => column.name === name))
  return { columns: known.length > 0 ? known : all.slice(0, 1), choose, isUsual: chosen === null }
}
