import type { ErrorCode } from '@trowel/contract/errors.js'

/** What one person keeps for himself and may show to everybody: queries, charts, analyses, map views. */
export interface SavedThing {
  readonly id: number
  readonly user_id: number
  readonly name: string
  /** Unix milliseconds. */
  readonly created_at: number
  /** 1: everybody sees it. */
  readonly is_global: 0 | 1
  /** What its owner is called; null when the account is gone. */
  readonly owner_name: string | null
}

export interface SavedKind {
  readonly table: 'sys_queries' | 'sys_charts' | 'sys_assemblage_analyses' | 'sys_map_views'
  /** Its columns besides those of every saved thing. */
  readonly columns: readonly string[]
  /** The codes for a thing that does not exist and for one that belongs to another user. */
  readonly notFound: ErrorCode
  readonly denied: ErrorCode
}
