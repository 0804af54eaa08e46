import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { RecordGroup } from '@trowel/contract/record-groups.js'
import i18next from 'i18next'
import { numberText } from '../../../components/fields/number-text.js'
import { momentText } from '../../../components/versions/version-words.js'
import type { Column } from '../columns.js'

/** By what a list is grouped: a column, of days also a part of them. */
export interface GroupedBy {
  readonly column: Column
  readonly part: 'year' | 'month' | undefined
}

/** @param group as an address names it: `material`, `found_on:year` */
export function groupedBy(group: string | undefined, all: readonly Column[]): GroupedBy | undefined {
  const [name, part] = (group ?? '').split(':')
  const column = all.find((one) => one.name === name)
  if (!column || (part !== undefined && part !== 'year' && part !== 'month')) return undefined
  return { column, part }
}

/** By what a column puts records together; long texts, each of which is another, by nothing. */
export const groupParts = ({ type }: Column): readonly GroupedBy['part'][] => {
  const { holds } = describeFieldType(type)
  if (holds === 'paragraphs') return []
  return type === 'moment' ? ['year', 'month'] : holds === 'day' ? [undefined, 'year', 'month'] : [undefined]
}

/** What a group is called. */
export function groupName({ column, part }: GroupedBy, { key, label }: RecordGroup): string {
  const { t, language } = i18next
  if (key === null) return t('groups.none')
  if (label !== null) return label
  if (column.type === 'person') return t(key === 0 ? 'versions.program' : 'versions.goneAccount')
  if (column.isLookup) return t('grid.nameless', { id: key })
  const text = String(key)
  if (part === 'month' && /^\d{4}-\d\d$/.test(text))
    return new Date(`${text}-01T00:00:00`).toLocaleDateString(language, { year: 'numeric', month: 'long' })
  const { holds } = describeFieldType(column.type)
  if (holds === 'answer') return t(Number(key) ? 'fields.yes' : 'fields.no')
  if (column.type === 'moment' && part === undefined) return momentText(text, language)
  if (holds === 'list') return text.split(';').join(', ')
  return column.isNumber ? numberText(text, language) : text
}
