import { textIn } from '../../core/listing-address.js'

/** Which changes, of whom. */
export interface HistorySearch {
  readonly table?: string | undefined
  /** `*` for everybody, or the id of a person; one's own without it. */
  readonly user?: string | undefined
  readonly page?: number | undefined
}

export const historyIn = (search: Record<string, unknown>): HistorySearch => ({
  table: textIn(search['table']),
  user: textIn(search['user']),
  page:
    Number.isSafeInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
})
