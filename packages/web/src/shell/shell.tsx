import { Box } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoRequest } from '../components/changes/undo-request.js'
import { useQuestion } from '../components/confirmation.js'
import { Waiting } from '../components/states.js'
import { useApplication } from '../core/application.js'
import { useConnection } from '../core/connection.js'
import { useFollowing } from '../core/following.js'
import { lazyPart, lazyPartWithMessages } from '../core/lazy-part.js'
import { useOfflineSince } from '../core/offline-answers.js'
import { tidyOffline } from '../core/offline-store.js'
import { useSendingPreferences } from '../core/preferences.js'
import { useRunningJobs } from '../core/running-jobs.js'
import { useSessionEnded } from '../core/session.js'
import { applicationColours } from '../core/theme.js'
import { useMenuEntries } from '../navigation.js'
import { upgradeQueries } from '../queries/service.js'
import { BottomBar } from './bottom-bar.js'
import { Navigation } from './navigation.js'
import { Notice } from './notice.js'
import classes from './shell.module.css'

// What is not there from the beginning comes when it is first needed.
const MenuDrawer = lazy(() => import('./menu-drawer.js'))
const CommandPalette = lazyPart(() => import('./command-palette.js'))
const Help = lazyPart(() => import('./help.js'))
const ConfirmPassword = lazyPart(() => import('../components/confirm-password.js'))
const NotPermitted = lazyPart(() => import('./not-permitted.js'))
const UpgradeNotice = lazyPart(() => import('./upgrade-notice.js'))
const SessionEnded = lazyPart(() => import('./session-ended.js'))
const Undoing = lazyPartWithMessages(() => import('../components/changes/undoing.js'))

/**
 * What stays while views change: the menu, the palette, what the person must know about session and
 * connection.
 */
export function Shell() {
  const { t } = useTranslation()
  const { info, mayAct } = useApplication()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  const [asked, setAsked] = useState(0)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const ended = useSessionEnded()
  const question = useQuestion()
  const undo = useUndoRequest()
  const colour = applicationColours[info.color] ?? applicationColours['slate']
  useApplicationColour(colour ?? '#5b6675', info.name)
  useServiceWorker()
  useRecordsAtHand()
  useRunningJobs()
  useFollowing()
  useSendingPreferences()
  const router = useRouter()
  // The drawer closes when the person goes somewhere.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', () => setMenu((before) => (before === 'open' ? 'closed' : before))),
    [router],
  )
  const ways = { onSearch: () => setAsked((times) => times + 1), onHelp: () => setHelpOpen(true) }
  useHotkeys([['mod + K', ways.onSearch]], [])
  useHotkeys([['shift + ?', ways.onHelp]])

  return (
    <div className={classes['shell']}>
      <a href="#content" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <nav className={classes['menu']} aria-label={t('shell.navigation')}>
        <Navigation {...ways} />
      </nav>
      <main id="content" className={classes['content']} tabIndex={-1}>
        {mayAct(privileges.admin) && <PendingUpgrade />}
        {info.app_status === 'frozen' && <Notice icon="lock">{t('shell.frozen')}</Notice>}
        <Suspense
          fallback={
            <Box p="lg">
              <Waiting />
            </Box>
          }
        >
          <Permitted>
            <Outlet />
          </Permitted>
        </Suspense>
        <Offline />
      </main>
      <BottomBar isMenuOpen={menu === 'open'} onMenu={() => setMenu('open')} onSearch={ways.onSearch} />
      <Suspense fallback={null}>
        {menu !== 'never' && (
          <MenuDrawer opened={menu === 'open'} onClose={() => setMenu('closed')} {...ways} />
        )}
        {asked > 0 && <CommandPalette asked={asked} />}
        {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
        {question && <ConfirmPassword />}
        {ended && <SessionEnded />}
        {undo && <Undoing key={undo.set} request={undo} />}
      </Suspense>
    </div>
  )
}

/** Several applications open at once are told apart by their colour, in the page, its drawers and its tab. */
function useApplicationColour(colour: string, name: string): void {
  useEffect(() => {
    document.documentElement.style.setProperty('--application-colour', colour)
    const letter = [...name][0]?.toUpperCase() ?? 'T'
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="19" font-weight="700" fill="#fff">${escaped(letter)}</text></svg>`
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  }, [colour, name])
}

const escaped = (letter: string) => letter.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Lets the browser keep the client itself, so that its pages open without a network; after the first view, so
 * as not to delay it.
 */
function useServiceWorker(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Browsers have none on addresses without encryption, other than that of the machine itself.
      if ('serviceWorker' in navigator) navigator.serviceWorker.register('/service-worker.js').catch(() => {})
      void tidyOffline()
    }, 2_000)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * The files for reading lists and records come as soon as the browser has nothing else to do: nearly
 * everybody goes there next.
 */
function useRecordsAtHand(): void {
  const { routesById, loadRouteChunk } = useRouter()
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return
    const { '/app/$app/records/$table': list, '/app/$app/record/$table/$id': record } = routesById
    const waiting = requestIdleCallback(() => {
      // Without a connection they are fetched when they are needed, and a failure is shown then.
      for (const route of [list, record]) if (route) loadRouteChunk(route)?.catch(() => {})
    })
    return () => cancelIdleCallback(waiting)
  }, [routesById, loadRouteChunk])
}

/** Says that the service cannot be reached, from when what is shown is, and what becomes of what is typed. */
function Offline() {
  const { t, i18n } = useTranslation()
  const connected = useConnection()
  const since = useOfflineSince()
  if (connected) return null
  const time =
    since !== undefined &&
    new Date(since).toLocaleString(i18n.language, {
      ...(since < new Date().setHours(0, 0, 0, 0) && { day: 'numeric', month: 'long' }),
      hour: '2-digit',
      minute: '2-digit',
    })
  // Below what is shown, which stays where it is when the connection comes and goes.
  return (
    <div className={classes['offline']} data-offline>
      <Notice icon="offline">{time ? t('shell.offlineSince', { time }) : t('shell.offline')}</Notice>
    </div>
  )
}

/** A view, when the person may use it; else who may, and who can help. */
function Permitted({ children }: { children: ReactNode }) {
  const { app, mayAct } = useApplication()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [first] = path.slice(`/app/${app}/`.length).split('/')
  const entry = useMenuEntries().find((one) => one.path === first)
  return !entry || mayAct(entry.level) ? children : <NotPermitted {...entry} />
}

/** Tells an administrator that migrations wait, wherever he is. */
function PendingUpgrade() {
  const { app } = useApplication()
  const { data } = useQuery({
    ...upgradeQueries.status(app),
    staleTime: 10 * 60_000,
  })
  if (!data || data.type === null) return null
  return (
    <Suspense fallback={null}>
      <UpgradeNotice />
    </Suspense>
  )
}
