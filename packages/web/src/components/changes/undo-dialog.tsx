import { Alert, Progress, Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChangeSet } from '@trowel/contract/changes.js'
import type { UndoReply } from '@trowel/contract/undo.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import { FormDialog } from '../form-dialog.js'
import { Icon } from '../icon.js'
import { Waiting } from '../states.js'
import { countsByOperation, titleOf } from './change-set-words.js'
import { Counts } from './counts.js'
import { Conflicts } from './undo-conflicts.js'
import { UndoRefused } from './undo-refused.js'
import { type ConflictChoice, useUndo } from './use-undo.js'

/** Says what undoing a set changes, and what was changed again later; then undoes it. */
export function UndoDialog({
  set,
  onUndone,
  onClose,
}: {
  set: ChangeSet
  onUndone: (() => void) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [choice, setChoice] = useState<ConflictChoice>('keep')
  const preview = useQuery({
    ...historyQueries.undoPreview(app, set.id, choice),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const undo = useUndo(set, () => {
    onUndone?.()
    onClose()
  })
  const shown = preview.data
  const error = undo.error ?? preview.error
  const hasConflicts = shown !== undefined && (shown.conflicts.length > 0 || shown.hidden === true)
  return (
    <FormDialog
      title={t('history.undoTitle')}
      size="lg"
      saving={{ isPending: undo.isPending, error: null }}
      act={t('history.undoNow')}
      cancel={t('history.leave')}
      danger={hasConflicts && choice === 'overwrite'}
      ready={shown !== undefined && preview.error === null && !preview.isFetching}
      onSave={() => undo.mutate(hasConflicts ? choice : undefined)}
      onClose={onClose}
    >
      <Text size="sm" fw={600}>
        {titleOf(set)}
      </Text>
      {shown ? (
        <Preview reply={shown} hasConflicts={hasConflicts} />
      ) : (
        preview.isPending && <Waiting lines={3} />
      )}
      {shown && hasConflicts && (
        <>
          {shown.conflicts.length > 0 && <Conflicts conflicts={shown.conflicts} />}
          {shown.hidden && <Text size="sm">{t('history.hiddenConflicts')}</Text>}
          <Radio.Group
            label={t('history.conflictChoice')}
            value={choice}
            onChange={(value) => {
              undo.reset()
              setChoice(value === 'overwrite' ? 'overwrite' : 'keep')
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="keep" label={t('history.keep')} description={t('history.keepText')} />
              <Radio
                value="overwrite"
                label={t('history.overwrite')}
                description={t('history.overwriteText')}
              />
            </Stack>
          </Radio.Group>
        </>
      )}
      {error !== null && <UndoRefused error={error} />}
      {undo.progress !== undefined && (
        <UndoProgress
          progress={undo.progress}
          label={t(set.undoes === null ? 'history.undoing' : 'history.redoing')}
        />
      )}
    </FormDialog>
  )
}

/** @param progress from 0 to 1 */
export const UndoProgress = ({ progress, label }: { progress: number; label: string }) => (
  <div>
    <Text size="sm" mb={4}>
      {label}
    </Text>
    <Progress value={progress * 100} animated aria-label={label} />
  </div>
)

function Preview({ reply, hasConflicts }: { reply: UndoReply; hasConflicts: boolean }) {
  const { t } = useTranslation()
  const counts = countsByOperation(reply.counts)
  if (counts.length === 0)
    return (
      <Alert color="gray" variant="light" icon={<Icon name="info" />} p="xs">
        {t(hasConflicts ? 'history.nothingElse' : 'history.nothingToUndo')}
      </Alert>
    )
  return <Counts counts={counts} words="will" />
}
