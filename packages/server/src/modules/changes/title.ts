import {
  type ChangedEntity,
  type ChangeOperation,
  changedEntities,
  changeOperations,
} from '@trowel/contract/changes.js'
import type { Catalogue } from '../../catalogue/catalogue.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import { type Message, message } from '../../message.js'
import type { ChangeSetRow, TableCounts } from './store.js'

const sum = ({ created, updated, deleted }: TableCounts): number => created + updated + deleted

/**
 * What a change set is called: by what it did to records; without any, by the first kind of the rest. Of
 * several tables the one with most rows is named.
 */
export function titleOf(
  catalogue: Catalogue,
  { incomplete }: Pick<ChangeSetRow, 'incomplete'>,
  counts: readonly TableCounts[],
): Required<Message> {
  const changed = counts.filter((each) => sum(each) > 0)
  const entity = changedEntities.find((one) => changed.some(({ tb }) => entityOf(catalogue, tb) === one))
  if (entity === undefined) return message(incomplete === 1 ? 'set_unseen' : 'set_from_backup', {})
  const ofEntity = changed
    .filter(({ tb }) => entityOf(catalogue, tb) === entity)
    .sort((one, other) => sum(other) - sum(one))
  const table = catalogue.tables.get(ofEntity[0]?.tb ?? '')
  const meant = table ? ofEntity.slice(0, 1) : ofEntity
  const count = meant.reduce((total, each) => total + sum(each), 0)
  const done = changeOperations.filter((operation) => meant.some((each) => each[operation] > 0))
  const operation = done.length === 1 && done[0] ? done[0] : 'updated'
  const things = countOf(entity, count)
  if (!table) return message(`set_${operation}`, { things })
  const title = message(`set_${operation}_in`, { things, table: table.label })
  return ofEntity.length > 1 ? message('set_and_more', { title }) : title
}

/** The number is a fact; in the English text it has commas. */
function countOf(entity: ChangedEntity, count: number): Message {
  if (count === 1) return message(`one_${entity}`, {})
  const code = `many_${entity}` as const
  return { ...message(code, { count }), text: message(code, { count: count.toLocaleString('en') }).text }
}

/** How many rows were created, updated and deleted, by what they are. */
export function countsByEntity(
  catalogue: Catalogue,
  counts: readonly Omit<TableCounts, 'set_id'>[],
): Record<string, Record<ChangeOperation, number>> {
  const byEntity: Record<string, Record<ChangeOperation, number>> = {}
  for (const { tb, created, updated, deleted } of counts) {
    const entity = entityOf(catalogue, tb)
    if (entity === undefined || created + updated + deleted === 0) continue
    const before = byEntity[entity] ?? { created: 0, updated: 0, deleted: 0 }
    byEntity[entity] = {
      created: before.created + created,
      updated: before.updated + updated,
      deleted: before.deleted + deleted,
    }
  }
  return byEntity
}
