import { Anchor, Button, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiError } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Empty, Failed, NoSuchPage, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import { isTablePart, tableParts } from './configuration-address.js'
import { FieldsList } from './fields-list.js'
import { Indexes } from './indexes.js'
import { TableMenu } from './table-menu.js'
import { TableSettings } from './table-settings.js'
import { TableSwitches } from './table-switches.js'

/** One table: its fields, its settings, its indexes. */
export function TableConfiguration() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { table: name } = useParams({ from: '/app/$app/configuration/$table' })
  const { part = 'fields' } = useSearch({ from: '/app/$app/configuration/$table' })
  const navigate = useNavigate()
  const query = useQuery(configurationQueries.table(app, name))
  if (!mayAct(privileges.super_admin)) return <Empty icon="lock" isPage title={t('states.refused')} />
  if (query.error instanceof ApiError && query.error.code === 'unknown_table') return <NoSuchPage />
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Waiting lines={10} />
  const { table } = query.data
  const isPlugin = table.is_plugin === '1'
  return (
    <Page
      title={`${table.label} · ${t('navigation.configuration')}`}
      heading={table.label}
      note={
        <Anchor component={Link} to={`/app/${app}/configuration`} size="sm" c="dimmed">
          {t('navigation.configuration')}
        </Anchor>
      }
      actions={
        <Group gap="xs">
          {!isPlugin && (
            <Button
              variant="default"
              component={Link}
              to={`/app/${app}/records/${name}`}
              leftSection={<Icon name="table" size={16} />}
            >
              {t('configuration.toRecords')}
            </Button>
          )}
          <TableMenu table={table} />
        </Group>
      }
    >
      <Tabs
        value={part}
        keepMounted={false}
        onChange={(chosen) => {
          if (isTablePart(chosen))
            void navigate({
              to: '/app/$app/configuration/$table',
              params: { app, table: name },
              search: chosen === 'fields' ? {} : { part: chosen },
              replace: true,
            })
        }}
      >
        <Tabs.List mb="md">
          {tableParts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`configuration.tableParts.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="fields">
          <FieldsList table={table} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <TableSettings key={table.name} table={table} />
          <TableSwitches table={table} />
        </Tabs.Panel>
        <Tabs.Panel value="indexes">
          <Indexes table={table} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
