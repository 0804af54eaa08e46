import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { useVocabulariesChanged, type Vocabulary } from './vocabulary.js'

/** A vocabulary begins with its first words, one on each line. */
export function NewVocabulary({ known, onClose }: { known: readonly Vocabulary[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const changed = useVocabulariesChanged()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const voc = name.trim()
  const words = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  // Words of which some went in already, before the service refused one, make the vocabulary known.
  const [begun, setBegun] = useState(false)
  const taken = !begun && known.some((one) => one.name === voc)
  const create = useMutation({
    mutationFn: async () => {
      for (const [place, def] of words.entries()) {
        await client.vocabularies.addItem({ voc, def })
        setBegun(true)
        setText(words.slice(place + 1).join('\n'))
      }
    },
    onSuccess: () => {
      showDone(t('vocabularies.created', { name: voc }))
      onClose()
      void navigate({ to: '/app/$app/vocabularies', params: { app }, search: { name: voc } })
    },
    onSettled: () => changed(),
  })
  return (
    <FormDialog
      title={t('vocabularies.new')}
      saving={create}
      act={t('form.create')}
      ready={voc !== '' && words.length > 0 && !taken}
      onSave={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('vocabularies.name')}
        description={t('vocabularies.nameHint')}
        data-autofocus
        required
        maxLength={100}
        readOnly={begun}
        value={name}
        error={taken && t('vocabularies.taken')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('vocabularies.words')}
        description={t('vocabularies.wordsHint')}
        required
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
