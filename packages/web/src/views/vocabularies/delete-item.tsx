import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone, showProblem } from '../../components/notices.js'
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
  const preview = useQuery(vocabularyQueries.removal(app, item.id))
  const back = useMutation({
    mutationFn: async () => {
      const { id } = await client.vocabularies.addItem({ voc: vocabulary.name, def: item.def })
      const order = vocabulary.items.map((one) => (one.id === item.id ? id : one.id))
      if (order.length > 1) await client.vocabularies.sortItems(order)
    },
    onSuccess: () => changed(),
    onError: showProblem,
  })
  const remove = useMutation({
    mutationFn: () => client.vocabularies.removeItem(item.id),
    onSuccess: () => {
      showDone(t('vocabularies.deleted', { name: item.def }), () => back.mutate())
      onClose()
      return changed()
    },
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
