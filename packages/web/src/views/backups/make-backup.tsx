import { Progress, Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.js'
import { DialogButtons } from '../../components/dialog-buttons.js'
import { showDone } from '../../components/notices.js'
import { Failed } from '../../components/states.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** Makes a backup; it goes on when the dialog is closed. */
export function MakeBackup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [files, setFiles] = useState(false)
  const make = useMutation({
    mutationFn: () => client.backups.create({ files }),
    onSuccess: ({ missing_files }) => {
      void changed({ of: 'backup' })
      showDone(missing_files > 0 ? t('backups.madeWithout', { count: missing_files }) : t('backups.made'))
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('backups.makeTitle')}>
      <Stack>
        <Text size="sm">{t('backups.makeText')}</Text>
        <Switch
          label={t('backups.includeFiles')}
          description={t('backups.includeFilesHint')}
          checked={files}
          disabled={make.isPending}
          onChange={(event) => setFiles(event.currentTarget.checked)}
        />
        {make.isPending && (
          <Stack gap={6} role="status">
            <Progress value={100} animated aria-label={t('backups.making')} />
            <Text size="sm" c="dimmed">
              {t('backups.making')}
            </Text>
          </Stack>
        )}
        {make.isError && <Failed error={make.error} />}
        <DialogButtons
          onCancel={onClose}
          cancel={t(make.isPending ? 'backups.close' : 'form.cancel')}
          disabled={make.isPending}
          onAct={() => make.mutate()}
        >
          {t('backups.makeNow')}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
