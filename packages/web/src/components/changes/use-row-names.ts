import { useQueries } from '@tanstack/react-query'
import { changedEntities } from '@trowel/contract/changes.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'

/** A row that a conflict or a refusal is about. */
export interface ChangedRow {
  readonly entity: string
  /** The configured table to which it belongs. */
  readonly table: string | null
  readonly id: number
  /** The record from which the row hangs, where that is known. */
  readonly record?: { readonly table: string; readonly id: number; readonly label: string } | undefined
}

/** What rows are called: "Contexts C88", "File of Contexts C88", or what they are, with their number. */
export function useRowNames(rows: readonly ChangedRow[]): (row: ChangedRow) => string {
  const { t } = useTranslation()
  const { app, table: tableOf } = useApplication()
  const records = rows.filter(({ entity }) => entity === 'record')
  const tables = [...new Set(records.flatMap(({ table }) => table ?? []))]
  const names = useQueries({
    queries: tables.map((name) => {
      const known = tableOf(name)
      const ids = records.flatMap(({ table, id }) => (table === name ? id : []))
      return recordQueries.names(app, known?.name, known?.id_field, ids)
    }),
  })
  return ({ entity, table, id, record }) => {
    const label = table === null ? undefined : (tableOf(table)?.label ?? table)
    if (entity === 'record') {
      const name = table === null ? undefined : names[tables.indexOf(table)]?.data?.get(id)
      return `${label ?? ''} ${name ?? id}`.trim()
    }
    const known = changedEntities.find((one) => one === entity)
    const what = known && known !== 'record' ? t(`history.entities.${known}`) : undefined
    if (record) return `${what} ${tableOf(record.table)?.label ?? record.table} ${record.label}`
    const alone = isHanging(known) ? t(`history.alone.${known}`) : what
    return t('history.numbered', { what: [alone, label].filter((part) => part !== undefined).join(' '), id })
  }
}

/** What hangs from a record is called by it, or by a word that stands alone. */
const hanging = ['plugin_row', 'geometry', 'relation', 'manual_link', 'citation', 'file_link'] as const
const isHanging = (entity: string | undefined): entity is (typeof hanging)[number] =>
  hanging.some((one) => one === entity)
