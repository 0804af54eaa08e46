import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icon.js'

/** Three dots, behind which stands what is done less often. `outlined`: as a button among buttons. */
export function MoreMenu({
  label,
  size = 'md',
  outlined = false,
  loading = false,
  children,
}: {
  label: string
  size?: 'md' | 'lg'
  outlined?: boolean
  loading?: boolean
  children: ReactNode
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          {...(outlined ? { variant: 'default' } : { variant: 'subtle', color: 'gray' })}
          size={size}
          loading={loading}
          aria-label={label}
        >
          <Icon name="more" {...(size === 'md' && { size: 16 })} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
