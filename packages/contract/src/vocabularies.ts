import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { byName } from './wire/by-name.js'
import { flag, type Input, idList, nullable, optional, pathId, storedText, text } from './wire/input.js'

const definition = (description: string) => storedText(200, { description })

const success = Type.Literal('success')

export const VocabulariesReply = Type.Object({
  status: success,
  vocs: Type.Array(
    Type.Object({
      name: Type.String(),
      items: Type.Array(Type.Object({ id: Type.Integer(), def: Type.String(), sort: Type.Integer() })),
    }),
  ),
})

export const UsagesQuery = Type.Object({
  counts: optional(flag(), '1: count the records that use each item'),
  voc: optional(text(), 'of this vocabulary only'),
})
export type UsagesQuery = Input<typeof UsagesQuery>

/** A field whose values come out of a vocabulary. */
export const VocabularyUsage = Type.Object({
  tb: Type.String(),
  tb_label: Type.String(),
  field: Type.String(),
  field_label: Type.String(),
  counts: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'with counts=1: rows by id of the item that they use; items without rows are left out',
    }),
  ),
})
export type VocabularyUsage = Static<typeof VocabularyUsage>

export const UsagesReply = Type.Object({
  status: success,
  usages: byName(Type.Array(VocabularyUsage), { description: 'by name of the vocabulary' }),
})

export const NewItemBody = Type.Object({
  voc: storedText(100, { description: 'the vocabulary; it begins to exist with its first item' }),
  def: definition('the definition, 1 to 200 characters'),
})
export type NewItemBody = Input<typeof NewItemBody>

export const NewItemReply = Type.Object({
  status: success,
  code: Type.Literal('ok_def_added'),
  id: Type.Integer(),
})

export const ItemParams = Type.Object({ id: pathId({ description: 'id of the item' }) })

export const RenameItemBody = Type.Object({
  val: definition('the new definition, 1 to 200 characters'),
  before: optional(text(), 'what the item was called: refused where it is called something else now'),
  carry: optional(flag(), 'change the records that use the item, too'),
  preview: optional(flag(), 'count only, write nothing'),
})
export type RenameItemBody = Input<typeof RenameItemBody>

/** Rows with an item, field by field; fields without such rows are left out. */
export const RowsByField = Type.Object({
  total: Type.Integer({ description: 'sum of all counts' }),
  fields: Type.Array(
    Type.Object({
      tb: Type.String(),
      field: Type.String(),
      count: Type.Integer({ description: 'rows of the table' }),
    }),
  ),
})
export type RowsByField = Static<typeof RowsByField>

export const RenameItemReply = Type.Object({
  status: success,
  code: Type.Literal('ok_def_update'),
  changed: Type.Optional(RowsByField),
})

export const RemoveItemQuery = Type.Object({
  preview: optional(flag(), '1: count the rows that use it, delete nothing'),
})
export type RemoveItemQuery = Input<typeof RemoveItemQuery>

export const RemoveItemReply = Type.Object({
  status: success,
  code: Type.Literal('ok_def_erase'),
  used: Type.Optional(RowsByField),
})

export const SortItemsBody = Type.Object({
  ids: idList({
    description: 'items of one vocabulary in their new order; those left out follow',
    words: phrase('must_be_ids_of_items', {}),
  }),
  before: nullable(
    idList({ words: phrase('must_be_ids_of_items', {}) }),
    'items in the order that the caller saw: refused where they are in another one now, and not in that of `ids`',
  ),
})
export type SortItemsBody = Input<typeof SortItemsBody>

export const SortItemsReply = Type.Object({ status: success, code: Type.Literal('ok_sort_update') })
