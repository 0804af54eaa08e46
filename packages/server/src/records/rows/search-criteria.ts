import { Selection as SelectionShape } from '@trowel/contract/listing.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { inputReader } from '../../http/read-input.js'
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

/** Which records are asked for, in the shape of the contract. */
export type Selection = Decoded<typeof SelectionShape>

/** Reads what is kept as a client sent it, such as the selection of a chart. @throws `invalid_parameter` */
export const readSelection = inputReader(SelectionShape)

const isNothing = (value: unknown): boolean =>
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
  { filter, search_type: kind, search = '', querytext = '' }: Selection,
  query: object,
): SearchCriteria {
  const context = { table, catalogue: scope.catalogue, visibilityOf: scope.rights.visibilityOf }
  if (!isNothing(filter)) return { kind: 'filter', query: filter, condition: parseFilter(filter, context) }
  switch (kind) {
    case undefined:
      break
    case 'all':
    case 'filter':
      return { kind: 'all', query: '', condition: undefined }
    case 'fast':
      requireSearchable('search', search)
      return { kind: 'fast', query: search, condition: fastSearch(table, search) }
    case 'sqlExpert':
      requireSearchable('querytext', querytext)
      return { kind: 'expert', query: querytext, condition: expertSearch(table, querytext) }
    default:
      throw new AppError('invalid_parameter', {
        ...message('search_type_unknown', {}),
        detail: { name: 'search_type', reason: 'unknown value' },
      })
  }
  const shortcuts = Object.entries<unknown>({ ...query }).filter(
    ([name, value]) => name.startsWith('q_') && !isNothing(value),
  )
  if (shortcuts.length === 0) return { kind: 'all', query: '', condition: undefined }
  const equal = { _and: shortcuts.map(([name, value]) => ({ [name.slice(2)]: { _eq: value } })) }
  return { kind: 'filter', query: equal, condition: parseFilter(equal, context) }
}

/** Does it lead to a table of which the caller must not hear? What cannot be understood leads nowhere. */
export function leadsToHidden(scope: RequestScope, table: Table, given: object): boolean {
  try {
    readSearchCriteria(scope, table, readSelection(given), {})
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

/** @throws `invalid_parameter` */
function requireSearchable(name: string, text: string): void {
  if (!text.includes('\u0000') && text.length <= 4000) return
  throw new AppError('invalid_parameter', {
    ...message('search_too_long', { name }),
    detail: { name, reason: text.length > 4000 ? 'too long' : 'NUL character' },
  })
}
