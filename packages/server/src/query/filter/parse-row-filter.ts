import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { describeOperator, isOperator, type Operator } from '@trowel/contract/model/operators.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { Condition } from '../condition.js'
import { castOperand } from './cast-operand.js'

/** Stands in a row filter for the id of the caller. */
const currentUser = '$CURRENT_USER'
const maxDepth = 4
const maxConditions = 50
const maxEntries = 20
const maxOperators = 5
const maxElements = 200
const maxBytes = 8192

/**
 * The row filter of a person's privileges on one table, as a condition on its rows.
 *
 * @param currentUserId what `$CURRENT_USER` stands for; null: nobody, and a comparison with it is never met
 * @throws `invalid_filter` with every problem, when the filter no longer suits the table
 */
export function parseRowFilter(input: unknown, table: Table, currentUserId: number | null): Condition {
  const reader = new RowFilterReader(table, currentUserId)
  const condition = reader.read(input)
  if (reader.problems.length > 0) {
    throw new AppError('invalid_filter', {
      text: `The row filter does not suit the table "${table.name}".`,
      errors: reader.problems,
    })
  }
  return condition
}

/**
 * Everything that is wrong with a row filter, by its place (`filter._or[1].site._eq`); `[]` when it can be
 * stored.
 */
export function checkRowFilter(input: unknown, table: Table): FieldProblem[] {
  const reader = new RowFilterReader(table, 0)
  reader.read(input)
  return reader.problems
}

const nothing: Condition = { kind: 'or', of: [] }

class RowFilterReader {
  readonly problems: FieldProblem[] = []
  private conditions = 0

  constructor(
    private readonly table: Table,
    private readonly currentUserId: number | null,
  ) {}

  read(input: unknown): Condition {
    if (!isObject(input)) return this.problem('filter', 'not_an_object', 'Expected a JSON object.')
    if (nesting(input) > 3 * maxDepth) {
      return this.problem('filter', 'too_deep', `Groups may be nested ${maxDepth} deep.`)
    }
    if (Buffer.byteLength(JSON.stringify(input)) > maxBytes) {
      return this.problem('filter', 'too_large', `A row filter has at most ${maxBytes} bytes of JSON.`)
    }
    const condition = this.filter(input, 'filter', 1)
    if (this.conditions > maxConditions) {
      this.problem('filter', 'too_many', `A row filter has at most ${maxConditions} conditions.`)
    }
    return condition
  }

  private problem(field: string, code: ProblemCode, text: string): Condition {
    this.problems.push({ field, code, text })
    return nothing
  }

  private filter(filter: JsonObject, path: string, depth: number): Condition {
    const keys = Object.keys(filter)
    if (depth > maxDepth) {
      return this.problem(path, 'too_deep', `Groups may be nested ${maxDepth} deep.`)
    }
    if (keys.length < 1 || keys.length > maxEntries) {
      return this.problem(path, 'wrong_count', `Expected 1 to ${maxEntries} entries.`)
    }
    return { kind: 'and', of: keys.map((key) => this.entry(key, filter[key], `${path}.${key}`, depth)) }
  }

  private entry(key: string, value: unknown, path: string, depth: number): Condition {
    if (key === '_and' || key === '_or') {
      if (!Array.isArray(value) || value.length < 1 || value.length > maxEntries) {
        return this.problem(path, 'wrong_count', `Expected a list of 1 to ${maxEntries} filters.`)
      }
      const of = value.map((element: unknown, index) => {
        const place = `${path}[${index}]`
        if (!isObject(element)) return this.problem(place, 'not_an_object', 'Expected a filter, an object.')
        return this.filter(element, place, depth + 1)
      })
      return { kind: key === '_and' ? 'and' : 'or', of }
    }
    const field = this.table.fields.get(key)
    if (!field) {
      return this.problem(path, 'unknown_field', `The table "${this.table.name}" has no field "${key}".`)
    }
    if (!isObject(value)) {
      return this.problem(path, 'not_an_object', 'Expected an object such as {"_eq": …}.')
    }
    const names = Object.keys(value)
    if (names.length < 1 || names.length > maxOperators) {
      return this.problem(path, 'wrong_count', `Expected 1 to ${maxOperators} operators.`)
    }
    return { kind: 'and', of: names.map((name) => this.compare(field, name, value[name], `${path}.${name}`)) }
  }

  private compare(field: Field, name: string, given: unknown, path: string): Condition {
    this.conditions++
    if (!isOperator(name) || !describeOperator(name).inRowFilter) {
      return this.problem(path, 'unknown_operator', `A row filter knows no operator "${name}".`)
    }
    const shape = shapeProblem(name, given)
    if (shape !== undefined) return this.problem(path, 'invalid_value', shape)
    const elements = Array.isArray(given) ? (given as unknown[]) : [given]
    if (this.currentUserId === null && elements.includes(currentUser)) return nothing
    const named = elements.map((element) => (element === currentUser ? this.currentUserId : element))
    const cast = castOperand(name, field, Array.isArray(given) ? named : named[0])
    if ('reason' in cast) {
      return this.problem(path, 'invalid_value', `"${name}" on "${field.name}" ${cast.reason}.`)
    }
    return { kind: 'compare', field, operator: name, value: cast.value }
  }
}

/** Row filters are stricter in form than the filters of a request: only JSON lists, only `true` as a flag. */
function shapeProblem(operator: Operator, given: unknown): string | undefined {
  const { takes } = describeOperator(operator)
  switch (takes) {
    case 'flag':
      return given === true ? undefined : 'Expected true.'
    case 'many':
      return Array.isArray(given) && given.length >= 1 && given.length <= maxElements
        ? undefined
        : `Expected a list of 1 to ${maxElements} values.`
    case 'two':
      return Array.isArray(given) && given.length === 2 ? undefined : 'Expected a list of two values.'
    case 'one':
      return given === null || typeof given === 'object'
        ? 'Expected a text, a number, true or false.'
        : undefined
  }
}

/** How many objects and lists stand inside one another, counted without recursion. */
function nesting(value: object): number {
  let depth = 0
  for (let level: object[] = [value]; level.length > 0; depth++) {
    level = level.flatMap((outer) =>
      Object.values(outer).filter((part): part is object => typeof part === 'object' && part !== null),
    )
  }
  return depth
}
