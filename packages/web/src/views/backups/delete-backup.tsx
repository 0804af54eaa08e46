import { Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backup } from '@trowel/contract/backups.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { confirmed } from '../../parts/confirmation.js'
import { DialogButtons } from '../../parts/dialog-buttons.js'
import { showDone } from '../../parts/notices.js'
import { Failed } from '../../parts/states.js'
import { useBackupWords } from './backup-words.js'

export function DeleteBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const words = useBackupWords()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.backups.remove(backup.file)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [app, 'backups'] })
      showDone(t('backups.deleted'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('backups.deleteTitle')} centered>
      <Stack>
        <Text size="sm">
          {t('backups.deleteText', { when: words.when(backup), size: words.size(backup) })}
        </Text>
        {remove.isError && <Failed error={remove.error} />}
        <DialogButtons onCancel={onClose} danger pending={remove.isPending} onAct={() => remove.mutate()}>
          {t('backups.deleteNow')}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
