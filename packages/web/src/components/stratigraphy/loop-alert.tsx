import { Alert, Button, Text } from '@mantine/core'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { loopSentence } from './loop-sentence.js'

/** The loop that relations would close, and the way to state them nevertheless. */
export function LoopAlert({
  loop,
  help,
  act,
  isPending,
  onForce,
}: {
  loop: LoopDetail
  help: string
  /** What the button says. */
  act: string
  isPending: boolean
  onForce: () => void
}) {
  const { t } = useTranslation()
  return (
    <Alert
      color="red"
      variant="light"
      p="xs"
      title={t('relating.loop')}
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Text size="sm">{loopSentence(loop)}</Text>
      <Text size="sm" mt={4}>
        {help}
      </Text>
      <Button mt="xs" size="compact-sm" color="red" variant="light" loading={isPending} onClick={onForce}>
        {act}
      </Button>
    </Alert>
  )
}
