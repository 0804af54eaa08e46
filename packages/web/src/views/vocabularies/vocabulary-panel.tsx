import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOrder } from '../../components/changed-meanwhile.js'
import { showProblem } from '../../components/notices.js'
import { OrderList } from '../../components/order-list.js'
import { sentenceOf } from '../../components/refusal.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'
import { DeleteItem } from './delete-item.js'
import { RenameItem } from './rename-item.js'
import classes from './vocabularies.module.css'
import { type Item, rowsWith, type Usages, useVocabulariesChanged, type Vocabulary } from './vocabulary.js'

/** One vocabulary: where it is used, and its words in the order in which forms offer them. */
export function VocabularyPanel({ vocabulary, mayEdit }: { vocabulary: Vocabulary; mayEdit: boolean }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const { data: usages } = useQuery(vocabularyQueries.usages(app, vocabulary.name))
  const [renamed, rename] = useState<Item>()
  const [deleted, remove] = useState<Item>()
  const sort = useOrder()
  const items = vocabulary.items.map((item) => ({ key: String(item.id), name: item.def, item }))
  const places = usages?.map(({ tb_label, field_label }) => `${tb_label} › ${field_label}`)
  return (
    <section className={classes['panel']} aria-labelledby="vocabulary-name">
      <div className={classes['head']}>
        <h2 id="vocabulary-name">{vocabulary.name}</h2>
        <p className={classes['uses']}>
          {places === undefined
            ? t('vocabularies.counting')
            : places.length === 0
              ? t('vocabularies.unusedByFields')
              : t('vocabularies.usedBy', { fields: new Intl.ListFormat(i18n.language).format(places) })}
        </p>
      </div>
      {mayEdit ? (
        <OrderList label={vocabulary.name} items={items} onOrder={sort}>
          {({ item }) => (
            <div className={classes['item']}>
              <Word item={item} usages={usages} />
              <span className={classes['deeds']}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  fw={500}
                  aria-label={t('vocabularies.renameThis', { name: item.def })}
                  onClick={() => rename(item)}
                >
                  {t('vocabularies.rename')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  fw={500}
                  color="red"
                  aria-label={t('vocabularies.deleteThis', { name: item.def })}
                  onClick={() => remove(item)}
                >
                  {t('vocabularies.delete')}
                </Button>
              </span>
            </div>
          )}
        </OrderList>
      ) : (
        <ul className={classes['items']} aria-label={vocabulary.name}>
          {vocabulary.items.map((item) => (
            <li key={item.id} className={classes['item']}>
              <Word item={item} usages={usages} />
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <AddItem vocabulary={vocabulary} />}
      {renamed && (
        <RenameItem
          item={renamed}
          rows={usages && rowsWith(usages, renamed)}
          onClose={() => rename(undefined)}
        />
      )}
      {deleted && <DeleteItem vocabulary={vocabulary} item={deleted} onClose={() => remove(undefined)} />}
    </section>
  )
}

/** A word, and how many records use it. */
function Word({ item, usages }: { item: Item; usages: Usages | undefined }) {
  const { t, i18n } = useTranslation()
  const count = usages && rowsWith(usages, item)
  return (
    <>
      <span className={classes['definition']}>{item.def}</span>
      <span className={`${classes['used']} numbers`}>
        {count === 0
          ? t('vocabularies.unused')
          : count && t('vocabularies.rows', { count, number: count.toLocaleString(i18n.language) })}
      </span>
    </>
  )
}

/** Puts the items into another order: shown at once, and taken back when the service refuses. */
function useOrder() {
  const changed = useVocabulariesChanged()
  return (keys: readonly string[], before: readonly string[]) =>
    saveOrder(
      (isMeant) =>
        client.vocabularies.sortItems(keys.map(Number), isMeant ? {} : { before: before.map(Number) }),
      changed,
    )
}

function AddItem({ vocabulary }: { vocabulary: Vocabulary }) {
  const { t } = useTranslation()
  const changed = useVocabulariesChanged()
  const [text, type] = useState('')
  const add = useMutation({
    mutationFn: (word: string) => client.vocabularies.addItem({ voc: vocabulary.name, def: word }),
    onSuccess: () => changed(),
    onError: (error, word) => {
      type((next) => next || word)
      if (!(error instanceof ApiError)) showProblem(error)
    },
  })
  return (
    <form
      className={classes['add']}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        add.mutate(text.trim())
        // The next word can be typed while one is on its way.
        type('')
      }}
    >
      <TextInput
        aria-label={t('vocabularies.newWord')}
        placeholder={t('vocabularies.newWord')}
        maxLength={200}
        value={text}
        error={add.error instanceof ApiError ? sentenceOf(add.error) : undefined}
        onChange={(event) => {
          type(event.currentTarget.value)
          add.reset()
        }}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''} loading={add.isPending}>
        {t('vocabularies.add')}
      </Button>
    </form>
  )
}
