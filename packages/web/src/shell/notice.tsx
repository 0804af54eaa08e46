import { Alert, Group, Text } from '@mantine/core'
import { Icon } from '../components/icon.js'

/** What a person must know while it lasts, above every view. */
export const Notice = ({ icon, children }: { icon: 'offline' | 'lock'; children: string }) => (
  <Alert color="yellow" variant="light" radius={0} py={8} role="status">
    <Group gap="xs" wrap="nowrap">
      <Icon name={icon} />
      <Text size="sm">{children}</Text>
    </Group>
  </Alert>
)
