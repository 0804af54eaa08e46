import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** Names a layout, a new one or one that is there. A new one begins with all fields in one section. */
export function LayoutName({
  table,
  name,
  onDone,
  onClose,
}: {
  table: { readonly name: string; readonly label: string }
  name: string | undefined
  onDone: (name: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [typed, setTyped] = useState(name ?? '')
  // Names of layouts have no spaces.
  const newName = typed.trim().replace(/\s+/g, '-')
  const save = useMutation({
    mutationFn: async () => {
      if (name !== undefined) return client.templates.rename(table.name, name, newName)
      const { schema } = await client.records.readNew(table.name)
      const fields = schema.fields.filter(
        (field) => !['id', 'creator', 'osteo_data'].includes(field.name) && !field.hide,
      )
      return client.templates.save(table.name, newName, {
        sections: [
          {
            label: t('record.fields'),
            content: fields.map((field) => ({
              field: field.name,
              width: describeFieldType(field.type).holds === 'paragraphs' ? '1/1' : '1/3',
            })),
          },
          ...Object.values(schema.plugins).map(({ tb_id, label }) => ({ label, plugin: tb_id, content: [] })),
        ],
      })
    },
    onSuccess: async () => {
      await changed({ of: 'template', table: table.name })
      onDone(newName)
    },
  })
  return (
    <FormDialog
      title={name === undefined ? t('layouts.newFor', { table: table.label }) : t('layouts.rename')}
      saving={save}
      act={t(name === undefined ? 'form.create' : 'configuration.rename')}
      ready={newName !== '' && newName !== name}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        label={t('layouts.name')}
        description={t('layouts.nameHint')}
        placeholder={t('layouts.nameExample')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
