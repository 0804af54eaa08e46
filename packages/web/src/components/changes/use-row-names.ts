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
}

/** What rows are called: "Contexts C88", or what they are, with their number. */
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
  return ({ entity, table, id }) => {
    const label = table === null ? undefined : (tableOf(table)?.label ?? table)
    if (entity === 'record') {
      const name = table === null ? undefined : names[tables.indexOf(table)]?.data?.get(id)
      return `${label ?? ''} ${name ?? id}`.trim()
    }
    const known = changedEntities.find((one) => one === entity)
    const what = known && known !== 'record' ? t(`history.entities.${known}`) : undefined
    return [what, label, id].filter((part) => part !== undefined).join(' ')
  }
}
