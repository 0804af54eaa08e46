import type { ManualLinkRemovedReply, ManualLinkReply } from '@trowel/contract/manual-links.js'
import type { CallOptions, Transport } from '../transport.js'

export interface NewManualLink {
  readonly tb_one: string
  readonly id_one: number
  readonly tb_two: string
  readonly id_two: number
  /** What the link means, at most 200 characters. */
  readonly label?: string | null | undefined
}

/** Links between two records that a user makes by hand; they come with the record. */
export const manualLinksOf = ({ send }: Transport) => ({
  /** @throws `link_already_exists` */
  create: (body: NewManualLink, options?: CallOptions) =>
    send<typeof ManualLinkReply>('POST /api/manual-link', [], { body, ...options }),

  remove: (id: number, options?: CallOptions) =>
    send<typeof ManualLinkRemovedReply>('DELETE /api/manual-link/:id', [id], options),
})
