import { SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import classes from './home.module.css'

/** Every table with its number of records. */
export function TableFigures({ totals }: { totals: ReadonlyMap<string, number> }) {
  const { t, i18n } = useTranslation()
  const { app, tables } = useApplication()
  return (
    <section aria-labelledby="home-tables">
      <Title order={2} mb="sm" id="home-tables">
        {t('home.tables')}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4, lg: 5 }} spacing="xs">
        {tables.map((table) => {
          const total = totals.get(table.name)
          return (
            <Link
              key={table.name}
              to="/app/$app/records/$table"
              params={{ app, table: table.name }}
              className={classes['table']}
            >
              <Text component="span" size="sm" c="dimmed" truncate>
                {table.label}
              </Text>
              <span className={classes['figure']}>
                {total === undefined ? '…' : total.toLocaleString(i18n.language)}
                <span className="visually-hidden"> {t('home.recordsUnit', { count: total ?? 0 })}</span>
              </span>
            </Link>
          )
        })}
      </SimpleGrid>
    </section>
  )
}
