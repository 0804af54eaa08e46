import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoopAlert } from '../stratigraphy/loop-alert.js'
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
    <Box mt="xs">
      <LoopAlert
        loop={loop}
        help={t('versions.loopHelp')}
        act={t('versions.force')}
        isPending={restore.isPending}
        onForce={() => restore.mutate({ version, force: true })}
      />
    </Box>
  )
}
