import { ActionIcon, Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './panel.module.css'

/** A tool above the grid, such as the filter. */
export function Panel({
  title,
  actions,
  onClose,
  children,
}: {
  title: string
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        <Group gap="xs" wrap="nowrap">
          {actions}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('listing.closePanel', { panel: title })}
            onClick={onClose}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {children}
    </section>
  )
}
