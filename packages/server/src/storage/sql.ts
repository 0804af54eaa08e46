import { quoted } from './quote.js'

/** A value that a statement may carry: always bound, never part of the text. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A piece of SQL: `text` has one entry more than `values`; each value stands between two texts. */
export interface Sql {
  readonly text: readonly string[]
  readonly values: readonly SqlValue[]
}

const isSql = (part: unknown): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part

/** What a question is remembered by: the same for the same text and the same values. */
export const keyOf = ({ text, values }: Sql): string =>
  [text.join('?'), ...values.map((value) => (typeof value === 'string' ? `'${value}` : String(value)))].join(
    '\u0000',
  )

/** Collects pieces of SQL into one: a value opens a new text, everything else lengthens the last. */
class Builder {
  private readonly text: string[] = []
  private readonly values: SqlValue[] = []
  private current: string

  constructor(start: string) {
    this.current = start
  }

  add(part: SqlValue | Sql): this {
    if (isSql(part)) {
      this.current += part.text[0]
      for (let k = 0; k < part.values.length; k++) {
        this.values.push(part.values[k] as SqlValue)
        this.text.push(this.current)
        this.current = part.text[k + 1] as string
      }
    } else {
      this.values.push(part)
      this.text.push(this.current)
      this.current = ''
    }
    return this
  }

  write(text: string): this {
    this.current += text
    return this
  }

  end(): Sql {
    this.text.push(this.current)
    return { text: this.text, values: this.values }
  }
}

/**
 * Writes SQL. `${…}` takes a value, which is bound, or another piece of SQL, which is inserted.
 * Names of tables and columns come in through `id(…)` alone.
 */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  const builder = new Builder(strings[0] as string)
  for (let k = 0; k < parts.length; k++)
    builder.add(parts[k] as SqlValue | Sql).write(strings[k + 1] as string)
  return builder.end()
}

/** A name from the catalogue or of a system table, quoted. */
export function id(...path: string[]): Sql {
  return keyword(path.map(quoted).join('.'))
}

/** Text that is SQL already. Only for constants of this code: never for anything that came from outside. */
export function keyword(text: string): Sql {
  return { text: [text], values: [] }
}

/** Pieces of SQL in a row with `separator` between them; `''` when there are none. */
export function join(parts: readonly (SqlValue | Sql)[], separator = ', '): Sql {
  const builder = new Builder('')
  for (let k = 0; k < parts.length; k++) {
    if (k > 0) builder.write(separator)
    builder.add(parts[k] as SqlValue | Sql)
  }
  return builder.end()
}

/**
 * Many values as one text, in JSON. Halves of characters beyond 16 bits, which databases take in no JSON, are
 * replaced as they are in a value that is bound by itself.
 */
export const listText = (values: readonly (string | number)[]): string =>
  JSON.stringify(values.map((value) => (typeof value === 'string' ? Buffer.from(value).toString() : value)))

export const and = (conditions: readonly Sql[]): Sql => combine(conditions, ' AND ', '1 = 1')
export const or = (conditions: readonly Sql[]): Sql => combine(conditions, ' OR ', '1 = 0')

function combine(conditions: readonly Sql[], word: string, none: string): Sql {
  const [first, ...others] = conditions
  if (!first) return keyword(none)
  return others.length === 0 ? first : sql`(${join(conditions, word)})`
}
