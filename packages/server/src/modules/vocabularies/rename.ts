import type { RowsByField } from '@trowel/contract/vocabularies.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import {
  type ColumnChange,
  changeColumns,
  countRows,
  readyColumns,
  refuseColumnChanges,
} from '../../records/writing/column-change.js'
import { changeRows } from '../../records/writing/row-writer.js'
import type { Reader } from '../../storage/storage.js'
import { becoming, useOf } from './item-values.js'
import { hasDefinition, selectItem, updateDefinition, type VocabularyItem } from './store.js'
import { rowsByField } from './usages.js'
import { vocabularyFields } from './vocabulary-fields.js'

export interface RenameRequest {
  /** The name that the caller saw. Without it the item is renamed in any case. */
  readonly before?: string | undefined
  /** Change the records that use the item, too? */
  readonly carry?: boolean | undefined
  /** Count only, write nothing? */
  readonly preview?: boolean | undefined
}

/**
 * Gives an item another definition. Records keep the old one, unless it is carried into them: then every row
 * that uses the item changes in the same transaction, and every record concerned keeps one version.
 *
 * @returns the rows that changed; with `preview`, that would
 * @throws `error_def_update`: 404 without such an item, 409 when the vocabulary has the definition already;
 *   `stale_record` when it is called something else by now; with `carry` also `not_enough_privilege` while
 *   the application is frozen, and `conflict` when a field cannot hold the definition or may not hold it
 *   twice
 */
export async function renameItem(
  scope: RequestScope,
  itemId: number,
  to: string,
  { before, carry = false, preview = false }: RenameRequest = {},
): Promise<RowsByField> {
  const { quick, scan } = scope.db
  if (preview || carry) {
    const item = await itemToRename(quick, itemId, { before, to })
    const planned = carry ? await planChanges(scan, scope, item, to) : []
    const changes = planned.map(({ change }) => change)
    if (preview) {
      await refuseColumnChanges(scan, scope, changes)
      return rowsByField(planned.map(({ change, rows }) => [change, rows]))
    }
    await readyColumns(scope, changes)
  }
  const { item, changed } = await changeRows(scope, 'vocabulary', async (writer) => {
    const { tx } = writer
    const item = await itemToRename(tx, itemId, { before, to })
    if (item.def !== to) await updateDefinition(tx, itemId, to)
    const changes = (carry ? await planChanges(tx, scope, item, to) : []).map(({ change }) => change)
    const rows = await changeColumns(writer, changes)
    return { item, changed: rowsByField(changes.map((change, place) => [change, rows[place] ?? 0])) }
  })
  if (changed.total > 0) {
    await noteEvent(scope, 'vocabulary_item_renamed', { vocabulary: item.voc, rows: changed.total })
  }
  return changed
}

async function itemToRename(
  reader: Reader,
  itemId: number,
  { before, to }: { readonly before: string | undefined; readonly to: string },
): Promise<VocabularyItem> {
  const item = await selectItem(reader, itemId)
  if (!item) throw new AppError('error_def_update', message('no_such_vocabulary_item', {}))
  if (before !== undefined && item.def !== before && item.def !== to) {
    throw new AppError('stale_record', {
      ...message('vocabulary_item_changed', { now: item.def }),
      detail: { id: itemId, def: item.def },
    })
  }
  if (item.def !== to && (await hasDefinition(reader, item.voc, to))) {
    throw new AppError('error_def_update', {
      status: 409,
      ...message('vocabulary_has_definition', { vocabulary: item.voc }),
      detail: { voc: item.voc, def: to },
    })
  }
  return item
}

interface PlannedChange {
  readonly change: ColumnChange
  readonly rows: number
}

/**
 * The changes that carry a definition into the records which use it: only of fields in which there are such.
 */
async function planChanges(
  reader: Reader,
  scope: RequestScope,
  item: VocabularyItem,
  to: string,
): Promise<PlannedChange[]> {
  if (item.def === to) return []
  const { dialect } = scope.db
  const planned: PlannedChange[] = []
  for (const place of vocabularyFields(scope.catalogue, item.voc).get(item.voc) ?? []) {
    const use = useOf(dialect, place, item.def)
    const rows = use ? await countRows(reader, scope, use) : 0
    if (!use || rows === 0) continue
    const becomes = becoming(dialect, place, item.def, to)
    if (!becomes) throw cannotHold(use, to)
    planned.push({ change: { ...use, becomes }, rows })
  }
  return planned
}

const cannotHold = ({ table, field }: Pick<ColumnChange, 'table' | 'field'>, to: string): AppError =>
  new AppError('conflict', {
    ...message('field_cannot_hold', {
      field: field.label || field.name,
      table: table.label,
      value: JSON.stringify(to),
    }),
    detail: { tb: table.name, fields: [field.name], value: to },
  })
