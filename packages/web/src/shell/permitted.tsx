import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLevelName } from '../components/level-name.js'
import { Page } from '../components/page.js'
import { Empty } from '../components/states.js'
import { useApplication } from '../core/application.js'
import { useMenuEntries } from '../navigation.js'

/** A view, when the person may use it; else who may, and who can help. */
export function Permitted({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { app, user, mayAct } = useApplication()
  const levelName = useLevelName()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [first] = path.slice(`/app/${app}/`.length).split('/')
  const entry = useMenuEntries().find((one) => one.path === first)
  if (!entry || mayAct(entry.level)) return children
  return (
    <Page title={t(`navigation.${entry.path}`)}>
      <Empty icon="lock" title={t('states.refused')}>
        {t('shell.notPermitted', { needed: levelName(entry.level), own: levelName(user.privilege_value) })}
      </Empty>
    </Page>
  )
}
