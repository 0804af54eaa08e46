import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.js'
import { Dialog } from './dialog.js'
import { ButtonRow } from './dialog-buttons.js'
import { Icon } from './icon.js'

/** A secret, which is shown only once. */
export function ShownOnce({
  title,
  label,
  secret,
  onClose,
  children,
}: {
  title: string
  label: string
  secret: string
  onClose: () => void
  /** What it is good for. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    // A click beside the dialog must not close it before the secret is copied.
    <Dialog onClose={onClose} title={title} size="lg" firm>
      <Stack>
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          {t('secret.once')}
        </Alert>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label={label}
            readOnly
            value={secret}
            flex={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton data-autofocus text={secret} label={t('secret.copy')} />
        </Group>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            {t('secret.done')}
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  )
}
