import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { FileObject } from '@trowel/contract/files.js'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './file-facts.module.css'
import { canBePrinted, isPrinted } from './file-kind.js'
import { useFileChanges } from './use-file-changes.js'

/** What people write about a file. It is saved when they go on to something else, or with Enter. */
export function FileFacts({
  file,
  mayEdit,
  of,
}: {
  file: FileObject
  mayEdit: boolean
  /**
   * In a list: what the file is called, for those who hear the inputs one after the other; a heading says
   * what they are.
   */
  of?: string
}) {
  const { t } = useTranslation()
  const { update } = useFileChanges()
  const [description, setDescription] = useState(file.description ?? '')
  const [keywords, setKeywords] = useState(file.keywords ?? '')
  const [printed, setPrinted] = useState(isPrinted(file))
  if (!mayEdit)
    return (
      <Stack gap={4}>
        {file.description && <Text size="sm">{file.description}</Text>}
        {file.keywords && (
          <Text size="sm" c="dimmed">
            {file.keywords}
          </Text>
        )}
        {canBePrinted(file) && !isPrinted(file) && (
          <Text size="sm" c="dimmed">
            {t('files.isNotPrinted')}
          </Text>
        )}
      </Stack>
    )
  const save = (name: 'description' | 'keywords', text: string) => {
    if (text.trim() === (file[name] ?? '')) return
    update.mutate({ id: file.id, facts: { [name]: text.trim() === '' ? null : text.trim() } })
  }
  /** Enter saves; Escape leaves the input and closes nothing, so that what was typed is saved too. */
  const keys = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey)) return
    event.preventDefault()
    event.currentTarget.blur()
  }
  const shared = { maxLength: 2000, onKeyDown: keys, 'data-mantine-stop-propagation': true } as const
  const named = (name: 'files.description' | 'files.keywords') =>
    of === undefined ? { label: t(name) } : { 'aria-label': `${t(name)}: ${of}`, placeholder: t(name) }
  return (
    <div className={classes[of === undefined ? 'beneath' : 'beside']}>
      <Textarea
        {...shared}
        {...named('files.description')}
        autosize
        minRows={1}
        maxRows={6}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        onBlur={() => save('description', description)}
      />
      <TextInput
        {...shared}
        {...named('files.keywords')}
        value={keywords}
        onChange={(event) => setKeywords(event.currentTarget.value)}
        onBlur={() => save('keywords', keywords)}
      />
      {canBePrinted(file) && (
        <Switch
          size="sm"
          label={t('files.print')}
          aria-label={of === undefined ? undefined : `${t('files.print')}: ${of}`}
          checked={printed}
          onChange={({ currentTarget: { checked } }) => {
            setPrinted(checked)
            update.mutate(
              { id: file.id, facts: { printable: checked } },
              { onError: () => setPrinted(!checked) },
            )
          }}
        />
      )}
      <Text size="xs" c="dimmed" role="status">
        {update.isPending ? t('files.saving') : update.isSuccess ? t('files.saved') : ''}
      </Text>
    </div>
  )
}
