import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Page } from '../../parts/page.js'
import { Waiting } from '../../parts/states.js'
import classes from './home.module.css'

/** What there is, and what happened lately. */
export function Home() {
  const { t, i18n } = useTranslation()
  const { app, info, tables } = useApplication()
  const counts = useQueries({
    queries: tables.map(({ name }) => ({
      queryKey: [app, 'records', name, 'count'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.records.list(name, { per_page: 1, columns: ['id'] }, { signal }),
    })),
  })
  const recent = useQuery({
    queryKey: [app, 'history', 'own'],
    queryFn: ({ signal }) => client.history.list({ per_page: 8 }, { signal }),
  })
  return (
    <Page title={info.name} note={info.definition}>
      <Stack gap="xl">
        <section>
          <Title order={2} mb="sm">
            {t('home.tables')}
          </Title>
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm">
            {tables.map((table, k) => {
              const total = counts[k]?.data?.total
              return (
                <Link
                  key={table.name}
                  to="/app/$app/records/$table"
                  params={{ app, table: table.name }}
                  className={classes['table']}
                >
                  <Text component="span" fw={600} size="sm">
                    {table.label}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" className="numbers">
                    {total === undefined
                      ? '…'
                      : t('home.records', { count: total, number: total.toLocaleString(i18n.language) })}
                  </Text>
                </Link>
              )
            })}
          </SimpleGrid>
        </section>
        <section>
          <Title order={2} mb="sm">
            {t('home.recent')}
          </Title>
          {recent.isPending && <Waiting lines={4} />}
          {recent.data?.data.length === 0 && (
            <Text c="dimmed" size="sm">
              {t('home.nothingRecent')}
            </Text>
          )}
          {recent.data?.data.map((change) => (
            <Link
              key={change.id}
              to="/app/$app/record/$table/$id"
              params={{ app, table: change.tb, id: String(change.rowid) }}
              className={classes['change']}
            >
              <span>
                {change.tb_label} {change.rowid}
              </span>
              <Text component="span" size="sm" c="dimmed">
                {new Date(change.time).toLocaleString(i18n.language)}
              </Text>
            </Link>
          ))}
        </section>
      </Stack>
    </Page>
  )
}
