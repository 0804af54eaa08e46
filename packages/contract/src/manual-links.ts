import Type, { type Static } from 'typebox'

/** A link between two records that somebody made by hand, as it looks from one of them: `ref_id` is the other end. */
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
