import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Library } from '@trowel/contract/citations.js'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** Disconnects a library after saying how many citations go with it; the library itself stays where it is. */
export function DeleteLibrary({ library, onClose }: { library: Library; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const { name, citations } = library
  const remove = useMutation({
    mutationFn: () => client.citations.removeLibrary(library.id),
    onSuccess: () => {
      showDone(t('libraries.deleted', { name }))
      onClose()
      return changed({ of: 'library' }, { of: 'citation' })
    },
  })
  return (
    <FormDialog
      title={t('libraries.deleteTitle', { name })}
      saving={remove}
      act={
        citations === 0
          ? t('libraries.delete')
          : t('libraries.deleteAll', {
              count: citations,
              number: citations.toLocaleString(i18n.language),
            })
      }
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {citations === 0
          ? t('libraries.goesNothing')
          : t('libraries.goes', { count: citations, number: citations.toLocaleString(i18n.language) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('libraries.stays')}
      </Text>
    </FormDialog>
  )
}
