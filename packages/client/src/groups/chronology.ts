import type { AsOf } from '@trowel/contract/as-of.js'
import type { RelatedReply, TimelineReply, TimelineSpan } from '@trowel/contract/chronology.js'
import type { Selection } from '@trowel/contract/listing.js'
import type { CalibrateReply, RecalibrateReply } from '@trowel/contract/radiocarbon.js'
import type { CallOptions, Transport } from '../transport.js'
import type { Outcome } from './jobs.js'

/** Dates of records, years before our era being negative. */
export const chronologyOf = ({ send }: Transport) => ({
  /**
   * Dated records, table by table. @param query only what may lie between two years; only some tables; of one
   * table only some records
   */
  timeline: (query: Selection & TimelineSpan & AsOf = {}, options?: CallOptions) =>
    send<typeof TimelineReply>('GET /api/chrono/timeline', [], { query, ...options }),

  /** Dated records that belong to a record, such as the contexts of a trench. */
  related: (tb: string, id: number, options?: CallOptions) =>
    send<typeof RelatedReply>('GET /api/chrono/related/:tb/:id', [tb, id], options),

  /**
   * Calendar years of a radiocarbon age. @param query `bp`: the age; `error`: its standard deviation;
   * `curve`: IntCal20 when absent
   */
  calibrate: (query: { bp: number; error: number; curve?: string | undefined }, options?: CallOptions) =>
    send<typeof CalibrateReply>('GET /api/radiocarbon/calibrate', [], { query, ...options }),

  /**
   * Recalibrates all stored ages.
   *
   * @param body `background`: answers at once with a job, for `jobs.wait`
   */
  recalibrate: <const Body extends { background?: boolean | undefined } = Record<never, never>>(
    body?: Body,
    options?: CallOptions,
  ) =>
    send<Outcome<Body, typeof RecalibrateReply>>('POST /api/radiocarbon/recalibrate', [], {
      body: body ?? {},
      ...options,
    }),
})
