import type { ChangedEntity, ChangeOperation, ChangeSet } from '@trowel/contract/changes.js'
import { changedEntities, changeOperations } from '@trowel/contract/changes.js'
import { changes as english } from '@trowel/contract/messages/en/changes.js'
import { interpolate } from '@trowel/contract/messages/messages.js'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { messageIn, messagesOf } from '../../core/messages.js'
import { personText } from '../versions/version-words.js'

/** What a set is called, in the language of the page. */
export const titleOf = ({ title, sentence, facts }: ChangeSet): string =>
  messageIn('problems', { code: sentence ?? null, ...(facts && { facts }), text: title })

export const originText = (t: TFunction, origin: ChangeOrigin): string => t(`history.origins.${origin}`)

/** Who it was: a person, or a program with its key; anything else came past the service. */
export function authorText(t: TFunction, { user, user_name, key }: ChangeSet): string {
  if (key) return key.label ?? t('versions.program')
  return user === 0 ? t('history.outside') : personText(t, { userid: user, user_name })
}

/** "12 records" */
export function countText(entity: ChangedEntity, count: number): string {
  const code = `${count === 1 ? 'one' : 'many'}_${entity}` as const
  const number = count.toLocaleString(i18next.language)
  return interpolate(messagesOf('problems')[code] ?? english.problems[code], { count: number })
}

type Counts = ChangeSet['counts']

/** "12 records · 3 links", of all that was changed, or of what was made, changed or deleted. */
export const countsText = (counts: Counts, operation?: ChangeOperation): string =>
  changedEntities
    .flatMap((entity) => {
      const of = counts[entity]
      const count = of ? (operation ? of[operation] : of.created + of.updated + of.deleted) : 0
      return count > 0 ? [countText(entity, count)] : []
    })
    .join(' · ')

/** What was made, what was changed, and what was deleted, as far as anything was. */
export const countsByOperation = (counts: Counts): readonly (readonly [ChangeOperation, string])[] =>
  changeOperations
    .map((operation) => [operation, countsText(counts, operation)] as const)
    .filter(([, text]) => text !== '')

/** Does the title leave something out? */
export const hasMore = (counts: Counts): boolean => Object.keys(counts).length > 1

/** The tables of the service whose rows are called so in the journal, without their prefix. */
const systemTables: Readonly<Partial<Record<ChangedEntity, readonly string[]>>> = {
  relation: ['rs'],
  manual_link: ['userlinks'],
  geometry: ['geodata'],
  citation: ['refman_links'],
  file: ['files'],
  file_link: ['file_links'],
  vocabulary_item: ['vocabularies'],
  saved_query: ['queries'],
  chart: ['charts'],
  assemblage: ['assemblage_analyses'],
  map_view: ['map_views'],
  template: ['cfg_templates'],
  configuration: ['cfg_app', 'cfg_tables', 'cfg_fields', 'cfg_relations', 'cfg_indexes', 'cfg_geoface'],
}

/** What a column of the service's own tables is called; people named those of theirs. */
export function fieldText(entity: ChangedEntity, { field, label }: { field: string; label: string }): string {
  const known = messagesOf('changedFields')
  const tables = systemTables[entity] ?? []
  return tables.map((table) => known[`${table}.${field}`]).find((text) => text !== undefined) ?? label
}
