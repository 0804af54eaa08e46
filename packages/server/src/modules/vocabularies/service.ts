import { NewItemBody } from '@trowel/contract/vocabularies.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { refuseLostOrder } from '../../changed-meanwhile.js'
import { AppError } from '../../errors.js'
import { inputReader } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import { type Message, message } from '../../message.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import {
  deleteItem,
  hasDefinition,
  insertItem,
  selectHighestSort,
  selectItem,
  selectItems,
  selectItemsOf,
  updatePlaces,
  type VocabularyItem,
} from './store.js'

type Item = Omit<VocabularyItem, 'voc'>

/** Every vocabulary with its items, by name; items in the order that people gave them. */
export async function listVocabularies({ db }: RequestScope): Promise<{ name: string; items: Item[] }[]> {
  return [...(await itemsByVocabulary(db.quick))].map(([name, items]) => ({ name, items }))
}

/** Every vocabulary by name, as `reader` sees it, with its definitions in order. */
export async function definitionsByVocabulary(reader: Reader): Promise<Map<string, string[]>> {
  const vocabularies = await itemsByVocabulary(reader)
  return new Map([...vocabularies].map(([name, items]) => [name, items.map((item) => item.def)]))
}

async function itemsByVocabulary(reader: Reader): Promise<Map<string, Item[]>> {
  const vocabularies = new Map<string, Item[]>()
  for (const { voc, id, def, sort } of await selectItems(reader)) {
    const items = vocabularies.get(voc) ?? []
    items.push({ id, def, sort })
    vocabularies.set(voc, items)
  }
  return vocabularies
}

/**
 * The definitions of one vocabulary in the order that people gave them; none when there is no such
 * vocabulary.
 */
export async function listDefinitions({ db }: RequestScope, vocabulary: string): Promise<string[]> {
  return (await selectItemsOf(db.quick, vocabulary)).map((item) => item.def)
}

/**
 * Adds an item to a vocabulary, behind those that it has; a vocabulary exists while it has an item.
 *
 * @returns the id of the item
 * @throws `error_def_added` when the vocabulary has the definition already
 */
export function addItem(scope: RequestScope, { voc, def }: Decoded<typeof NewItemBody>): Promise<number> {
  return scope.db.write(async (tx) => {
    if (await hasDefinition(tx, voc, def)) throw new AppError('error_def_added', { detail: { voc, def } })
    return insertItem(tx, voc, def, (await selectHighestSort(tx, voc)) + 1)
  })
}

/**
 * Those of `definitions` that a vocabulary with the definitions `stored` does not have, each once, as they
 * would be kept.
 * @throws `parameter_missing`, `invalid_parameter` when the name of the vocabulary or one of them cannot be
 *   used
 */
export function missingDefinitions(
  vocabulary: string,
  definitions: readonly string[],
  stored: readonly string[],
): string[] {
  const read = inputReader(NewItemBody)
  const known = new Set(stored)
  const named = new Set(definitions.map((def) => read({ voc: vocabulary, def }).def))
  return [...named].filter((one) => !known.has(one))
}

/** Adds definitions that a vocabulary does not have yet, behind those that it has. */
export async function addDefinitions(
  tx: Transaction,
  vocabulary: string,
  definitions: readonly string[],
): Promise<void> {
  let sort = await selectHighestSort(tx, vocabulary)
  for (const definition of definitions) {
    sort += 1
    await insertItem(tx, vocabulary, definition, sort)
  }
}

/**
 * Takes an item out of its vocabulary. Records that have its definition keep it. @throws `error_def_erase`
 */
export async function removeItem(scope: RequestScope, itemId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    if (!(await selectItem(tx, itemId))) throw new AppError('error_def_erase')
    await deleteItem(tx, itemId)
  })
}

/**
 * Puts the items of one vocabulary into a new order. Those that are not named follow in their old one.
 *
 * @throws `error_sort_update`: 404 for an unknown item, 422 for items of several vocabularies or a repeated
 *   one; `stale_record` where the items are in another order by now than in `before`
 */
export async function sortItems(
  scope: RequestScope,
  ids: readonly number[],
  before?: readonly number[],
): Promise<void> {
  const [first] = ids
  if (first === undefined) return
  const wanted = new Set(ids)
  if (wanted.size < ids.length) throw cannotSort(message('list_names_item_twice', {}))
  await scope.db.write(async (tx) => {
    const item = (await selectItem(tx, first)) ?? unknownItem(first)
    const items = new Map((await selectItemsOf(tx, item.voc)).map((one) => [one.id, one]))
    for (const id of ids) {
      if (items.has(id)) continue
      const other = (await selectItem(tx, id)) ?? unknownItem(id)
      throw cannotSort(message('list_of_two_vocabularies', { one: item.voc, other: other.voc }))
    }
    const order = [...ids, ...[...items.keys()].filter((id) => !wanted.has(id))]
    refuseLostOrder({ before, now: [...items.keys()], after: order }, 'ids')
    const places = order.map((id, place) => [place, id] as const)
    await updatePlaces(
      tx,
      places.filter(([place, id]) => items.get(id)?.sort !== place),
    )
  })
}

const cannotSort = (said: Message): AppError => new AppError('error_sort_update', said)

const unknownItem = (id: number): never => {
  throw new AppError('error_sort_update', {
    status: 404,
    ...message('no_vocabulary_item', { item: id }),
    detail: { id },
  })
}
