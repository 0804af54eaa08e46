import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'
import { RowsByField } from './rows-by-field.js'
import { type Item, useVocabulariesChanged, type Vocabulary } from './vocabulary.js'

/** Takes a word out of a vocabulary after saying which records have it: they keep it. */
export function DeleteItem({
  vocabulary,
  item,
  onClose,
}: {
  vocabulary: Vocabulary
  item: Item
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const changed = useVocabulariesChanged()
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => client.vocabularies.removeItem(item.id, {}, options)),
    onSuccess: ({ changeSet }) => {
      showChanged(t('vocabularies.deleted', { name: item.def }), changeSet)
      onClose()
      return changed()
    },
  })
  const preview = useQuery({
    ...vocabularyQueries.removal(app, item.id),
    // Word that it is gone may come before its answer: what is gone is not asked for.
    enabled: remove.isIdle || remove.isError,
  })
  return (
    <FormDialog
      title={t('vocabularies.deleteTitle', { name: item.def })}
      saving={remove}
      act={t('vocabularies.delete')}
      danger
      ready={preview.isSuccess}
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Loaded query={preview} lines={3}>
        {({ used }) =>
          used && used.total > 0 ? (
            <div>
              <Text size="sm">{t('vocabularies.stillUsed', { count: used.total })}</Text>
              <RowsByField rows={used} />
            </div>
          ) : (
            <Text size="sm">{t('vocabularies.notUsed')}</Text>
          )
        }
      </Loaded>
      {vocabulary.items.length === 1 && (
        <Text size="sm">{t('vocabularies.lastOne', { name: vocabulary.name })}</Text>
      )}
    </FormDialog>
  )
}
