import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone, showProblem } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** Deletes a layout; the notice that follows brings it back. */
export function DeleteLayout({ table, name, onClose }: { table: string; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const again = () => changed({ of: 'template', table })
  const remove = useMutation({
    mutationFn: async () => {
      const { template } = await client.templates.read(table, name)
      await client.templates.remove(table, name)
      return template
    },
    onSuccess: async (layout) => {
      await again()
      showDone(t('layouts.deleted', { name }), () => {
        client.templates.save(table, name, layout).then(again, showProblem)
      })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('layouts.deleteTitle', { name })}
      saving={remove}
      act={t('record.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('layouts.deleteText')}</Text>
    </FormDialog>
  )
}
