import { useQueries } from '@tanstack/react-query'
import type { Change } from '@trowel/contract/changes.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'
import { relationWords } from '../stratigraphy/relation-sides.js'
import { fieldText } from './change-set-words.js'

type Value = Change['fields'][number]['before']

/** Columns of the service's own tables that name a table, and those that are a yes or a no. */
const tableColumns = ['tb', 'tb_one', 'tb_two', 'table_link', 'table_name', 'from_tb', 'to_tb']
const answerColumns = ['printable', 'detached', 'is_global', 'is_plugin', 'is_unique', 'auto']

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
  const referred = new Map<string, number[]>()
  for (const change of ofRecords)
    for (const { field, before, after } of change.fields) {
      const target = fieldOf(change, field)?.ref_tb
      if (target == null) continue
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
  const textOf = (change: Change, field: string, value: Value): string => {
    if (value === null || value === '') return ''
    const { entity } = change
    if (entity !== 'record' && entity !== 'plugin_row') {
      if (entity === 'relation' && field === 'relation') return relationWords(Number(value))
      if (tableColumns.includes(field)) return tableOf(String(value))?.label ?? String(value)
      return answerColumns.includes(field) ? t(Number(value) ? 'fields.yes' : 'fields.no') : String(value)
    }
    const known = fieldOf(change, field)
    if (known === undefined) return String(value)
    if (describeFieldType(known.type).holds === 'answer') return t(Number(value) ? 'fields.yes' : 'fields.no')
    return (
      (known.ref_tb != null && names[targets.indexOf(known.ref_tb)]?.data?.get(Number(value))) ||
      String(value)
    )
  }
  /** What a field is called, where the change itself does not say it. */
  const labelOf = (change: Change, field: string): string =>
    fieldOf(change, field)?.label ?? fieldText(change.entity, { field, label: field })
  return { textOf, labelOf }
}

export type TextOf = ReturnType<typeof useValueTexts>['textOf']
