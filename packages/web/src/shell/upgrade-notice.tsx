import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../core/application.js'
import { Notice } from './notice.js'

/** Migrations wait, and where they are run. */
export default function UpgradeNotice() {
  const { t } = useTranslation()
  const { app } = useApplication()
  return (
    <Notice icon="warning">
      {t('upgrade.due')}{' '}
      <Anchor component={Link} to={`/app/${app}/upgrade`} inherit underline="always">
        {t('upgrade.show')}
      </Anchor>
    </Notice>
  )
}
