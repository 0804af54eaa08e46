import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Asks before typed text is given up. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onStay} title={t('form.leaveTitle')} centered>
      <Text size="sm" mb="md">
        {t('form.leaveText')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLeave}>
          {t('form.leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('form.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
