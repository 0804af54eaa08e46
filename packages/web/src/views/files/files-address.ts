import { textIn } from '../../core/listing-address.js'

/** What the address of the files holds, so that a link brings back the same page of them. */
export interface FilesSearch {
  readonly q?: string | undefined
  /** Only files of no record. */
  readonly orphans?: true | undefined
  readonly page?: number | undefined
  readonly as?: 'list' | undefined
}

export const filesIn = (search: Record<string, unknown>): FilesSearch => ({
  q: textIn(search['q']),
  orphans: search['orphans'] === true ? true : undefined,
  page:
    Number.isSafeInteger(search['page']) && Number(search['page']) > 1 ? Number(search['page']) : undefined,
  as: search['as'] === 'list' ? 'list' : undefined,
})
