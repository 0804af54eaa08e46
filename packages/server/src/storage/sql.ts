/** A value that a statement may carry: always bound, never part of the text. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A piece of SQL: `text` has one entry more than `values`; each value stands between two texts. */
export interface Sql {
  readonly text: readonly string[]
  readonly values: readonly SqlValue[]
}

const isSql = (part: unknown): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part

/**
 * Writes SQL. `${…}` takes a value, which is bound, or another piece of SQL, which is inserted.
 * Names of tables and columns come in through `id(…)` alone.
 */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  const text: string[] = [strings[0] as string]
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] as string
    if (isSql(part)) {
      text[text.length - 1] += part.text[0]
      for (let k = 0; k < part.values.length; k++) {
        values.push(part.values[k] as SqlValue)
        text.push(part.text[k + 1] as string)
      }
      text[text.length - 1] += after
    } else {
      values.push(part)
      text.push(after)
    }
  })
  return { text, values }
}

/** A name from the catalogue or of a system table, quoted. */
export function id(...path: string[]): Sql {
  return keyword(path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'))
}

/** Text that is SQL already. Only for constants of this code: never for anything that came from outside. */
export function keyword(text: string): Sql {
  return { text: [text], values: [] }
}

/** Pieces of SQL in a row with `separator` between them; `''` when there are none. */
export function join(parts: readonly (SqlValue | Sql)[], separator = ', '): Sql {
  const text: string[] = ['']
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    if (index > 0) text[text.length - 1] += separator
    if (isSql(part)) {
      text[text.length - 1] += part.text[0]
      for (let k = 0; k < part.values.length; k++) {
        values.push(part.values[k] as SqlValue)
        text.push(part.text[k + 1] as string)
      }
    } else {
      values.push(part)
      text.push('')
    }
  })
  return { text, values }
}

export const and = (conditions: readonly Sql[]): Sql => combine(conditions, ' AND ', '1 = 1')
export const or = (conditions: readonly Sql[]): Sql => combine(conditions, ' OR ', '1 = 0')

function combine(conditions: readonly Sql[], word: string, none: string): Sql {
  if (conditions.length === 0) return keyword(none)
  if (conditions.length === 1) return conditions[0] as Sql
  return sql`(${join(conditions, word)})`
}
