import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'
import type { SavedDraft } from './saved-draft.js'

/** Says that something typed here was never saved, and asks what becomes of it. */
export function DraftNotice<Content>({
  draft,
  onTake,
}: {
  draft: SavedDraft<Content>
  onTake?: (content: Content) => void
}) {
  const { t, i18n } = useTranslation()
  const { kept } = draft
  if (!kept) return null
  const time = new Date(kept.at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const take = () => {
    draft.take()
    onTake?.(kept.content)
  }
  return (
    <Alert color="yellow" variant="light" py={8} icon={<Icon name="edit" />} role="status">
      <Group gap="sm">
        <Text size="sm">{t('form.kept', { time })}</Text>
        <Button size="compact-sm" onClick={take}>
          {t('form.keptTake')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.discard}>
          {t('form.keptDiscard')}
        </Button>
      </Group>
    </Alert>
  )
}
