import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../parts/dialog-buttons.js'
import { showDone } from '../../parts/notices.js'
import { Failed } from '../../parts/states.js'
import { useReconfigured } from './use-configuration.js'

/** Another short name, for addresses, exports and programs; what people read stays as it is. */
export function RenameShortName({
  label,
  name,
  rename,
  onRenamed,
  onClose,
}: {
  label: string
  name: string
  rename: (to: string) => Promise<unknown>
  onRenamed?: (to: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const reconfigured = useReconfigured()
  const [typed, setTyped] = useState(name)
  const change = useMutation({
    mutationFn: () => rename(typed),
    onSuccess: async () => {
      onRenamed?.(typed)
      await reconfigured()
      showDone(t('configuration.renamed', { name: typed }))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('configuration.renameTitle', { name: label })} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('configuration.renameText')}</Text>
          <TextInput
            data-autofocus
            label={t('configuration.shortName')}
            description={t('configuration.shortNameHint')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {change.isError && <Failed error={change.error} />}
          <DialogButtons
            onCancel={onClose}
            pending={change.isPending}
            disabled={typed === '' || typed === name}
          >
            {t('configuration.rename')}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
