import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'

/** What can be done with the thing of a line, at its end. */
export function ActionsMenu({
  label,
  loading = false,
  children,
}: {
  label: string
  loading?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={loading}
          aria-label={label}
          rightSection={<Icon name="down" size={12} />}
        >
          {t('states.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
