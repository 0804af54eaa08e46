import type { Sql } from '../sql.js'

/** The trigram indexes of one database. */
export class TextIndexes {
  search(_table: string, _columns: readonly string[], _folded: string): Sql | undefined {
    return undefined
  }
}
