import { Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@trowel/contract/api-keys.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { confirmed } from '../../parts/confirmation.js'
import { DialogButtons } from '../../parts/dialog-buttons.js'
import { showDone } from '../../parts/notices.js'
import { Failed } from '../../parts/states.js'

export function DeleteKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.apiKeys.remove(apiKey.id)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [app, 'keys'] })
      showDone(t('keys.deleted', { name: apiKey.label }))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('keys.deleteTitle', { name: apiKey.label })} centered>
      <Stack>
        <Text size="sm">{t('keys.deleteText')}</Text>
        {remove.isError && <Failed error={remove.error} />}
        <DialogButtons onCancel={onClose} danger pending={remove.isPending} onAct={() => remove.mutate()}>
          {t('keys.deleteNow')}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
