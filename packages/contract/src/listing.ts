import type { JsonObject } from './json.js'

/** `{ material: { _icontains: 'bronze' }, _or: [{ … }, { … }] }`; docs/api/filters.md has every operator. */
export type Filter = JsonObject

/** Which records of a table: listings, exports, the matrix, charts and the map all understand it. */
export type Selection = {
  readonly filter?: Filter | undefined
  readonly search_type?: 'all' | 'fast' | 'sqlExpert' | 'filter' | undefined
  /** Text of the fast search. */
  readonly search?: string | undefined
  /** Expression of the expert search. */
  readonly querytext?: string | undefined
}

/** A page of a listing. */
export type Listing = Selection & {
  /** From 1. */
  readonly page?: number | undefined
  /** 30 by default, at most 200. */
  readonly per_page?: number | undefined
  readonly sort_field?: string | undefined
  readonly sort_dir?: 'asc' | 'desc' | undefined
  /** Fields to answer; `preview` for those that lists show, `*` for all. */
  readonly columns?: string | readonly string[] | undefined
}
