import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { useUndoKeys } from '../../components/changes/use-undo-keys.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { layoutOf } from './use-layout.js'
import { Workspace } from './workspace.js'

/** The Harris matrix of a table, or of a part of it. */
export function Matrix() {
  const { t } = useTranslation()
  const { app, tables } = useApplication()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/$app/matrix' })
  useUndoKeys()
  const stratified = tables.filter(({ rs }) => rs)
  const table = stratified.find(({ name }) => name === search.table) ?? stratified[0]
  const query = useQuery({ ...layoutOf(app, table?.name ?? '', search), enabled: table !== undefined })
  if (!table)
    return (
      <Page title={t('navigation.matrix')}>
        <Empty icon="matrix" title={t('matrix.noTable')}>
          {t('matrix.noTableText')}
        </Empty>
      </Page>
    )
  const chooser = stratified.length > 1 && (
    <Select
      w={180}
      aria-label={t('matrix.table')}
      allowDeselect={false}
      data={stratified.map(({ name, label }) => ({ value: name, label }))}
      value={table.name}
      onChange={(name) =>
        void navigate({ to: '/app/$app/matrix', params: { app }, search: { table: name ?? undefined } })
      }
    />
  )
  if (query.data)
    return <Workspace key={table.name} table={table} layout={query.data} search={search} chooser={chooser} />
  return (
    <Page title={t('navigation.matrix')} past={{ table: table.name }} actions={chooser}>
      {query.error instanceof ApiError && query.error.code === 'result_too_large' ? (
        <Empty icon="matrix" title={t('matrix.tooLarge')}>
          {t('matrix.tooLargeText')}
        </Empty>
      ) : (
        <Loaded query={query} lines={12}>
          {() => null}
        </Loaded>
      )}
    </Page>
  )
}
