import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../components/icon.js'

/** What a person must know while it lasts, beside every view. */
export const Notice = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Alert color="yellow" variant="light" radius={0} py={8} role="status">
    <Group gap="xs" wrap="nowrap">
      <Icon name={icon} />
      <Text size="sm">{children}</Text>
    </Group>
  </Alert>
)
