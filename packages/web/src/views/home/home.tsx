import { Button, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, TableMark } from '../../components/icon.js'
import { Markdown } from '../../components/markdown.js'
import { Page } from '../../components/page.js'
import { ProjectMark } from '../../components/project-mark.js'
import { Failed, Waiting } from '../../components/states.js'
import { useObjectUrl } from '../../components/use-object-url.js'
import { useApplication } from '../../core/application.js'
import { lazyPart, lazyPartWithMessages } from '../../core/lazy-part.js'
import { usePreferences } from '../../core/preferences.js'
import { recordQueries } from '../../queries/records.js'
import { welcomeQueries } from '../../queries/service.js'
import { placeOf } from './cover-point.js'
import classes from './home.module.css'

const DropFile = lazyPart(() => import('../../components/files/drop-file.js'))
const FaceForm = lazyPart(() => import('./face-form.js'))
const FirstSteps = lazyPart(() => import('./first-steps.js'))
const Pinned = lazyPart(() => import('./pinned.js'))
const Recent = lazyPartWithMessages(() => import('./recent.js'))
const Attention = lazyPart(() => import('./attention.js'))
const Places = lazyPart(() => import('./places.js'))
const Photographs = lazyPart(() => import('./photographs.js'))

/** The face of the project: what it is, what there is, what happened lately, what should be looked at. */
export function Home() {
  const { t } = useTranslation()
  const { info, tables, mayAct, frozen } = useApplication()
  const [editing, setEditing] = useState(false)
  const totals = useTotals()
  const isEmpty = tables.every(({ name }) => totals.get(name) === 0)
  const title = info.title ?? info.name
  return (
    <>
      <Cover />
      <Page
        title={title}
        heading={
          <span className={classes['title']}>
            <ProjectMark size={44} />
            {title}
          </span>
        }
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
              {t('home.edit')}
            </Button>
          )
        }
      >
        <div className={classes['home']}>
          {editing ? (
            <Suspense fallback={<Waiting />}>
              <FaceForm onEnd={() => setEditing(false)} />
            </Suspense>
          ) : (
            <Welcome />
          )}
          <div className={classes['drop']} data-open={isEmpty || undefined}>
            <Suspense>
              <DropFile look={isEmpty ? 'place' : 'hidden'} />
            </Suspense>
          </div>
          {isEmpty && (
            <Suspense fallback={<Waiting />}>
              <FirstSteps />
            </Suspense>
          )}
          <div className={classes['columns']}>
            <div className={classes['column']}>
              {tables.length > 0 && <TableFigures totals={totals} />}
              {!isEmpty && (
                <>
                  <PinnedPart />
                  <Part lines={8}>
                    <Recent />
                  </Part>
                </>
              )}
            </div>
            {!isEmpty && (
              <div className={classes['column']}>
                <AttentionPart />
                <PlacesPart totals={totals} />
                <Suspense>
                  <Photographs />
                </Suspense>
              </div>
            )}
          </div>
        </div>
      </Page>
    </>
  )
}

/** The picture of the project, as wide as the page; its place is there before it is. */
function Cover() {
  const { app, info } = useApplication()
  // Of a phone with fine dots, too, half of the picture is enough.
  const [width] = useState<800 | 1600>(() =>
    window.innerWidth * window.devicePixelRatio <= 900 ? 800 : 1600,
  )
  const { data } = useQuery(welcomeQueries.picture(app, 'cover', info.cover, width))
  const address = useObjectUrl(data)
  if (info.cover === null) return null
  return (
    <div className={classes['cover']}>
      {address && (
        <img
          src={address}
          alt=""
          className={classes['picture']}
          style={{ objectPosition: placeOf(info.cover_point) }}
        />
      )}
    </div>
  )
}

/** A part that comes by itself. @param lines how high it is, about: its place is kept */
function Part({
  lines,
  isUrgent = false,
  children,
}: {
  lines: number
  isUrgent?: boolean
  children: ReactNode
}) {
  return (
    <div
      data-urgent={isUrgent || undefined}
      className={classes['part']}
      style={{ minHeight: `calc(${lines} * var(--line-height) + 2.4rem)` }}
    >
      <Suspense fallback={<Waiting lines={lines} />}>{children}</Suspense>
    </div>
  )
}

/** What should be looked at: as high as it was the last time, so that nothing moves when it is known. */
function AttentionPart() {
  const { app } = useApplication()
  const [lines, setLines] = useLocalStorage({
    key: `trowel.attention.${app}`,
    defaultValue: 2,
    getInitialValueInEffect: false,
  })
  return (
    <Part lines={lines} isUrgent>
      <Attention onLines={setLines} />
    </Part>
  )
}

/** What the person pinned; it is known at once how much that is. */
function PinnedPart() {
  const { pins } = usePreferences()
  const searches = pins.filter(({ kind }) => kind !== 'chart').length
  const charts = pins.length - searches
  if (pins.length === 0) return null
  const rooms = { '--searches': searches, '--charts': charts, '--pairs': Math.ceil(charts / 2) }
  return (
    <div className={classes['pinned']} style={rooms as CSSProperties}>
      <Suspense fallback={<Waiting lines={4} />}>
        <Pinned pins={pins} />
      </Suspense>
    </div>
  )
}

/** The records with places of the smallest table are the sites. @returns nothing until all is counted */
function PlacesPart({ totals }: { totals: ReadonlyMap<string, number> }) {
  const { tables } = useApplication()
  const located = tables.filter(({ geodata }) => geodata)
  if (located.length === 0) return null
  const isCounted = located.every(({ name }) => totals.has(name))
  const [smallest] = located
    .filter(({ name }) => (totals.get(name) ?? 0) > 0)
    .sort((one, other) => (totals.get(one.name) ?? 0) - (totals.get(other.name) ?? 0))
  return (
    <div className={classes['places']}>
      {isCounted && smallest && (
        <Suspense>
          <Places table={smallest} />
        </Suspense>
      )}
    </div>
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
    <section aria-labelledby="home-tables" className={classes['tablesPart']}>
      <div className={classes['head']}>
        <Title order={2} id="home-tables">
          {t('home.tables')}
        </Title>
      </div>
      <div className={classes['tables']}>
        {tables.map((table) => {
          const total = totals.get(table.name)
          return (
            <Link
              key={table.name}
              to="/app/$app/records/$table"
              params={{ app, table: table.name }}
              className={classes['table']}
            >
              <TableMark table={table} size={22} />
              <span className={classes['facts']}>
                <Text component="span" size="sm" truncate>
                  {table.label}
                </Text>
                <span className={classes['figure']}>
                  {total === undefined ? '\u00a0' : total.toLocaleString(i18n.language)}
                  <span className="visually-hidden"> {t('home.recordsUnit', { count: total ?? 0 })}</span>
                </span>
              </span>
            </Link>
          )
        })}
      </div>
    </section>
  )
}

/** What people read when they come in; administrators write it. */
function Welcome() {
  const { app, info } = useApplication()
  const { data, isError, error } = useQuery(welcomeQueries.text(app))
  if (isError) return <Failed error={error} />
  if (!data) return null
  const body = beyondTitle(data.content, [info.name, info.title ?? ''], info.definition)
  return body === '' ? null : (
    <div className={classes['welcome']}>
      <Markdown text={body} />
    </div>
  )
}

/** The text without what the heading of the page says already. */
function beyondTitle(content: string, names: readonly string[], definition: string): string {
  const [first = '', ...rest] = content.trim().split('\n')
  const title = /^#\s/.test(first) ? first.slice(1).trim().toLowerCase() : undefined
  const isTitle = names.some((name) => name.toLowerCase() === title)
  const body = (isTitle ? rest.join('\n') : content).trim()
  return body === definition.trim() ? '' : body
}
