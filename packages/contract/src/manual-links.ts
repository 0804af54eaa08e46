import Type, { type Static } from 'typebox'

/**
 * A link between two records that somebody made by hand, as it looks from one of them: `ref_id` is the other
 * end.
 */
export const ManualLink = Type.Object({
  key: Type.Integer(),
  tb_id: Type.String(),
  tb_label: Type.String(),
  ref_id: Type.Integer(),
  ref_label: Type.String(),
  sort: Type.Union([Type.Integer(), Type.Null()]),
  label: Type.Union([Type.String(), Type.Null()]),
})
export type ManualLink = Static<typeof ManualLink>

/** Looked at by the service, which names everything that is wrong with it at once. */
export const ManualLinkBody = Type.Object({
  tb_one: Type.Optional(Type.Unknown({ description: 'table of the first record' })),
  id_one: Type.Optional(Type.Unknown({ description: 'its id, a number or digits' })),
  tb_two: Type.Optional(Type.Unknown({ description: 'table of the second record' })),
  id_two: Type.Optional(Type.Unknown({ description: 'its id, a number or digits' })),
  label: Type.Optional(Type.Unknown({ description: 'what the link means, at most 200 characters' })),
})
export type ManualLinkInput = Static<typeof ManualLinkBody>

export const ManualLinkParams = Type.Object({ id: Type.String({ description: 'id of the link' }) })

export const ManualLinkReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('all_links_saved'),
  link: ManualLink,
})

export const ManualLinkRemovedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_userlink_erased'),
})
