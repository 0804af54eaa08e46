import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { allOf, type Condition } from '../../query/condition.js'
import { parseFilter } from '../../query/filter/parse-filter.js'
import { expertSearch, fastSearch } from '../../query/search.js'

/** What a person looks for, in one of the four ways a listing knows. */
export interface SearchCriteria {
  readonly kind: 'all' | 'fast' | 'expert' | 'filter'
  /** As it was asked: a text, or the filter's object. */
  readonly query: unknown
  /** `undefined` when every record meets it. */
  readonly condition: Condition | undefined
}

export type ListParameters = Readonly<Record<string, unknown>>

const nothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * The restriction of a listing: a filter if there is one, else the search asked for, else the shortcuts
 * `q_<field>`.
 * @param query the parameters of the address alone, which may hold shortcuts
 * @throws `unknown_field`, `unknown_operator`, `invalid_filter`, `expert_syntax_error`, `invalid_parameter`
 */
export function readSearchCriteria(
  scope: RequestScope,
  table: Table,
  given: ListParameters,
  query: ListParameters,
): SearchCriteria {
  const context = { table, catalogue: scope.catalogue, visibilityOf: scope.rights.visibilityOf }
  if (!nothing(given['join'])) {
    throw new AppError('invalid_parameter', {
      ...message('join_must_be_empty', {}),
      detail: { name: 'join', reason: 'not empty' },
    })
  }
  if (!nothing(given['filter'])) {
    return { kind: 'filter', query: given['filter'], condition: parseFilter(given['filter'], context) }
  }
  const kind = given['search_type']
  if (!nothing(kind)) {
    switch (kind) {
      case 'all':
      case 'filter':
        return { kind: 'all', query: '', condition: undefined }
      case 'fast': {
        const text = textOf(given, 'search')
        return { kind: 'fast', query: text, condition: fastSearch(table, text) }
      }
      case 'sqlExpert': {
        const text = textOf(given, 'querytext')
        return { kind: 'expert', query: text, condition: expertSearch(table, text) }
      }
      default:
        throw new AppError('invalid_parameter', {
          ...message('search_type_unknown', {}),
          detail: { name: 'search_type', reason: 'unknown value' },
        })
    }
  }
  const shortcuts = Object.entries(query).filter(([name, value]) => name.startsWith('q_') && !nothing(value))
  if (shortcuts.length === 0) return { kind: 'all', query: '', condition: undefined }
  const filter = { _and: shortcuts.map(([name, value]) => ({ [name.slice(2)]: { _eq: value } })) }
  return { kind: 'filter', query: filter, condition: parseFilter(filter, context) }
}

/** Does it lead to a table of which the caller must not hear? What cannot be understood leads nowhere. */
export function leadsToHidden(scope: RequestScope, table: Table, given: ListParameters): boolean {
  try {
    readSearchCriteria(scope, table, given, {})
    return false
  } catch (error) {
    if (error instanceof AppError) return error.code === 'not_enough_privilege'
    throw error
  }
}

/** The restriction joined with what the caller may see of the table. @throws `not_enough_privilege` */
export function visibleCondition(scope: RequestScope, table: Table, asked: Condition | undefined): Condition {
  scope.rights.require('read', table)
  const { restriction } = scope.rights.visibilityOf(table)
  return allOf([asked, restriction].filter((condition) => condition !== undefined))
}

function textOf(given: ListParameters, name: string): string {
  const value = given[name]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') {
    throw new AppError('invalid_parameter', {
      ...message('must_be_a_text', { name }),
      detail: { name, reason: 'not a text' },
    })
  }
  if (value.includes('\u0000') || value.length > 4000) {
    throw new AppError('invalid_parameter', {
      ...message('search_too_long', { name }),
      detail: { name, reason: value.length > 4000 ? 'too long' : 'NUL character' },
    })
  }
  return value
}
