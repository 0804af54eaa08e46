import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { saveBlob } from '../../components/save-file.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Failed } from '../../components/states.js'
import { client } from '../../core/session.js'
import { SchemaPreview } from './schema-preview.js'
import { useReconfigured } from './use-configuration.js'

/** All tables as one text: to keep, to discuss, and to make the same elsewhere. Applying it only adds. */
export function SchemaText() {
  const { t } = useTranslation()
  const reconfigured = useReconfigured()
  const [text, setText] = useState('')
  const [seen, setSeen] = useState('')
  const draft = useSavedDraft<string>('schema text')
  const forget = useKeeping('schema text', text === '' ? undefined : text)
  const download = useMutation({
    mutationFn: async () => {
      const file = await client.dbml.export().fetch()
      saveBlob(await file.blob(), file.name)
    },
    onError: showProblem,
  })
  const input = useRef<HTMLTextAreaElement>(null)
  const preview = useMutation({
    mutationFn: (dbml: string) => client.dbml.preview(dbml),
    onSuccess: (_reply, dbml) => setSeen(dbml),
    onError: (error, dbml) => {
      const { line } = placeOf(error) ?? {}
      if (line === undefined) return
      const lines = dbml.split('\n')
      const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
      input.current?.focus()
      input.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
    },
  })
  const apply = useMutation({
    mutationFn: () => client.dbml.apply(text),
    onSuccess: async ({ result }) => {
      forget()
      await reconfigured()
      preview.reset()
      setText('')
      showDone(t('configuration.schemaApplied', { count: result.created.length }))
    },
  })
  const place = placeOf(preview.error)
  const shown = preview.data && seen === text ? preview.data.preview : undefined
  const makes = shown
    ? shown.tables.filter(({ errors }) => errors.length === 0).length +
      shown.vocabularies.filter(({ missing, errors }) => missing.length > 0 && errors.length === 0).length
    : 0
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={720}>
        {t('configuration.schemaHint')}
      </Text>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="import" size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('configuration.schemaDownload')}
        </Button>
        <FileButton
          accept=".dbml,.txt,text/plain"
          onChange={(file) => {
            if (file) void file.text().then(setText)
          }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="export" size={16} />}>
              {t('configuration.schemaOpen')}
            </Button>
          )}
        </FileButton>
      </Group>
      <DraftNotice draft={draft} onTake={setText} />
      <Textarea
        ref={input}
        label={t('configuration.schemaText')}
        description={t('configuration.schemaTextHint')}
        placeholder={'Table contexts {\n  code varchar [not null, unique]\n  description text\n}'}
        autosize
        minRows={8}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.82rem' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant={shown ? 'default' : 'filled'}
          disabled={text.trim() === ''}
          loading={preview.isPending}
          onClick={() => preview.mutate(text)}
        >
          {t('configuration.schemaPreview')}
        </Button>
      </Group>
      {place?.line !== undefined && (
        <Text size="sm" c="var(--danger)">
          {t('configuration.schemaPlace', { line: place.line, column: place.column })}
        </Text>
      )}
      {preview.isError && <Failed error={preview.error} />}
      {shown && (
        <>
          <SchemaPreview preview={shown} />
          {apply.isError && <Failed error={apply.error} />}
          <Group>
            <Button disabled={makes === 0} loading={apply.isPending} onClick={() => apply.mutate()}>
              {t('configuration.schemaApply')}
            </Button>
            {makes === 0 && <Text size="sm">{t('configuration.schemaNothing')}</Text>}
          </Group>
        </>
      )}
    </Stack>
  )
}

/** Where a text cannot be read, counted from 1. */
const placeOf = (error: unknown): { line?: number; column?: number } | undefined =>
  error instanceof ApiError && error.code === 'dbml_parse_error'
    ? (error.detail as { line?: number; column?: number })
    : undefined
