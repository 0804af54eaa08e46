import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useProblems } from '../../components/use-problems.js'
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
  const { problem, standing } = useProblems(change.error, { new_name: typed })
  return (
    <FormDialog
      title={t('configuration.renameTitle', { name: label })}
      saving={{ ...change, error: standing }}
      act={t('configuration.rename')}
      ready={typed !== '' && typed !== name}
      onSave={() => change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('configuration.renameText')}</Text>
      <TextInput
        data-autofocus
        label={t('configuration.shortName')}
        description={t('configuration.shortNameHint')}
        value={typed}
        error={problem('new_name')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
