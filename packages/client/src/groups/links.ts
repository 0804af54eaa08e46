import type {
  ManualLinkBody,
  ManualLinkRemovedReply,
  ManualLinkReply,
} from '@trowel/contract/manual-links.js'
import type { CallOptions, Transport } from '../transport.js'

/** Links between two records that a user makes by hand; they come with the record. */
export const manualLinksOf = ({ send }: Transport) => ({
  /** @throws `link_already_exists` */
  create: (body: ManualLinkBody, options?: CallOptions) =>
    send<typeof ManualLinkReply>('POST /api/manual-link', [], { body, ...options }),

  remove: (id: number, options?: CallOptions) =>
    send<typeof ManualLinkRemovedReply>('DELETE /api/manual-link/:id', [id], options),
})
