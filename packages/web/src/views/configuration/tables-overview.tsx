import { Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { saveOrder } from '../../components/changed-meanwhile.js'
import DropFile from '../../components/files/drop-file.js'
import { Icon } from '../../components/icon.js'
import { OrderList } from '../../components/order-list.js'
import { Empty, Failed, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import classes from './configuration.module.css'
import { NewTable } from './new-table.js'
import { Starts, StartsDialog } from './starts.js'
import { type Relation, useReconfigured } from './use-configuration.js'

type Named = { readonly name: string; readonly label: string }

/** The main table of each plugin table that has one. */
export const parentsOf = (
  relations: readonly Relation[],
  plugins: readonly Named[],
): ReadonlyMap<string, string> =>
  new Map(
    relations
      .filter(
        ({ from_tb, from_col }) => from_col === 'id_link' && plugins.some(({ name }) => name === from_tb),
      )
      .map(({ from_tb, to_tb }) => [from_tb, to_tb]),
  )

/** All tables in their order, plugin tables below the table whose records carry their rows. */
export function TablesOverview() {
  const { t } = useTranslation()
  const { app, table: known } = useApplication()
  const reconfigured = useReconfigured()
  const [making, { open, close }] = useDisclosure(false)
  const [offered, { open: offer, close: withdraw }] = useDisclosure(false)
  const [tables, relations] = useQueries({
    queries: [configurationQueries.tables(app), configurationQueries.relations(app)],
  })
  if (tables.isError) return <Failed error={tables.error} retry={() => void tables.refetch()} />
  if (!tables.data) return <Waiting />
  const all = tables.data.tables
  const plugins = all.filter(({ is_plugin }) => is_plugin === '1')
  const parents = parentsOf(relations.data?.data ?? [], plugins)
  const childrenOf = (name: string) => plugins.filter((plugin) => parents.get(plugin.name) === name)
  const tops = all.filter((table) => !parents.has(table.name))
  const sort = (names: readonly string[], before: readonly string[]) =>
    saveOrder(
      (isMeant) =>
        client.configuration.sortTables(
          names.flatMap((name) => [name, ...childrenOf(name).map((child) => child.name)]),
          isMeant ? {} : { before },
        ),
      reconfigured,
    )
  const features = (name: string) => {
    const table = known(name)
    return (['rs', 'geodata', 'fuzzy_date'] as const).filter((feature) => table?.[feature])
  }
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed" maw={620}>
          {t('configuration.tablesHint')}
        </Text>
        <Group gap="xs">
          <DropFile look="button" />
          {all.length > 0 && (
            <Button variant="default" leftSection={<Icon name="layers" size={16} />} onClick={offer}>
              {t('configuration.startsMore')}
            </Button>
          )}
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            {t('configuration.newTable')}
          </Button>
        </Group>
      </Group>
      {all.length === 0 ? (
        <>
          <Empty icon="table" title={t('configuration.noTables')}>
            {t('configuration.noTablesText')}
          </Empty>
          <Starts />
        </>
      ) : (
        <div className={classes['panel']}>
          <OrderList
            label={t('configuration.parts.tables')}
            items={tops.map((table) => ({ ...table, key: table.name, name: table.label, short: table.name }))}
            onOrder={sort}
          >
            {(table) => (
              <div className={classes['table']}>
                <Group gap="xs" className={classes['line']}>
                  <Link
                    to="/app/$app/configuration/$table"
                    params={{ app, table: table.short }}
                    className={classes['name']}
                  >
                    {table.label}
                  </Link>
                  {table.is_plugin === '1' && (
                    <Badge variant="default" tt="none" fw={500}>
                      {t('configuration.alone')}
                    </Badge>
                  )}
                  {features(table.short).map((feature) => (
                    <Badge key={feature} variant="light" color="gray" tt="none" fw={500}>
                      {t(`configuration.features.${feature}`)}
                    </Badge>
                  ))}
                </Group>
                {childrenOf(table.short).map((child) => (
                  <Group key={child.name} gap="xs" className={classes['child']}>
                    <Icon name="bulk" size={14} />
                    <Link
                      to="/app/$app/configuration/$table"
                      params={{ app, table: child.name }}
                      className={classes['name']}
                    >
                      {child.label}
                    </Link>
                    <Text size="xs" c="dimmed">
                      {t('configuration.rowsOf', { table: table.label })}
                    </Text>
                  </Group>
                ))}
              </div>
            )}
          </OrderList>
        </div>
      )}
      {offered && <StartsDialog onClose={withdraw} />}
      {making && <NewTable tables={all} onClose={close} />}
    </>
  )
}
