import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ApiKey } from '@trowel/contract/api-keys.js'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

export function DeleteKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.apiKeys.remove(apiKey.id)),
    onSuccess: () => {
      void changed({ of: 'key' })
      showDone(t('keys.deleted', { name: apiKey.label }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('keys.deleteTitle', { name: apiKey.label })}
      saving={remove}
      act={t('keys.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('keys.deleteText')}</Text>
    </FormDialog>
  )
}
