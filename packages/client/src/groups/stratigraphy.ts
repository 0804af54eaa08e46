import type { AsOf } from '@trowel/contract/as-of.js'
import type { Selection } from '@trowel/contract/listing.js'
import type {
  CheckReply,
  MatrixFormatName,
  MatrixLayoutReply,
  MatrixOptions,
  MatrixReply,
  NewRelationBody,
  RelationAddedReply,
  RelationRemovedReply,
} from '@trowel/contract/stratigraphy.js'
import { ticketDownload } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'

type MatrixQuery = Selection & MatrixOptions & AsOf

/** How contexts lie to each other, and the Harris matrix that follows. */
export const stratigraphyOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** @throws `stratigraphic_loop` with the loop as `detail`, `relation_already_exist`, `relation_self` */
    relate: (tb: string, body: NewRelationBody, options?: CallOptions) =>
      send<typeof RelationAddedReply>('POST /api/record/:tb/rs', [tb], { body, ...options }),

    /** Takes a relation back. */
    unrelate: (id: number, options?: CallOptions) =>
      send<typeof RelationRemovedReply>('DELETE /api/rs/:id', [id], options),

    /** The units and relations of a table, or of a part of it. */
    matrix: (query: MatrixQuery, options?: CallOptions) =>
      send<typeof MatrixReply>('GET /api/rs/matrix', [], { query, ...options }),

    /**
     * The matrix as it is drawn: where its boxes and lines stand. @throws `result_too_large` where no drawing
     * can be read
     */
    layout: (query: Omit<MatrixQuery, 'levels'>, options?: CallOptions) =>
      send<typeof MatrixLayoutReply>('GET /api/rs/export', [], {
        query: { ...query, format: 'layout' },
        ...options,
      }),

    /** Loops, contradictions, conflicts with dates, and relations that others imply. */
    check: (query: MatrixQuery, options?: CallOptions) =>
      send<typeof CheckReply>('GET /api/rs/check', [], { query, ...options }),

    /** The matrix as a file: Graphviz, GraphML, CSV, LST, data package or drawing. */
    export: (query: MatrixQuery & { format: Exclude<MatrixFormatName, 'layout'> }) =>
      ticketDownload(transport, 'GET /api/rs/export', [], query),
  }
}
