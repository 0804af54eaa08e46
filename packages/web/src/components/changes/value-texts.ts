import { useQueries } from '@tanstack/react-query'
import type { Change, ChangedEntity } from '@trowel/contract/changes.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { fileQueries } from '../../queries/files.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'
import { fileName } from '../files/file-kind.js'
import { relationWords } from '../stratigraphy/relation-sides.js'
import { fieldText } from './change-set-words.js'
import { settingsText } from './settings-text.js'

type Value = Change['fields'][number]['before']

/** Columns of the service's own tables that name a table, hold settings as JSON, or are a yes or a no. */
const tableColumns = ['tb', 'tb_one', 'tb_two', 'table_link', 'table_name', 'from_tb', 'to_tb']
const settingsColumns = [
  'definition',
  'query',
  'extra',
  'layers',
  'preview',
  'columns',
  'content',
  'list_columns',
]
const answerColumns = ['printable', 'detached', 'is_global', 'is_plugin', 'is_unique', 'auto']

/** Columns that hold the id of a record, and those that name its table. */
const recordColumns: Readonly<Partial<Record<ChangedEntity, Readonly<Record<string, string>>>>> = {
  relation: { first: 'tb', second: 'tb' },
  manual_link: { id_one: 'tb_one', id_two: 'tb_two' },
  geometry: { id_link: 'table_link' },
  citation: { record_id: 'tb' },
  file_link: { record_id: 'table_name' },
}

/** So many files are called by name; each is asked for. */
const maxNamedFiles = 10

/** The ids of files of which a change says no name. */
const namelessFiles = ({ entity, operation, id, fields }: Change): number[] =>
  entity === 'file' && operation === 'updated'
    ? [id]
    : fields.filter(({ field }) => field === 'file_id').map(({ before, after }) => Number(after ?? before))

/** What values of these changes are to people: names in place of ids, words in place of 1 and 0. */
export function useValueTexts(changes: readonly Change[]) {
  const { t } = useTranslation()
  const { app, table: tableOf } = useApplication()
  const ofRecords = changes.filter(({ entity }) => entity === 'record' || entity === 'plugin_row')
  const tables = [...new Set(ofRecords.flatMap(({ record }) => record?.table ?? []))].filter(tableOf)
  const configs = useQueries({ queries: tables.map((table) => searchQueries.config(app, table)) })
  const fields = new Map(
    configs.flatMap(({ data }) => data?.fields ?? []).map((field) => [field.value, field]),
  )
  const fieldOf = ({ table }: Change, field: string) => fields.get(`${table}:${field}`)
  /** The table of the record whose id a field holds. */
  const targetOf = (change: Change, field: string): string | undefined => {
    const column = recordColumns[change.entity]?.[field]
    if (column === undefined) return fieldOf(change, field)?.ref_tb
    const named = change.fields.find((one) => one.field === column)
    const target = named?.after ?? named?.before
    return target == null ? undefined : String(target)
  }
  const referred = new Map<string, number[]>()
  for (const change of changes)
    for (const { field, before, after } of change.fields) {
      const target = targetOf(change, field)
      if (target === undefined) continue
      const ids = [before, after].filter((value) => value !== null && value !== '').map(Number)
      referred.set(target, [...(referred.get(target) ?? []), ...ids])
    }
  const targets = [...referred.keys()]
  const names = useQueries({
    queries: targets.map((target) => {
      const known = tableOf(target)
      return recordQueries.names(app, known?.name, known?.id_field, referred.get(target) ?? [])
    }),
  })
  const nameOf = (target: string | undefined, value: Value): string | undefined =>
    target === undefined ? undefined : names[targets.indexOf(target)]?.data?.get(Number(value))
  const fileIds = [...new Set(changes.flatMap(namelessFiles))].slice(0, maxNamedFiles)
  const files = useQueries({ queries: fileIds.map((id) => fileQueries.one(app, id)) })
  const knownFile = (id: number): string | undefined => {
    const file = files[fileIds.indexOf(id)]?.data?.files[0]
    return file && fileName(file)
  }
  const textOf = (change: Change, field: string, value: Value): string => {
    if (value === null || value === '') return ''
    const { entity } = change
    const name = nameOf(targetOf(change, field), value)
    if (name) return name
    if (entity !== 'record' && entity !== 'plugin_row') {
      if (field === 'file_id') return knownFile(Number(value)) ?? String(value)
      if (entity === 'file' && field === 'marks') return t('viewer.marksOf', { count: countMarks(value) })
      if (entity === 'relation' && field === 'relation') return relationWords(Number(value))
      if (tableColumns.includes(field)) return tableOf(String(value))?.label ?? String(value)
      if (answerColumns.includes(field)) return t(Number(value) ? 'fields.yes' : 'fields.no')
      return settingsColumns.includes(field) ? settingsText(String(value)) : String(value)
    }
    const known = fieldOf(change, field)
    if (known === undefined) return String(value)
    if (describeFieldType(known.type).holds === 'answer') return t(Number(value) ? 'fields.yes' : 'fields.no')
    return String(value)
  }
  /** What a field is called, where the change itself does not say it. */
  const labelOf = (change: Change, field: string): string =>
    fieldOf(change, field)?.label ?? fieldText(change.entity, { field, label: field })
  /** The name of a changed file, which the change does not say. */
  const nameOfFile = ({ entity, id }: Change): string | undefined =>
    entity === 'file' ? knownFile(id) : undefined
  return { textOf, labelOf, nameOfFile }
}

function countMarks(value: Value): number {
  const marks: unknown = JSON.parse(String(value))
  return Array.isArray(marks) ? marks.length : 0
}

export type TextOf = ReturnType<typeof useValueTexts>['textOf']
