import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../parts/icon.js'

/** Says that something typed here was never saved, and asks what becomes of it. */
export function KeptNotice({
  at,
  onTake,
  onDiscard,
}: {
  /** When it was typed, milliseconds since 1970. */
  at: number
  onTake: () => void
  onDiscard: () => void
}) {
  const { t, i18n } = useTranslation()
  const time = new Date(at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert color="yellow" variant="light" radius={0} py={8} icon={<Icon name="edit" />} role="status">
      <Group gap="sm">
        <Text size="sm">{t('form.kept', { time })}</Text>
        <Button size="compact-sm" onClick={onTake}>
          {t('form.keptTake')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('form.keptDiscard')}
        </Button>
      </Group>
    </Alert>
  )
}
