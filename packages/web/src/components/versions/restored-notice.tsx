import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { searchQueries } from '../../queries/search.js'
import { Icon } from '../icon.js'
import type { Restored } from './use-restore.js'

const related = ['rs', 'manual_links', 'geodata', 'refman_links', 'file_links'] as const

/** Says that a record was restored, where it is, and what of it could not come back. */
export function RestoredNotice({
  restored,
  name,
  onClose,
}: {
  restored: Restored
  /** What the record is called. */
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const config = useQuery(searchQueries.config(app, restored.tb))
  const labelOf = (field: string) => {
    const address = field.includes('.') ? field.replace('.', ':') : `${restored.tb}:${field}`
    return config.data?.fields.find(({ value }) => value === address)?.label ?? field
  }
  const missing = [
    restored.skipped_fields.length > 0 &&
      t('versions.skippedFields', { fields: restored.skipped_fields.map(labelOf).join(', ') }),
    restored.skipped_plugins.length > 0 &&
      t('versions.skippedPlugins', { tables: restored.skipped_plugins.join(', ') }),
    restored.emptied_fields.length > 0 &&
      t('versions.emptiedFields', { fields: restored.emptied_fields.map(labelOf).join(', ') }),
    ...related.map((kind) => {
      const count = restored.skipped_related[kind] ?? 0
      return count > 0 && `${t(`versions.related.${kind}`)}: ${count}`
    }),
  ].filter((line) => line !== false)
  return (
    <Alert
      role="status"
      mb="md"
      color={missing.length > 0 ? 'yellow' : 'green'}
      variant="light"
      icon={<Icon name={missing.length > 0 ? 'warning' : 'check'} />}
      title={t(restored.created ? 'versions.isBack' : 'versions.isRestored', { name })}
      withCloseButton
      closeButtonLabel={t('versions.close')}
      onClose={onClose}
    >
      <Stack gap="xs">
        {missing.length > 0 && (
          <div>
            <Text size="sm">{t('versions.notBack')}</Text>
            <List size="sm">
              {missing.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Anchor component={Link} to={`/app/${app}/record/${restored.tb}/${restored.id}`} size="sm">
          {t('versions.openRecord')}
        </Anchor>
      </Stack>
    </Alert>
  )
}
