import { Checkbox, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, withChangeSet } from '@trowel/client'
import { isObject } from '@trowel/contract/json.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { FormDialog } from '../../components/form-dialog.js'
import { sentenceOf } from '../../components/refusal.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'
import { RowsByField } from './rows-by-field.js'
import { type Item, useVocabulariesChanged } from './vocabulary.js'

/** Gives a word another spelling, and carries it into the records that use it when a user wants that. */
export function RenameItem({
  item,
  rows,
  onClose,
}: {
  item: Item
  /** How many rows use it, once that is known. */
  rows: number | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const changed = useVocabulariesChanged()
  const [text, type] = useState(item.def)
  // What it is called as far as the person knows.
  const [known, setKnown] = useState(item.def)
  const [carryChoice, setCarryChoice] = useState<boolean>()
  const val = text.trim()
  const isNew = val !== '' && val !== known
  const carry = !frozen && (carryChoice ?? (rows !== undefined && rows > 0))
  const [asked] = useDebouncedValue(val, 300)
  const preview = useQuery({
    ...vocabularyQueries.renaming(app, item.id, asked),
    enabled: carry && isNew && asked === val,
  })
  const rename = useMutation({
    mutationFn: () =>
      withChangeSet((options) =>
        client.vocabularies.renameItem(item.id, { val, before: known, ...(carry && { carry }) }, options),
      ),
    onSuccess: async ({ reply: { changed: records }, changeSet }) => {
      const said = records
        ? t('vocabularies.carried', { name: val, count: records.total })
        : t('vocabularies.renamed', { name: val })
      showChanged(said, changeSet)
      onClose()
      await changed(carry)
    },
    onError: (error) => {
      const now = otherName(error)
      if (now === undefined) return
      setKnown(now)
      return changed()
    },
  })
  const taken = [rename.error, preview.error].find(
    (error) => error instanceof ApiError && error.code === 'error_def_update',
  )
  const records = isNew && carry ? preview.data?.changed : undefined
  return (
    <FormDialog
      title={t('vocabularies.renameTitle', { name: known })}
      saving={{ ...rename, error: taken ? null : (rename.error ?? preview.error) }}
      act={
        records && records.total > 0
          ? t('vocabularies.renameAndCarry', { count: records.total })
          : t('vocabularies.rename')
      }
      ready={isNew && !(carry && preview.isFetching)}
      onSave={() => rename.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('vocabularies.newSpelling')}
        data-autofocus
        maxLength={200}
        value={text}
        error={taken && sentenceOf(taken)}
        onChange={(event) => {
          type(event.currentTarget.value)
          rename.reset()
        }}
      />
      <Checkbox
        label={t('vocabularies.carry')}
        description={t(frozen ? 'vocabularies.carryFrozen' : 'vocabularies.carryText')}
        disabled={frozen}
        checked={carry}
        onChange={(event) => setCarryChoice(event.currentTarget.checked)}
      />
      {records && (
        <div role="status">
          <Text size="sm">{t('vocabularies.wouldCarry', { count: records.total })}</Text>
          <RowsByField rows={records} />
        </div>
      )}
    </FormDialog>
  )
}

/** What another person called it meanwhile, where that is why it was refused. */
function otherName(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale_record' || !isObject(error.detail))
    return undefined
  const { def } = error.detail
  return typeof def === 'string' ? def : undefined
}
