import { Alert, Box, Burger, Drawer, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../app/application.js'
import { useSessionEnded } from '../app/session.js'
import { applicationColours } from '../app/theme.js'
import { ConfirmPassword } from '../parts/confirm-password.js'
import { Icon } from '../parts/icon.js'
import { Waiting } from '../parts/states.js'
import { CommandPalette } from './command-palette.js'
import { Navigation } from './navigation.js'
import { PendingUpgrade } from './pending-upgrade.js'
import { SessionEnded } from './session-ended.js'
import classes from './shell.module.css'
import { useConnection } from './use-connection.js'

/** What stays while views change: the menu, the palette, what the person must know about session and connection. */
export function Shell() {
  const { t } = useTranslation()
  const { info, frozen, mayAct } = useApplication()
  const [menu, { toggle, close }] = useDisclosure(false)
  const connected = useConnection()
  const ended = useSessionEnded()
  const colour = applicationColours[info.color] ?? applicationColours['slate']
  useColouredTab(colour ?? '#5b6675', info.name)
  const address = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the person has gone somewhere
  useEffect(close, [address])

  return (
    <div className={classes['shell']} style={{ '--application-colour': colour } as React.CSSProperties}>
      <a href="#content" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <header className={classes['bar']}>
        <Burger opened={menu} onClick={toggle} size="sm" aria-label={t('shell.menu')} />
        <span className={classes['mark']} aria-hidden="true" />
        <Text fw={650} truncate>
          {info.name}
        </Text>
      </header>
      <nav className={classes['menu']} aria-label={t('shell.navigation')}>
        <Navigation />
      </nav>
      <Drawer
        opened={menu}
        onClose={close}
        size={280}
        title={t('shell.menu')}
        classNames={{ body: classes['drawer'] ?? '' }}
      >
        <Navigation />
      </Drawer>
      <main id="content" className={classes['content']} tabIndex={-1}>
        {!connected && <Notice icon="offline">{t('shell.offline')}</Notice>}
        {mayAct(privileges.admin) && <PendingUpgrade />}
        {frozen && <Notice icon="lock">{t('shell.frozen')}</Notice>}
        <Suspense
          fallback={
            <Box p="lg">
              <Waiting />
            </Box>
          }
        >
          <Outlet />
        </Suspense>
      </main>
      <CommandPalette />
      <ConfirmPassword />
      {ended && <SessionEnded />}
    </div>
  )
}

function Notice({ icon, children }: { icon: 'offline' | 'lock'; children: string }) {
  return (
    <Alert color="yellow" variant="light" radius={0} py={8} role="status">
      <Group gap="xs" wrap="nowrap">
        <Icon name={icon} />
        <Text size="sm">{children}</Text>
      </Group>
    </Alert>
  )
}

/** Several applications open at once are told apart by the colour of their tabs. */
function useColouredTab(colour: string, name: string): void {
  useEffect(() => {
    const letter = [...name][0]?.toUpperCase() ?? 'T'
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="19" font-weight="700" fill="#fff">${escaped(letter)}</text></svg>`
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  }, [colour, name])
}

const escaped = (letter: string) => letter.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
