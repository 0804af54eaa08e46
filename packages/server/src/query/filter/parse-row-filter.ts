import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { describeOperator, isOperator, type Operator } from '@trowel/contract/model/operators.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { AppError, type FieldProblem } from '../../errors.js'
import { type Message, message } from '../../message.js'
import type { Condition } from '../condition.js'
import { castOperand } from './cast-operand.js'

/** Stands in a row filter for the id of the caller. */
export const currentUser = '$CURRENT_USER'
const maxDepth = 4
const maxConditions = 50
const maxEntries = 20
const maxOperators = 5
const maxElements = 200
const maxBytes = 8192

/**
 * The row filter of a person's privileges on one table, as a condition on its rows.
 *
 * @param currentUserId what `$CURRENT_USER` stands for; null: no user, and a comparison with it is never met
 * @throws `invalid_filter` with every problem, when the filter no longer suits the table
 */
export function parseRowFilter(input: unknown, table: Table, currentUserId: number | null): Condition {
  const reader = new RowFilterReader(table, currentUserId)
  const condition = reader.read(input)
  if (reader.problems.length > 0) {
    throw new AppError('invalid_filter', {
      ...message('row_filter_unsuited', { table: table.name }),
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
    if (!isObject(input)) return this.problem('filter', 'not_an_object', message('object_expected', {}))
    if (nesting(input) > 3 * maxDepth) {
      return this.problem('filter', 'too_deep', message('groups_too_deep', { most: maxDepth }))
    }
    if (Buffer.byteLength(JSON.stringify(input)) > maxBytes) {
      return this.problem('filter', 'too_large', message('row_filter_too_large', { most: maxBytes }))
    }
    const condition = this.filter(input, 'filter', 1)
    if (this.conditions > maxConditions) {
      this.problem('filter', 'too_many', message('row_filter_too_many', { most: maxConditions }))
    }
    return condition
  }

  private problem(field: string, code: ProblemCode, said: Message): Condition {
    this.problems.push({ field, code, ...said })
    return nothing
  }

  private filter(filter: JsonObject, path: string, depth: number): Condition {
    const keys = Object.keys(filter)
    if (depth > maxDepth) {
      return this.problem(path, 'too_deep', message('groups_too_deep', { most: maxDepth }))
    }
    if (keys.length < 1 || keys.length > maxEntries) {
      return this.problem(path, 'wrong_count', message('entries_expected', { most: maxEntries }))
    }
    return { kind: 'and', of: keys.map((key) => this.entry(key, filter[key], `${path}.${key}`, depth)) }
  }

  private entry(key: string, value: unknown, path: string, depth: number): Condition {
    if (key === '_and' || key === '_or') {
      if (!Array.isArray(value) || value.length < 1 || value.length > maxEntries) {
        return this.problem(path, 'wrong_count', message('filters_expected', { most: maxEntries }))
      }
      const of = value.map((element: unknown, index) => {
        const place = `${path}[${index}]`
        if (!isObject(element))
          return this.problem(place, 'not_an_object', message('filter_object_expected', {}))
        return this.filter(element, place, depth + 1)
      })
      return { kind: key === '_and' ? 'and' : 'or', of }
    }
    const field = this.table.fields.get(key)
    if (!field) {
      return this.problem(
        path,
        'unknown_field',
        message('table_has_no_field', { table: this.table.name, field: key }),
      )
    }
    if (field.computed) {
      return this.problem(path, 'not_available', message('computed_is_no_column', { field: field.label }))
    }
    if (!isObject(value)) {
      return this.problem(path, 'not_an_object', message('comparison_expected', {}))
    }
    const names = Object.keys(value)
    if (names.length < 1 || names.length > maxOperators) {
      return this.problem(path, 'wrong_count', message('operators_expected', { most: maxOperators }))
    }
    return { kind: 'and', of: names.map((name) => this.compare(field, name, value[name], `${path}.${name}`)) }
  }

  private compare(field: Field, name: string, given: unknown, path: string): Condition {
    this.conditions++
    if (!isOperator(name) || !describeOperator(name).inRowFilter) {
      return this.problem(
        path,
        'unknown_operator',
        message('row_filter_operator_unknown', { operator: name }),
      )
    }
    const shape = shapeProblem(name, given)
    if (shape !== undefined) return this.problem(path, 'invalid_value', shape)
    const elements = Array.isArray(given) ? (given as unknown[]) : [given]
    if (this.currentUserId === null && elements.includes(currentUser)) return nothing
    const named = elements.map((element) => (element === currentUser ? this.currentUserId : element))
    const cast = castOperand(name, field, Array.isArray(given) ? named : named[0])
    if ('reason' in cast) {
      return this.problem(
        path,
        'invalid_value',
        message('row_filter_operand', { operator: name, field: field.name, reason: cast.reason }),
      )
    }
    return { kind: 'compare', field, operator: name, value: cast.value }
  }
}

/** Row filters are stricter in form than the filters of a request: only JSON lists, only `true` as a flag. */
function shapeProblem(operator: Operator, given: unknown): Message | undefined {
  const { takes } = describeOperator(operator)
  switch (takes) {
    case 'flag':
      return given === true ? undefined : message('true_expected', {})
    case 'many':
      return Array.isArray(given) && given.length >= 1 && given.length <= maxElements
        ? undefined
        : message('values_expected', { most: maxElements })
    case 'two':
      return Array.isArray(given) && given.length === 2 ? undefined : message('two_values_expected', {})
    case 'one':
      return given === null || typeof given === 'object' ? message('simple_value_expected', {}) : undefined
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
