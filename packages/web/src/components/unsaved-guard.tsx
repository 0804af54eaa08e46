import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.js'
import { ButtonRow } from './dialog-buttons.js'

/** Asks before typed text is given up. */
export function UnsavedGuard({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onStay} title={t('form.leaveTitle')}>
      <Text size="sm" mb="md">
        {t('form.leaveText')}
      </Text>
      <ButtonRow>
        <Button variant="default" onClick={onLeave}>
          {t('form.leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('form.stay')}
        </Button>
      </ButtonRow>
    </Dialog>
  )
}
