import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { Icon } from './icon.js'

/** Long enough to read it and to change one's mind. */
const patience = 15_000

/** Says that something was taken away, and offers to bring it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    color: 'gray',
    autoClose: patience,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="undo" size={14} />}
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {i18next.t('links.undo')}
        </Button>
      </Group>
    ),
  })
}
