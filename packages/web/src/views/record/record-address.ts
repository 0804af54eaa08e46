import {
  type AmongGroup,
  groupKeyIn,
  type ListingSearch,
  listingIn,
  textIn as text,
} from '../../core/listing-address.js'

export interface RecordSearch extends ListingSearch, AmongGroup {
  /** Its place in the listing that it was opened from, or in its group there, counted from 0. */
  readonly at?: number | undefined
  /** The layout in which it is shown. */
  readonly template?: string | undefined
}

export const recordIn = (search: Record<string, unknown>): RecordSearch => ({
  ...listingIn(search),
  among: groupKeyIn(search['among']),
  at: Number.isSafeInteger(search['at']) ? (search['at'] as number) : undefined,
  template: text(search['template']),
})
