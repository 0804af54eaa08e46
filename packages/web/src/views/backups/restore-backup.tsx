import { List, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Backup } from '@trowel/contract/backups.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { Dialog } from '../../components/dialog.js'
import { DialogButtons } from '../../components/dialog-buttons.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { useBackupWords } from './backup-words.js'

/** Puts a backup in the place of everything, after the person has typed the name of the application. */
export function RestoreBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const words = useBackupWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const restore = useMutation({
    mutationFn: () => confirmed(() => client.backups.restore(backup.file)),
    onSuccess: async () => {
      // All sessions have ended, this one too.
      client.session.forget()
      await navigate({ to: '/login', search: { app } })
      queries.removeQueries(allOf(app))
      showDone(t('backups.restored'))
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('backups.restoreTitle', { when: words.when(backup) })}
      size="lg"
      held={restore.isPending}
    >
      <SavingForm saving={restore} onSave={() => restore.mutate()}>
        <Stack>
          <Text size="sm">{t('backups.restoreText')}</Text>
          <List size="sm" spacing={4}>
            <List.Item>{t('backups.restoreSafety')}</List.Item>
            <List.Item>{t('backups.restoreLost')}</List.Item>
            <List.Item>{t('backups.restoreAccess')}</List.Item>
            <List.Item>{t('backups.restoreSessions')}</List.Item>
            {backup.kind !== 'archive' && <List.Item>{t('backups.restoreNoFiles')}</List.Item>}
          </List>
          <TextInput
            label={t('backups.typeName', { name: app })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {restore.isError && <Failed error={restore.error} />}
          <DialogButtons
            onCancel={onClose}
            danger
            pending={restore.isPending}
            disabled={typed.trim() !== app}
          >
            {t('backups.restoreNow')}
          </DialogButtons>
        </Stack>
      </SavingForm>
      {restore.isPending && (
        <Stack gap={6} mt="md" role="status">
          <Progress value={100} animated aria-label={t('backups.restoring')} />
          <Text size="sm" c="dimmed">
            {t('backups.restoring')}
          </Text>
        </Stack>
      )}
    </Dialog>
  )
}
