import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Backup } from '@trowel/contract/backups.js'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { useBackupWords } from './backup-words.js'

export function DeleteBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useBackupWords()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.backups.remove(backup.file)),
    onSuccess: () => {
      void changed({ of: 'backup' })
      showDone(t('backups.deleted'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('backups.deleteTitle')}
      saving={remove}
      act={t('backups.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('backups.deleteText', { when: words.when(backup), size: words.size(backup) })}</Text>
    </FormDialog>
  )
}
