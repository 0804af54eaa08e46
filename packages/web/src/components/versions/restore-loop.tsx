import { Alert, Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { loopSentence } from '../stratigraphy/loop-sentence.js'
import { loopOf } from '../stratigraphy/use-relations.js'
import type { useRestore } from './use-restore.js'

/** What a record that was deleted would contradict if it came back, and the way to have it nevertheless. */
export function RestoreLoop({
  restore,
  version,
}: {
  restore: ReturnType<typeof useRestore>
  version: number
}) {
  const { t } = useTranslation()
  const loop = loopOf(restore.error)
  if (!loop) return null
  return (
    <Alert
      color="red"
      variant="light"
      title={t('relating.loop')}
      icon={<Icon name="warning" />}
      role="alert"
      mt="xs"
    >
      <Text size="sm">{loopSentence(loop)}</Text>
      <Text size="sm" mt={4}>
        {t('versions.loopHelp')}
      </Text>
      <Button
        mt="xs"
        size="compact-sm"
        color="red"
        variant="light"
        loading={restore.isPending}
        onClick={() => restore.mutate({ version, force: true })}
      >
        {t('versions.force')}
      </Button>
    </Alert>
  )
}
