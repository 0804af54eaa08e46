import { pageIn } from '../../core/listing-address.js'

/** All that was changed of a record, or which version is looked at, and beside what. */
export interface VersionsSearch {
  readonly show?: 'versions' | undefined
  /** Of the list of changes. */
  readonly page?: number | undefined
  readonly version?: number | undefined
  /** `now`: beside the record as it is now; else beside what the change left. */
  readonly beside?: 'now' | undefined
}

export const versionsIn = (search: Record<string, unknown>): VersionsSearch => ({
  show: search['show'] === 'versions' || search['version'] !== undefined ? 'versions' : undefined,
  page: pageIn(search['page']),
  version: Number.isSafeInteger(search['version']) ? Number(search['version']) : undefined,
  beside: search['beside'] === 'now' ? 'now' : undefined,
})
