import { Radio, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { ShownOnce } from '../../components/shown-once.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { type KeyLevel, keyLevels } from './key-levels.js'

/** Makes a key, and shows it: this is the only time that anybody sees it. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [label, setLabel] = useState('')
  const [privilege, setPrivilege] = useState<KeyLevel>(30)
  const [manage, setManage] = useState(false)
  const create = useMutation({
    mutationFn: () => client.apiKeys.create({ label, privilege, manage: manage && privilege === 10 }),
    onSuccess: () => changed({ of: 'key' }),
  })
  if (create.data)
    return (
      <ShownOnce
        title={t('keys.isMade', { name: create.data.label })}
        label={t('keys.key')}
        secret={create.data.key}
        onClose={onClose}
      >
        {t('keys.how')}
      </ShownOnce>
    )
  return (
    <FormDialog
      title={t('keys.new')}
      size="lg"
      saving={create}
      act={t('keys.create')}
      ready={label.trim() !== ''}
      onSave={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('keys.label')}
        description={t('keys.labelHint')}
        required
        maxLength={120}
        data-autofocus
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Radio.Group
        label={t('keys.may')}
        value={String(privilege)}
        onChange={(value) => setPrivilege(keyLevels.find((one) => String(one) === value) ?? 30)}
      >
        <Stack gap="xs" mt="xs">
          {keyLevels.map((level) => (
            <Radio
              key={level}
              value={String(level)}
              label={t(`keys.levels.${level}`)}
              description={t(`keys.levelHints.${level}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {privilege === 10 && (
        <Switch
          label={t('keys.manage')}
          description={t('keys.manageHint')}
          checked={manage}
          onChange={(event) => setManage(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
