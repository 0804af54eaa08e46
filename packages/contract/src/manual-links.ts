import Type, { type Static } from 'typebox'
import { phrase } from './messages/messages.js'
import { type Input, id, name, optional, pathId, text } from './wire/input.js'

/**
 * A link between two records that a person made by hand, as it looks from one of them: `ref_id` is the other
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

const table = (description: string) => name({ description, words: phrase('must_be_name_of_table', {}) })
const record = (description: string) =>
  id({ description, words: phrase('must_be_number_of_record', {}), reason: 'not the id of a record' })

export const ManualLinkBody = Type.Object({
  tb_one: table('table of the first record'),
  id_one: record('its id'),
  tb_two: table('table of the second record'),
  id_two: record('its id'),
  label: optional(text({ words: phrase('must_be_text', {}) }), 'what the link means, at most 200 characters'),
})
export type ManualLinkBody = Input<typeof ManualLinkBody>

export const ManualLinkParams = Type.Object({ id: pathId({ description: 'id of the link' }) })

export const ManualLinkReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('all_links_saved'),
  link: ManualLink,
})

export const ManualLinkRemovedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_userlink_erased'),
})
