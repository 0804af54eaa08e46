import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { FileObject } from '@trowel/contract/files.js'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileChanges } from './use-file-changes.js'

/** What people write about a file. It is saved when they go on to something else, or with Enter. */
export function FileFacts({ file, mayEdit }: { file: FileObject; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { update } = useFileChanges()
  const [description, setDescription] = useState(file.description ?? '')
  const [keywords, setKeywords] = useState(file.keywords ?? '')
  if (!mayEdit)
    return (
      <Stack gap={4}>
        {file.description && <Text size="sm">{file.description}</Text>}
        {file.keywords && (
          <Text size="sm" c="dimmed">
            {file.keywords}
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
  return (
    <Stack gap="xs">
      <Textarea
        {...shared}
        label={t('files.description')}
        autosize
        minRows={1}
        maxRows={6}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        onBlur={() => save('description', description)}
      />
      <TextInput
        {...shared}
        label={t('files.keywords')}
        value={keywords}
        onChange={(event) => setKeywords(event.currentTarget.value)}
        onBlur={() => save('keywords', keywords)}
      />
      <Text size="xs" c="dimmed" role="status" mih="1.2em">
        {update.isPending ? t('files.saving') : update.isSuccess ? t('files.saved') : ''}
      </Text>
    </Stack>
  )
}
