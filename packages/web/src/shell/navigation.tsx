import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import { command } from '../core/keyboard.js'
import { sections, useMenuEntries } from '../navigation.js'
import classes from './navigation.module.css'
import { PersonButton } from './person-button.js'

const PersonMenu = lazy(() => import('./person-menu.js'))

/** The menu: the application, its tables, and the views that this person may use. */
export function Navigation({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const { t } = useTranslation()
  const { app, info, tables, mayAct } = useApplication()
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  // Wherever one comes from, the entry that one is at is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another entry
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const [isPersonAsked, setPersonAsked] = useState(false)
  const has = {
    rs: tables.some((table) => table.rs),
    fuzzy_date: tables.some((table) => table.fuzzy_date),
    geodata: tables.some((table) => table.geodata),
  }
  const usable = useMenuEntries().filter(
    ({ level, needs }) => mayAct(level) && (needs === undefined || has[needs]),
  )
  return (
    <div className={classes['navigation']}>
      <Link to="/app/$app" params={{ app }} className={classes['application']} title={info.definition}>
        <span className={classes['mark']} aria-hidden="true">
          {[...info.name][0]?.toUpperCase()}
        </span>
        <span className={classes['names']}>
          <Text component="span" fw={650} size="sm" truncate display="block">
            {info.name}
          </Text>
          <Text component="span" size="xs" c="dimmed" truncate display="block">
            {info.definition}
          </Text>
        </span>
      </Link>
      <UnstyledButton className={classes['search']} onClick={onSearch}>
        <Icon name="search" size={15} />
        <span>{t('shell.search')}</span>
        <Kbd size="xs">{command} K</Kbd>
      </UnstyledButton>
      <div className={classes['scroll']} ref={list}>
        <Section title={t('shell.tables')}>
          {tables.map((table) => (
            <Link
              key={table.name}
              to="/app/$app/records/$table"
              params={{ app, table: table.name }}
              className={classes['entry']}
              // A record is at its table.
              data-active={tableIn(pathname) === table.name || undefined}
              activeOptions={{ includeSearch: false }}
            >
              <Icon name="table" size={16} />
              <span className={classes['label']}>{table.label}</span>
            </Link>
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
        </Section>
        {sections.map((section) => {
          const entries = usable.filter((entry) => entry.section === section)
          if (entries.length === 0) return null
          return (
            <Section key={section} title={t(`sections.${section}`)}>
              {entries.map(({ path, icon }) => (
                <Entry key={path} to={`/app/${app}/${path}`} icon={icon}>
                  {t(`navigation.${path}`)}
                </Entry>
              ))}
            </Section>
          )
        })}
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

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes['section']}>
      <h2 className={classes['title']}>{title}</h2>
      {children}
    </section>
  )
}

function Entry({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  return (
    <Link
      to={to}
      className={classes['entry']}
      activeProps={{ 'data-active': true }}
      activeOptions={{ includeSearch: false }}
    >
      <Icon name={icon} size={16} />
      <span className={classes['label']}>{children}</span>
    </Link>
  )
}
