import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Waiting } from '../../components/states.js'
import type { FilePreview, TablePreview } from './file-preview.js'
import type { Asked } from './use-written.js'

/** A file of rows on its way to the service, and what can be done with what was found in it. */
export function LookedAt({
  file,
  preview,
  share,
  header,
  asked,
  onAsk,
  children,
}: {
  file: File
  preview: UseQueryResult<FilePreview>
  /** So much of a hundred was sent. */
  share: number
  header: ReactNode
  asked: Asked
  onAsk: (asked: Asked) => void
  children: (found: TablePreview, proposal: ImportProposal | undefined) => ReactNode
}) {
  const { t } = useTranslation()
  if (preview.isError)
    return (
      <Stack gap="lg">
        {header}
        <Failed error={preview.error} retry={() => void preview.refetch()} />
        {Object.keys(asked).length > 0 && (
          <Group>
            <Button variant="default" onClick={() => onAsk({})}>
              {t('import.asDetected')}
            </Button>
          </Group>
        )}
      </Stack>
    )
  if (!preview.data || !('columns' in preview.data))
    return (
      <Stack maw={640}>
        <Text size="sm">{t('import.uploading', { name: file.name })}</Text>
        <Progress value={share} aria-label={t('import.uploading', { name: file.name })} />
        <Waiting lines={5} />
      </Stack>
    )
  return (
    <Stack gap="lg">
      {header}
      {children(preview.data, preview.data.proposal)}
    </Stack>
  )
}
