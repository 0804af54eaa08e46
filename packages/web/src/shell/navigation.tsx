import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { Thing } from '@trowel/contract/preferences.js'
import { privileges } from '@trowel/contract/privileges.js'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName, TableMark } from '../components/icon.js'
import { ProjectMark } from '../components/project-mark.js'
import { addressOf } from '../components/saved-search.js'
import { type Table, useApplication } from '../core/application.js'
import { command } from '../core/keyboard.js'
import { lazyPart } from '../core/lazy-part.js'
import { useFolded, useKept, usePreferences } from '../core/preferences.js'
import { sections, useMenuEntries } from '../navigation.js'
import classes from './navigation.module.css'
import { PersonButton } from './person-button.js'

const PersonMenu = lazyPart(() => import('./person-menu.js'))

/** So many of the records that were opened lately are in the menu; the palette has all of them. */
const maxRecents = 5

/** The menu: the project, what a person keeps at hand, the tables, and the views that he may use. */
export function Navigation({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const { t } = useTranslation()
  const { app, info, tables } = useApplication()
  const { favourites, recents } = usePreferences()
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  // Wherever one comes from, the entry that one is at is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another entry
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const [isPersonAsked, setPersonAsked] = useState(false)
  const title = info.title ?? info.name
  return (
    <div className={classes['navigation']}>
      <Link to="/app/$app" params={{ app }} className={classes['application']} title={title}>
        <ProjectMark size={32} />
        <span className={classes['names']}>
          <Text component="span" fw={650} size="sm" lineClamp={2} lh={1.25}>
            {title}
          </Text>
        </span>
      </Link>
      <UnstyledButton className={classes['search']} onClick={onSearch}>
        <Icon name="search" size={15} />
        <span>{t('shell.search')}</span>
        <Kbd size="xs">{command} K</Kbd>
      </UnstyledButton>
      <div className={classes['scroll']} ref={list}>
        <Things name="favourites" title={t('shell.favourites')} things={favourites} />
        <Tables tables={tables} />
        <Things name="recent" title={t('shell.recent')} things={recents.slice(0, maxRecents)} />
        <Views />
      </div>
      <Suspense fallback={<PersonButton />}>
        {isPersonAsked ? (
          <PersonMenu onHelp={onHelp} />
        ) : (
          <PersonButton aria-haspopup="menu" aria-expanded={false} onClick={() => setPersonAsked(true)} />
        )}
      </Suspense>
    </div>
  )
}

/** The table whose list, or one of whose records, an address shows. */
const tableIn = (pathname: string): string | undefined => {
  const [, , , view, table] = pathname.split('/')
  return (view === 'records' || view === 'record') && table !== undefined
    ? decodeURIComponent(table)
    : undefined
}

function Tables({ tables }: { tables: readonly Table[] }) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { pathname } = useLocation()
  return (
    <Group name="tables" title={t('shell.tables')}>
      {tables.map((table) => (
        <div key={table.name} className={classes['line']}>
          <Link
            to="/app/$app/records/$table"
            params={{ app, table: table.name }}
            className={classes['entry']}
            // A record is at its table.
            data-active={tableIn(pathname) === table.name || undefined}
            activeOptions={{ includeSearch: false }}
          >
            <TableMark table={table} size={17} />
            <span className={classes['label']}>{table.label}</span>
          </Link>
          <Star thing={{ kind: 'table', tb: table.name, label: table.label }} />
        </div>
      ))}
      {tables.length === 0 &&
        (mayAct(privileges.super_admin) ? (
          <Link to="/app/$app/configuration" params={{ app }} className={classes['entry']}>
            <Icon name="plus" size={16} />
            <span className={classes['label']}>{t('shell.firstTable')}</span>
          </Link>
        ) : (
          <Text size="sm" c="dimmed" px="sm">
            {t('shell.noTable')}
          </Text>
        ))}
    </Group>
  )
}

/** Puts a table among the favourites, where a pointer hovers; on touch screens its list does that. */
function Star({ thing }: { thing: Thing }) {
  const { t } = useTranslation()
  const { isKept, toggle } = useKept('favourites', thing)
  return (
    <UnstyledButton
      className={classes['star'] ?? ''}
      aria-label={t('shell.favourite', { name: thing.label })}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <Icon name="star" size={15} style={isKept ? { fill: 'currentColor' } : {}} />
    </UnstyledButton>
  )
}

/** What a person chose or opened; nothing where there is none. Where he is, his table says. */
function Things({ name, title, things }: { name: string; title: string; things: readonly Thing[] }) {
  if (things.length === 0) return null
  return (
    <Group name={name} title={title}>
      {things.map((thing) => (
        <ThingEntry
          key={`${thing.kind} ${'tb' in thing ? thing.tb : ''} ${'id' in thing ? thing.id : ''}`}
          thing={thing}
        />
      ))}
    </Group>
  )
}

function ThingEntry({ thing }: { thing: Thing }) {
  const { app, table } = useApplication()
  const label = <span className={classes['label']}>{thing.label}</span>
  switch (thing.kind) {
    case 'table':
      return (
        <Link
          to="/app/$app/records/$table"
          params={{ app, table: thing.tb }}
          className={classes['entry']}
          activeOptions={{ includeSearch: false }}
        >
          <TableMark table={table(thing.tb)} size={17} />
          {label}
        </Link>
      )
    case 'record':
      return (
        <Link
          to="/app/$app/record/$table/$id"
          params={{ app, table: thing.tb, id: String(thing.id) }}
          className={classes['entry']}
          activeOptions={{ includeSearch: false }}
        >
          <TableMark table={table(thing.tb)} size={17} />
          {label}
        </Link>
      )
    case 'search':
      return (
        <Link
          to="/app/$app/records/$table"
          params={{ app, table: thing.tb }}
          search={addressOf(thing)}
          className={classes['entry']}
        >
          <Icon name="bookmark" size={16} />
          {label}
        </Link>
      )
    case 'chart':
      return (
        <Link to="/app/$app/charts" params={{ app }} className={classes['entry']}>
          <Icon name="chart" size={16} />
          {label}
        </Link>
      )
  }
}

/** The views by their sections; those of administration stand apart. */
function Views() {
  const { t } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const has = {
    rs: tables.some((table) => table.rs),
    fuzzy_date: tables.some((table) => table.fuzzy_date),
    geodata: tables.some((table) => table.geodata),
  }
  const usable = useMenuEntries().filter(
    ({ level, needs }) => mayAct(level) && (needs === undefined || has[needs]),
  )
  return sections.map((section) => {
    const entries = usable.filter((entry) => entry.section === section)
    if (entries.length === 0) return null
    return (
      <Group
        key={section}
        name={section}
        title={t(`sections.${section}`)}
        isApart={section === 'administration'}
      >
        {entries.map(({ path, icon }) => (
          <ViewEntry key={path} to={`/app/${app}/${path}`} icon={icon}>
            {t(`navigation.${path}`)}
          </ViewEntry>
        ))}
      </Group>
    )
  })
}

function ViewEntry({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  return (
    <Link
      to={to}
      className={classes['entry']}
      activeProps={{ 'data-active': true }}
      activeOptions={{ includeSearch: false }}
    >
      <Icon name={icon} size={17} />
      <span className={classes['label']}>{children}</span>
    </Link>
  )
}

/** Entries that fold under their title; the one that a user is at stays in sight. */
function Group({
  name,
  title,
  isApart = false,
  children,
}: {
  name: string
  title: string
  isApart?: boolean
  children: ReactNode
}) {
  const { isFolded, toggle } = useFolded(name)
  return (
    <section
      className={classes['section']}
      data-folded={isFolded || undefined}
      data-apart={isApart || undefined}
    >
      <h2 className={classes['title']}>
        <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={!isFolded} onClick={toggle}>
          {title}
          <Icon name={isFolded ? 'right' : 'down'} size={12} />
        </UnstyledButton>
      </h2>
      {children}
    </section>
  )
}
