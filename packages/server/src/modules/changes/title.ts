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

/** Parts of the configuration by their tables. Those of which there is one row are settings. */
const configurationParts = {
  sys_cfg_tables: 'table',
  sys_cfg_fields: 'field',
  sys_cfg_relations: 'table_relation',
  sys_cfg_indexes: 'index',
  sys_cfg_geoface: 'map_settings',
  sys_cfg_app: 'project_settings',
} as const
const configured = Object.keys(configurationParts) as (keyof typeof configurationParts)[]

/**
 * What a change set is called: by what it did to the configuration, from which all else in the set follows;
 * then by what it did to records; without any, by the first kind of the rest. Of several tables the one with
 * most rows is named.
 */
export function titleOf(
  catalogue: Catalogue,
  { incomplete }: Pick<ChangeSetRow, 'incomplete'>,
  counts: readonly TableCounts[],
): Required<Message> {
  const changed = counts.filter((each) => sum(each) > 0)
  const ofConfiguration = configurationTitle(changed)
  if (ofConfiguration) return ofConfiguration
  const entity = changedEntities.find((one) => changed.some(({ tb }) => entityOf(catalogue, tb) === one))
  if (entity === undefined) return message(incomplete === 1 ? 'set_unseen' : 'set_from_backup', {})
  const ofEntity = changed
    .filter(({ tb }) => entityOf(catalogue, tb) === entity)
    .sort((one, other) => sum(other) - sum(one))
  const table = catalogue.tables.get(ofEntity[0]?.tb ?? '')
  const meant = table ? ofEntity.slice(0, 1) : ofEntity
  const things = countOf(
    entity,
    meant.reduce((total, each) => total + sum(each), 0),
  )
  const operation = operationOf(meant)
  if (!table) return message(`set_${operation}`, { things })
  const title = message(`set_${operation}_in`, { things, table: table.label })
  return ofEntity.length > 1 ? message('set_and_more', { title }) : title
}

/** A part that was made or deleted tells more than one that changed along with it. */
function configurationTitle(changed: readonly TableCounts[]): Required<Message> | undefined {
  const parts = configured.flatMap((table) =>
    changed.filter(({ tb }) => tb === table).map((counts) => ({ part: configurationParts[table], counts })),
  )
  const chosen = parts.find(({ counts }) => counts.created + counts.deleted > 0) ?? parts[0]
  if (!chosen) return undefined
  const { part, counts } = chosen
  const isSettings = part === 'map_settings' || part === 'project_settings'
  const things = isSettings ? message(part, {}) : countOf(part, sum(counts))
  return message(`set_${operationOf([counts])}`, { things })
}

function operationOf(counts: readonly TableCounts[]): ChangeOperation {
  const done = changeOperations.filter((operation) => counts.some((each) => each[operation] > 0))
  return done.length === 1 && done[0] ? done[0] : 'updated'
}

/** The number is a fact; in the English text it has commas. */
function countOf(
  thing: ChangedEntity | 'table' | 'field' | 'table_relation' | 'index',
  count: number,
): Message {
  if (count === 1) return message(`one_${thing}`, {})
  const code = `many_${thing}` as const
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
