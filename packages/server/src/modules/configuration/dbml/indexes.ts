import { type Catalogue, tableOf } from '../../../catalogue/catalogue.js'
import { message } from '../../../message.js'
import { freeIndexName } from '../relations/relations.js'
import type { TableDraft } from './draft.js'

const maxColumns = 32

/** The indexes that a table asks for, and the one that its chronology brings. */
export function readIndexes(draft: TableDraft, outline: Catalogue): void {
  const { name: table, errors, warnings } = draft
  const known = tableOf(outline, table).fields
  const add = (name: string, columns: string[], isUnique: boolean, auto: boolean): void => {
    draft.indexes.push({ table, name, columns, isUnique, auto })
  }
  const freeName = (name: string): string =>
    freeIndexName({ ...outline, indexes: draft.indexes.map((index) => ({ ...index, id: 0 })) }, table, name)
  for (const index of draft.text.indexes) {
    const columns = index.columns.flatMap((column) => column ?? [])
    if (index.isKey) continue
    if (columns.length < index.columns.length) {
      warnings.push({ code: 'index_skipped', ...message('schema_index_over_expression', {}) })
      continue
    }
    const name = index.name ?? freeName(`by_${columns.join('_')}`.slice(0, 63))
    const missing = columns.find((column) => !known.has(column))
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) {
      errors.push({ code: 'invalid_name', name, ...message('schema_index_invalid', { name }) })
    } else if (missing !== undefined) {
      const said = message('schema_index_without_field', { name, field: missing })
      errors.push({ code: 'unknown_field', name, field: missing, ...said })
    } else if (
      columns.length === 0 ||
      columns.length > maxColumns ||
      new Set(columns).size < columns.length
    ) {
      errors.push({
        code: 'invalid_index',
        name,
        ...message('schema_index_columns', { name, most: maxColumns }),
      })
    } else if (draft.indexes.some((one) => one.name === name)) {
      errors.push({ code: 'index_already_exists', name, ...message('schema_index_repeated', { name }) })
    } else add(name, columns, index.isUnique, false)
  }
  if (draft.settings.hasFuzzyDate) add(freeName('idx_chrono'), ['chrono_from', 'chrono_to'], false, true)
}
