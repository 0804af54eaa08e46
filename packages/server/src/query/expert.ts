import type { Catalogue, Table } from '../catalogue/catalogue.js'
import type { Condition } from './condition.js'

export function parseExpert(text: string, context: { table: Table; catalogue: Catalogue }): Condition {
  throw new Error(text + context.table.name)
}
