import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { describeOperator, isOperator, type Operator } from '@trowel/contract/model/operators.js'
import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'
import { listedField, nameField } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { allOf, anyOf, type Condition, isEverything, type VisibilityOf } from '../condition.js'
import { castOperand } from './cast-operand.js'
import { readFilterObject } from './read-filter-object.js'

export interface FilterContext {
  readonly table: Table
  readonly catalogue: Catalogue
  readonly visibilityOf: VisibilityOf
}

const maxConditions = 200
/** All lists of one filter together, so that the values of a statement stay within what the engines bind. */
const maxElements = 10_000

/**
 * The filter of a request, checked against the catalogue: names resolved, values cast.
 *
 * @param input what the query string's brackets or a JSON body gave, or JSON text, or base64 of it
 * @returns `undefined` when it asks for nothing: absent, null, `''`, `{}`, `[]`, or groups that are all empty
 * @throws `invalid_filter`, `unknown_field`, `unknown_operator` with the place (`filter._or[1].date._gte`);
 *   `not_enough_privilege` when it crosses to a table that the caller may not read
 */
export function parseFilter(input: unknown, context: FilterContext): Condition | undefined {
  const object = readFilterObject(input)
  if (!object) return undefined
  const parser = new FilterParser(context)
  const condition = parser.filter(object, context.table, 'filter')
  return condition && isEverything(condition) ? undefined : condition
}

const invalid = (path: string, reason: Message): AppError =>
  new AppError('invalid_filter', {
    ...message('filter_wrong', { path, reason }),
    detail: { path, reason: reason.text },
  })

const isGroup = (key: string): boolean => key === '_and' || key === '_or'

class FilterParser {
  private conditions = 0
  private elements = 0

  constructor(private readonly context: FilterContext) {}

  /** The entries of one filter object, joined by AND. */
  filter(filter: JsonObject, table: Table, path: string): Condition {
    return all(Object.keys(filter).map((key) => this.entry(key, filter[key], table, `${path}.${key}`)))
  }

  private entry(key: string, value: unknown, table: Table, path: string): Condition {
    if (key === '__proto__') throw invalid(path, message('never_a_field', {}))
    if (isGroup(key)) return this.group(key, value, table, path)
    if (!isObject(value)) {
      throw invalid(path, message('must_be_comparison', {}))
    }
    const keys = Object.keys(value)
    const operators = keys.filter((name) => name.startsWith('_') && !isGroup(name))
    const field = listedField(table, key)
    if (keys.length === 0 && field) return all([])
    if (operators.length === 0) return this.related(key, value, table, path)
    if (operators.length < keys.length) {
      throw invalid(path, message('mixes_operators', {}))
    }
    if (!field) throw unknownField(table, key)
    return all(keys.map((name) => this.compare(field, name, value[name], table, `${path}.${name}`)))
  }

  private group(key: string, value: unknown, table: Table, path: string): Condition {
    if (!Array.isArray(value)) throw invalid(path, message('must_be_filters', {}))
    const parts = value.map((element: unknown, index) => {
      const place = `${path}[${index}]`
      if (!isObject(element)) throw invalid(place, message('must_be_filter', {}))
      return this.filter(element, table, place)
    })
    if (key === '_and') return all(parts)
    if (parts.every(isEverything)) return all([])
    return anyOf(parts)
  }

  private compare(field: Field, name: string, given: unknown, table: Table, path: string): Condition {
    this.conditions++
    if (this.conditions > maxConditions) {
      throw invalid('filter', message('holds_too_many_conditions', { most: maxConditions }))
    }
    if (!isOperator(name)) {
      throw new AppError('unknown_operator', {
        ...message('operator_unknown', { operator: name, path }),
        detail: { path, operator: name },
      })
    }
    const operator = given === null ? (nullOperators[name] ?? name) : name
    const entry = describeOperator(operator)
    const isOfYears = entry.takes === 'two' && entry.onlyOn !== undefined
    if (isOfYears) {
      if (field.name !== entry.onlyOn || !table.hasFuzzyDate) {
        throw invalid(path, message('works_only_on', { field: entry.onlyOn }))
      }
    }
    const cast = castOperand(
      operator,
      isOfYears ? { ...field, dbType: 'INTEGER' } : field,
      operator === name ? given : true,
    )
    if ('reason' in cast) throw invalid(path, cast.reason)
    if (Array.isArray(cast.value)) {
      this.elements += cast.value.length
      if (this.elements > maxElements)
        throw invalid('filter', message('lists_too_many_values', { most: maxElements }))
    }
    return { kind: 'compare', field, operator, value: cast.value }
  }

  /** `{"sys_changed_by": {"name": {"_icontains": "conti"}}}` */
  private person(name: Field, filter: JsonObject, table: Table, path: string): Condition {
    return all(
      Object.keys(filter).map((key) => {
        const value = filter[key]
        if (key !== 'name' || !isObject(value)) throw unknownField(table, `${name.name}.${key}`)
        const operators = Object.keys(value)
        return all(operators.map((one) => this.compare(name, one, value[one], table, `${path}.name.${one}`)))
      }),
    )
  }

  private related(key: string, filter: JsonObject, table: Table, path: string): Condition {
    const named = listedField(table, key)
    const person = named && nameField(named)
    if (person) return this.person(person, filter, table, path)
    const paths = pathsTo(key, table, this.context.catalogue)
    if (paths.length === 0) throw unknownField(table, key)
    const conditions = paths.map(({ target, column, targetColumn }): Condition => {
      const { readable, restriction } = this.context.visibilityOf(target)
      if (!readable) {
        throw new AppError('not_enough_privilege', {
          ...message('related_table_unreadable', { path }),
          detail: { path },
        })
      }
      const where = this.filter(filter, target, path)
      if (isEverything(where)) return where
      return { kind: 'related', table: target, joint: { column, targetColumn }, where, restriction }
    })
    if (conditions.some(isEverything)) return all([])
    return anyOf(conditions)
  }
}

/** The comparisons with null that have a meaning. */
const nullOperators: Readonly<Record<string, Operator>> = { _eq: '_null', _neq: '_nnull' }

interface PathTo {
  readonly target: Table
  readonly column: string
  readonly targetColumn: string
}

/**
 * The ways from a row of `table` to the rows that `key` names: lookup field, plugin table, backlink, parent,
 * in this order.
 */
function pathsTo(key: string, table: Table, catalogue: Catalogue): PathTo[] {
  const lookedUp = catalogue.tables.get(table.fields.get(key)?.idFromTable ?? '')
  if (lookedUp) return [{ target: lookedUp, column: key, targetColumn: 'id' }]
  const target = catalogue.tables.get(key)
  if (!target) return []
  if (table.plugins.includes(key)) return [{ target, column: 'id', targetColumn: 'id_link' }]
  const backlinks = table.backlinks.filter(({ via, column }) => via === key && target.fields.has(column))
  if (backlinks.length > 0) {
    return backlinks.map((backlink) => ({ target, column: 'id', targetColumn: backlink.column }))
  }
  if (table.parent === key) return [{ target, column: 'id_link', targetColumn: 'id' }]
  return []
}

function unknownField(table: Table, field: string): AppError {
  return new AppError('unknown_field', {
    ...message('table_has_no_field', { table: table.name, field }),
    detail: { table: table.name, field },
  })
}

/** All of them but those that ask for nothing. */
const all = (conditions: readonly Condition[]): Condition =>
  allOf(conditions.filter((condition) => !isEverything(condition)))
