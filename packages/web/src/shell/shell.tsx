import { Box, Burger, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuestion } from '../components/confirmation.js'
import { Waiting } from '../components/states.js'
import { useApplication, useRecordsWrittenElsewhere } from '../core/application.js'
import { useRunningJobs } from '../core/running-jobs.js'
import { useSessionEnded } from '../core/session.js'
import { applicationColours } from '../core/theme.js'
import { Navigation } from './navigation.js'
import { Notice } from './notice.js'
import { Offline } from './offline.js'
import { PendingUpgrade } from './pending-upgrade.js'
import { Permitted } from './permitted.js'
import classes from './shell.module.css'
import { useRecordsAtHand } from './use-records-at-hand.js'
import { useServiceWorker } from './use-service-worker.js'

// What is not there from the beginning comes when it is first needed.
const MenuDrawer = lazy(() => import('./menu-drawer.js'))
const CommandPalette = lazy(() => import('./command-palette.js'))
const Help = lazy(() => import('./help.js'))
const ConfirmPassword = lazy(() => import('../components/confirm-password.js'))
const SessionEnded = lazy(() => import('./session-ended.js'))

/**
 * What stays while views change: the menu, the palette, what the person must know about session and
 * connection.
 */
export function Shell() {
  const { t } = useTranslation()
  const { info, frozen, mayAct } = useApplication()
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  const [asked, setAsked] = useState(0)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const ended = useSessionEnded()
  const question = useQuestion()
  const colour = applicationColours[info.color] ?? applicationColours['slate']
  useApplicationColour(colour ?? '#5b6675', info.name)
  useServiceWorker()
  useRecordsAtHand()
  useRunningJobs()
  useRecordsWrittenElsewhere()
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
      <header className={classes['bar']}>
        <Burger
          opened={menu === 'open'}
          onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
          size="sm"
          aria-label={t('shell.menu')}
        />
        <span className={classes['mark']} aria-hidden="true" />
        <Text fw={650} truncate>
          {info.name}
        </Text>
      </header>
      <nav className={classes['menu']} aria-label={t('shell.navigation')}>
        <Navigation {...ways} />
      </nav>
      <main id="content" className={classes['content']} tabIndex={-1}>
        <Offline />
        {mayAct(privileges.admin) && <PendingUpgrade />}
        {frozen && <Notice icon="lock">{t('shell.frozen')}</Notice>}
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
      </main>
      <Suspense fallback={null}>
        {menu !== 'never' && (
          <MenuDrawer opened={menu === 'open'} onClose={() => setMenu('closed')} {...ways} />
        )}
        {asked > 0 && <CommandPalette asked={asked} />}
        {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
        {question && <ConfirmPassword />}
        {ended && <SessionEnded />}
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
