import { type ListingSearch, listingIn, textIn } from '../../core/listing-address.js'
import { pastIn } from '../../core/past.js'

/** What the address of a matrix holds. */
export interface MatrixSearch extends Pick<ListingSearch, 'q' | 'filter' | 'expert' | 'as_of'> {
  readonly table?: string | undefined
  /** The chosen unit. */
  readonly unit?: number | undefined
  /** The field by which boxes are coloured; `none` for no colours. */
  readonly colour?: string | undefined
  /** As a list instead of a drawing. */
  readonly list?: true | undefined
  /** With the relations that follow from others. */
  readonly implied?: true | undefined
}

export function matrixIn(search: Record<string, unknown>): MatrixSearch {
  const { q, filter, expert } = listingIn(search)
  const unit = Number(search['unit'])
  return {
    table: textIn(search['table']),
    q,
    filter,
    expert,
    unit: Number.isSafeInteger(unit) && unit > 0 ? unit : undefined,
    colour: textIn(search['colour']),
    list: search['list'] === true ? true : undefined,
    implied: search['implied'] === true ? true : undefined,
    ...pastIn(search),
  }
}
