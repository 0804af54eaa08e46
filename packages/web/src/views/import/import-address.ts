import { textIn as text } from '../../core/listing-address.js'

export interface ImportSearch {
  /** The table that takes the file. */
  readonly table?: string | undefined
  /** The file becomes a table of its own. */
  readonly into?: 'new' | undefined
  /** The run whose progress and result are shown. */
  readonly job?: number | undefined
}

export const importIn = (search: Record<string, unknown>): ImportSearch => ({
  table: text(search['table']),
  into: search['into'] === 'new' ? 'new' : undefined,
  job: Number.isSafeInteger(search['job']) ? (search['job'] as number) : undefined,
})
