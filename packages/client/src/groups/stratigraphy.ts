import type {
  CheckReply,
  MatrixLayoutReply,
  MatrixReply,
  RelationAddedReply,
  RelationRemovedReply,
} from '@trowel/contract/stratigraphy.js'
import { ticketDownload } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'
import type { Selection } from './listing.js'

export interface MatrixQuery extends Selection {
  /** A table with stratigraphic relations. */
  readonly tb: string
  /** Without the relations that others imply; with levels, groups and loops. */
  readonly reduced?: boolean | undefined
  /** Every unit with its level and group. */
  readonly levels?: boolean | undefined
}

export interface NewRelation {
  readonly first: number
  /** 1 to 10: first *relation* second. */
  readonly relation: number
  readonly second: number
  /** Stores it even when it closes a loop. */
  readonly force?: boolean | undefined
}

/** How contexts lie to each other, and the Harris matrix that follows. */
export const stratigraphyOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** @throws `stratigraphic_loop` with the loop as `detail`, `relation_already_exist`, `relation_self` */
    relate: (tb: string, body: NewRelation, options?: CallOptions) =>
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
    export: (query: MatrixQuery & { format: 'dot' | 'graphml' | 'csv' | 'lst' | 'json' | 'svg' }) =>
      ticketDownload(transport, 'GET /api/rs/export', [], query),
  }
}
