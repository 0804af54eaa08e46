import { keepPreviousData } from '@tanstack/react-query'
import { listingOf } from '../../core/listing-address.js'
import { type Layout, stratigraphyQueries } from '../../queries/stratigraphy.js'
import type { MatrixSearch } from './matrix-address.js'

/** Where the boxes and lines of the matrix stand that the address asks for. */
export const layoutOf = (app: string, table: string, { q, filter, expert, implied, as_of }: MatrixSearch) => {
  const query = { tb: table, ...listingOf({ q, filter, expert, as_of }), reduced: !implied }
  return { ...stratigraphyQueries.layout(app, table, query), placeholderData: keepPreviousData }
}

export type { Layout }
export type Box = Layout['boxes'][number]
export type Line = Layout['lines'][number]
export type Unit = Box['units'][number]
