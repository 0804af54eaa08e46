import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './matrix.module.css'
import type { ViewportHandle } from './use-viewport.js'

/** Nearer, farther, all of it. */
export function ZoomButtons({ viewport }: { viewport: ViewportHandle }) {
  const { t } = useTranslation()
  const buttons = [
    ['plus', t('matrix.nearer'), () => viewport.zoom(1.35)],
    ['minus', t('matrix.farther'), () => viewport.zoom(1 / 1.35)],
    ['fit', t('matrix.fit'), viewport.fit],
  ] as const
  return (
    <ActionIcon.Group orientation="vertical" className={classes['zoom']}>
      {buttons.map(([icon, label, act]) => (
        <Tooltip key={icon} label={label} position="left">
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={act}>
            <Icon name={icon} size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}
