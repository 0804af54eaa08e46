import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { listIn } from '../../components/settings.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { recordQueries } from '../../queries/records.js'
import { DeleteQuestion } from './delete-question.js'
import { RenameShortName } from './rename-short-name.js'
import type { ConfiguredTable } from './use-configuration.js'

/** What is seldom done with a table. */
export function TableMenu({ table }: { table: ConfiguredTable }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <MoreMenu label={t('record.more')} size="lg" outlined>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => setAsked('rename')}>
          {t('configuration.fieldMenu.rename')}
        </Menu.Item>
        <Menu.Item
          color="var(--danger)"
          leftSection={<Icon name="bin" size={16} />}
          onClick={() => setAsked('delete')}
        >
          {t('configuration.deleteTable')}
        </Menu.Item>
      </MoreMenu>
      {asked === 'rename' && (
        <RenameShortName
          label={table.label}
          name={table.name}
          rename={(to) => client.configuration.renameTable(table.name, to)}
          onRenamed={(to) =>
            void navigate({
              to: '/app/$app/configuration/$table',
              params: { app, table: to },
              replace: true,
            })
          }
          onClose={close}
        />
      )}
      {asked === 'delete' && <DeleteTable table={table} onClose={close} />}
    </>
  )
}

function DeleteTable({ table, onClose }: { table: ConfiguredTable; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { app, table: known } = useApplication()
  const navigate = useNavigate()
  const count = useQuery({
    ...recordQueries.count(app, table.name),
    enabled: known(table.name) !== undefined,
  })
  const relations = useQuery(configurationQueries.relations(app))
  const pointing = (relations.data?.data ?? []).filter(
    ({ from_tb, from_col, to_tb }) =>
      to_tb === table.name && from_tb !== table.name && from_col !== 'id_link',
  )
  const plugins = listIn(table, 'plugin')
  return (
    <DeleteQuestion
      title={t('configuration.deleteTableTitle', { table: table.label })}
      goes={[
        count.data
          ? t('configuration.recordsGo', {
              count: count.data.total,
              number: count.data.total.toLocaleString(i18n.language),
            })
          : t('configuration.allRowsGo'),
        ...(plugins.length > 0 ? [t('configuration.pluginsStay', { count: plugins.length })] : []),
        ...[...new Set(pointing.map(({ from_label }) => from_label))].map((label) =>
          t('configuration.linkGoes', { table: label }),
        ),
        t('configuration.layoutsGo'),
      ]}
      remove={() => client.configuration.removeTable(table.name)}
      done={t('configuration.tableDeleted', { table: table.label })}
      onDeleted={async () => {
        await navigate({ to: '/app/$app/configuration', params: { app } })
      }}
      onClose={onClose}
    />
  )
}
