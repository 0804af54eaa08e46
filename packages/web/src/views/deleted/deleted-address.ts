import { textIn } from '../../core/listing-address.js'

/** Of which table, and which page. */
export interface DeletedSearch {
  readonly table?: string | undefined
  readonly page?: number | undefined
}

export const deletedIn = (search: Record<string, unknown>): DeletedSearch => ({
  table: textIn(search['table']),
  page:
    Number.isSafeInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
})
