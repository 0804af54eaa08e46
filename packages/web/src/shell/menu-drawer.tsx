import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigation } from './navigation.js'
import classes from './shell.module.css'

/** The menu of small screens. */
export default function MenuDrawer({
  opened,
  onClose,
  ...menu
}: ComponentProps<typeof Navigation> & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      position="right"
      title={t('shell.menu')}
      classNames={{ body: classes['drawer'] ?? '' }}
    >
      <Navigation {...menu} />
    </Drawer>
  )
}
