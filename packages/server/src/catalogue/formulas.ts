import { AppError } from '../errors.js'
import { type Message, message, saidOf } from '../message.js'
import type { Field, Table } from './catalogue.js'
import { syntaxError, type Token, tokensOf } from './expression/lexer.js'
import { parseValue } from './expression/parser.js'
import { maxDepth } from './expression/part.js'
import { depthOf, type ExpertValue, isNumber, sizeOf } from './expression/tree.js'
import { isKeyword, type Names } from './expression/values.js'

/** So many parts a formula may have, with those of the formulas that it uses. */
const maxSize = 500

export const isFormula = ({ type }: Pick<Field, 'type'>): boolean => type === 'formula'

/** What a formula says, and why it says nothing. */
export interface ReadFormula {
  readonly value: ExpertValue
  readonly problem?: Message
}

const nothing: ExpertValue = { kind: 'null' }

type Tables = ReadonlyMap<string, Table>

/**
 * Reads the formulas of tables, each once and after those that it uses. It looks at fields of its own record,
 * and at the rows of its plugin tables: whoever may see the record may see these. What other records hold
 * would be for each reader another value.
 */
export class Formulas {
  private readonly read = new Map<string, ReadFormula>()
  private readonly open = new Set<string>()

  constructor(private readonly tables: Tables) {}

  of(table: Table, field: Field): ReadFormula {
    const key = `${table.name}.${field.name}`
    const known = this.read.get(key)
    if (known) return known
    this.open.add(key)
    const found = this.readNow(table, field)
    this.open.delete(key)
    this.read.set(key, found)
    return found
  }

  private readNow(table: Table, { formula }: Field): ReadFormula {
    if (formula === undefined) return { value: nothing, problem: message('formula_needed', {}) }
    try {
      const value = parseValue(formula, this.namesIn(table))
      if (depthOf(value) <= maxDepth && sizeOf(value) <= maxSize) return { value }
      return { value: nothing, problem: message('formula_too_large', { most: maxSize }) }
    } catch (error) {
      if (!(error instanceof AppError) || !error.said) throw error
      return { value: nothing, problem: error.said }
    }
  }

  private namesIn(table: Table): Names {
    return {
      field: (name, position) => this.field(table, name, position),
      fieldOf: (other, name, position) => {
        if (other === table.name) return this.field(table, name, position)
        throw syntaxError(position, message('rows_in_function', {}))
      },
      hasRows: (name) => table.plugins.includes(name),
      fieldOfRows: (name, field, position) => {
        const plugin = this.tables.get(name)
        if (plugin) return this.field(plugin, field, position)
        throw syntaxError(position, message('rows_of_record', {}))
      },
    }
  }

  private field(table: Table, name: string, position: number): Field {
    const field = table.fields.get(name)
    if (!field) throw syntaxError(position, message('field_of_table', { table: table.label, field: name }))
    if (field.idFromTable !== undefined) throw syntaxError(position, message('field_without_link', {}))
    if (!isFormula(field)) return field
    const circular = message('field_in_no_circle', {})
    if (this.open.has(`${table.name}.${name}`)) throw syntaxError(position, circular)
    const read = this.of(table, field)
    if (read.problem) throw syntaxError(position, circular)
    return computedField(field, read)
  }
}

/** A field with what its formula says. */
export const computedField = (field: Field, { value }: ReadFormula): Field => ({
  ...field,
  dbType: isNumber(value) ? 'FLOAT' : 'TEXT',
  readonly: true,
  computed: value,
})

/** The tables with what the formulas of their fields say. */
export function withFormulas(tables: Tables): Map<string, Table> {
  const formulas = new Formulas(tables)
  return new Map(
    [...tables].map(([name, table]) => {
      if (![...table.fields.values()].some(isFormula)) return [name, table]
      const fields = [...table.fields].map(([of, field]): [string, Field] => [
        of,
        isFormula(field) ? computedField(field, formulas.of(table, field)) : field,
      ])
      return [name, { ...table, fields: new Map(fields) }]
    }),
  )
}

/** A table or a field that a formula names, and where its name stands. */
interface NamedInFormula {
  readonly table: string
  readonly field: string | undefined
  readonly token: Token
}

/** Everything that a formula of `table` names; nothing where it cannot be read. */
export function namedInFormula(formula: string, table: string): readonly NamedInFormula[] {
  let tokens: readonly Token[]
  try {
    tokens = tokensOf(formula)
  } catch {
    return []
  }
  const isSign = (place: number, sign: string): boolean =>
    tokens[place]?.kind === 'symbol' && tokens[place].text === sign
  return tokens.flatMap((token, place): NamedInFormula[] => {
    if (token.kind !== 'quoted' && (token.kind !== 'name' || isKeyword(token.text))) return []
    if (token.kind === 'name' && isSign(place + 1, '(')) return []
    const before = tokens[place - 2]
    if (isSign(place - 1, '.') && before) return [{ table: before.text, field: token.text, token }]
    const isCounted = isSign(place - 1, '(') && before?.text.toLowerCase() === 'count'
    if (isSign(place + 1, '.') || isCounted) return [{ table: token.text, field: undefined, token }]
    return [{ table, field: token.text, token }]
  })
}

/** A formula of `table` in which tables and fields have their new names. */
export function renamedFormula(
  formula: string,
  table: string,
  renaming: { table(name: string): string; field(table: string, name: string): string },
): string {
  let text = formula
  for (const { table: of, field, token } of [...namedInFormula(formula, table)].reverse()) {
    const name = field === undefined ? renaming.table(of) : renaming.field(of, field)
    if (name === token.text) continue
    const written = token.kind === 'quoted' || isKeyword(name) ? `"${name}"` : name
    text = text.slice(0, token.position - 1) + written + text.slice(token.end)
  }
  return text
}

/** Why a formula says nothing, for the form of its field. */
export const formulaProblem = (table: Table, field: Field, tables: Tables): Message | undefined => {
  const fields = new Map([...table.fields, [field.name, field]])
  const changed = { ...table, fields }
  const { problem } = new Formulas(new Map([...tables, [table.name, changed]])).of(changed, field)
  return problem && saidOf(problem)
}
