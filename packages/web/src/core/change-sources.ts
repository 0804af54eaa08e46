import type { Change, ChangedEntity, FollowedSet } from '@trowel/contract/changes.js'
import type { Entity, Source } from './query.js'

/** What the answers of the page are made of, by what the journal calls it. */
const entities: Readonly<Record<ChangedEntity, readonly Entity[]>> = {
  record: ['record'],
  plugin_row: ['record'],
  file: ['file'],
  file_link: ['file'],
  geometry: ['feature'],
  relation: ['relation'],
  manual_link: ['link'],
  citation: ['citation'],
  vocabulary_item: ['vocabulary'],
  saved_query: ['saved_query'],
  chart: ['chart'],
  assemblage: ['assemblage'],
  map_view: ['map_view'],
  template: ['template'],
  configuration: ['configuration', 'layer', 'welcome'],
}
/** Answers show both ends of them, and the change names one. */
const isBetweenRecords: readonly ChangedEntity[] = ['relation', 'manual_link']

/** What a change set changed; where it does not tell all of its changes, by their kinds alone. */
export function sourcesOf({ changes, total, counts }: FollowedSet): readonly Source[] {
  if (total > changes.length)
    return Object.keys(counts).flatMap((entity) => sourcesOfKind(entity as ChangedEntity))
  const told = changes.flatMap(({ entity, table, record }: Change) =>
    sourcesOfKind(entity, {
      table: record?.table ?? table ?? undefined,
      id: isBetweenRecords.includes(entity) ? undefined : record?.id,
    }),
  )
  return [...new Map(told.map((source) => [JSON.stringify(source), source])).values()]
}

const sourcesOfKind = (entity: ChangedEntity, where: Omit<Source, 'of'> = {}): readonly Source[] =>
  entities[entity].map((of) => ({ of, ...where }))
