import { Button, SimpleGrid, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Markdown } from '../../components/markdown.js'
import { Page } from '../../components/page.js'
import { Failed, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { recordQueries } from '../../queries/records.js'
import { welcomeQueries } from '../../queries/service.js'
import { FirstSteps } from './first-steps.js'
import classes from './home.module.css'
import { Recent } from './recent.js'
import { useFindings } from './use-findings.js'

/** What this is, what there is, what happened lately, and what should be looked at. */
export function Home() {
  const { t } = useTranslation()
  const { info, tables, mayAct, frozen } = useApplication()
  const [editing, setEditing] = useState(false)
  const totals = useTotals()
  const isEmpty = tables.every(({ name }) => totals.get(name) === 0)
  return (
    <Page
      title={info.name}
      note={info.definition}
      actions={
        mayAct(privileges.admin) &&
        !frozen &&
        !editing && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="edit" size={16} />}
            onClick={() => setEditing(true)}
          >
            {t('home.editWelcome')}
          </Button>
        )
      }
    >
      <div className={classes['home']}>
        <Welcome editing={editing} onEnd={() => setEditing(false)} />
        <div className={classes['drop']} data-open={isEmpty || undefined}>
          <Suspense>
            <DropFile look={isEmpty ? 'place' : 'hidden'} />
          </Suspense>
        </div>
        {isEmpty ? <FirstSteps /> : null}
        {tables.length > 0 && <TableFigures totals={totals} />}
        {!isEmpty && (
          <div className={classes['columns']}>
            <Recent />
            <Attention />
          </div>
        )}
      </div>
    </Page>
  )
}

/** How many records each table has; a table whose number is on its way is missing. */
function useTotals(): ReadonlyMap<string, number> {
  const { app, tables } = useApplication()
  return useQueries({
    queries: tables.map(({ name }) => recordQueries.count(app, name)),
    combine: (counts) =>
      new Map(
        tables.flatMap(({ name }, k) => {
          const total = counts[k]?.data?.total
          return total === undefined ? [] : [[name, total] as const]
        }),
      ),
  })
}

/** Every table with its number of records. */
function TableFigures({ totals }: { totals: ReadonlyMap<string, number> }) {
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

/**
 * What a user should look at: contradictions of the stratigraphy, files without a record, people who wait.
 */
function Attention() {
  const { t } = useTranslation()
  const { findings, isPending } = useFindings()
  return (
    <section aria-labelledby="home-attention">
      <div className={classes['head']}>
        <Title order={2} id="home-attention">
          {t('home.attention')}
        </Title>
      </div>
      {findings.length > 0 && (
        <ul className={classes['list']}>
          {findings.map(({ key, text, to, search }) => (
            <li key={key} className={classes['line']}>
              <span className={classes['finding']}>
                <Icon name="warning" size={16} />
                <Link to={to} search={search as never} className={classes['name']}>
                  {text}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      {findings.length === 0 && !isPending && (
        <Text c="dimmed" size="sm" className={classes['finding'] ?? ''}>
          <Icon name="check" size={16} /> {t('home.nothingToMend')}
        </Text>
      )}
    </section>
  )
}

const DropFile = lazyPart(() => import('../../components/files/drop-file.js'))
const WelcomeForm = lazyPart(() => import('./welcome-form.js'))

/** What people read when they come in; administrators write it. */
function Welcome({ editing, onEnd }: { editing: boolean; onEnd: () => void }) {
  const { app, info } = useApplication()
  const { data, isError, error } = useQuery(welcomeQueries.text(app))
  if (isError) return <Failed error={error} />
  if (!data) return null
  if (editing)
    return (
      <Suspense fallback={<Waiting />}>
        <WelcomeForm content={data.content} onEnd={onEnd} />
      </Suspense>
    )
  const body = beyondTitle(data.content, info)
  return body === '' ? null : <Markdown text={body} />
}

/** The text without what the heading of the page says already. */
function beyondTitle(content: string, { name, definition }: { name: string; definition: string }): string {
  const [first = '', ...rest] = content.trim().split('\n')
  const isTitle = /^#\s/.test(first) && first.slice(1).trim().toLowerCase() === name.toLowerCase()
  const body = (isTitle ? rest.join('\n') : content).trim()
  return body === definition.trim() ? '' : body
}
