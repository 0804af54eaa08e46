import { List, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useReconfigured } from './use-configuration.js'

/** Asks before part of the configuration is deleted for good; the service asks for the password besides. */
export function DeleteQuestion({
  title,
  goes,
  remove,
  done,
  onDeleted,
  onClose,
}: {
  title: string
  /** What goes, a sentence each. */
  goes: readonly string[]
  remove: () => Promise<unknown>
  /** What is said when it is done. */
  done: string
  onDeleted?: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const reconfigured = useReconfigured()
  const deletion = useMutation({
    mutationFn: () => confirmed(remove),
    onSuccess: async () => {
      await onDeleted?.()
      showDone(done)
      onClose()
      await reconfigured()
    },
  })
  const isOpen =
    deletion.error instanceof ApiError && deletion.error.code === 'password_confirmation_required'
  return (
    <FormDialog
      title={title}
      saving={{ ...deletion, error: isOpen ? null : deletion.error }}
      act={t('record.deleteNow')}
      danger
      onSave={() => deletion.mutate()}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        {goes.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Text size="sm" fw={600}>
        {t('configuration.forGood')}
      </Text>
    </FormDialog>
  )
}
