import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Dialog } from '../../components/dialog.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { FieldInput } from '../../components/fields/field-input.js'
import type { Value } from '../../components/fields/value.js'
import { problemText } from '../../components/refusal.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Failed, Loaded } from '../../components/states.js'
import { type Table, useApplication, useRecordsWritten } from '../../core/application.js'
import { wantMessages } from '../../core/messages.js'
import { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'

/** The same value into the selected records: what it would do is counted before it is done. */
export function BulkEdit({
  table,
  ids,
  onClose,
}: {
  table: Table
  ids: readonly number[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(recordQueries.form(app, table.name))
  return (
    <Dialog onClose={onClose} title={t('bulkEdit.title', { count: ids.length })} size="lg">
      <Loaded query={query} lines={3}>
        {({ schema }) => (
          <Choice
            table={table}
            ids={ids}
            fields={schema.fields.filter(({ readonly, hide }) => !readonly && !hide)}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface Typed {
  readonly name: string | null
  readonly value: Value
}

function Choice({
  table,
  ids,
  fields,
  onClose,
}: {
  table: Table
  ids: readonly number[]
  fields: readonly FieldSchema[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const written = useRecordsWritten()
  const [{ name, value }, setTyped] = useState<Typed>({ name: null, value: null })
  const typed = useMemo(() => (value === null ? undefined : { name, value }), [name, value])
  const draft = useSavedDraft<Typed>(`bulk edit ${table.name}`)
  const forget = useKeeping(`bulk edit ${table.name}`, typed)
  const field = fields.find((one) => one.name === name)
  const body = { ids, core: name === null ? {} : { [name]: value } }
  const preview = useMutation({
    mutationFn: async () => {
      const [seen] = await Promise.all([
        client.records.bulkEdit(table.name, { ...body, preview: true }),
        wantMessages(),
      ])
      return seen
    },
  })
  const edit = useMutation({
    mutationFn: () => withChangeSet((options) => client.records.bulkEdit(table.name, body, options)),
    onSuccess: ({ reply: { updated }, changeSet }) => {
      forget()
      void written()
      showChanged(t('bulkEdit.done', { count: updated }), changeSet)
      onClose()
    },
  })
  const change = (next: Typed) => {
    setTyped(next)
    preview.reset()
    edit.reset()
  }
  const seen = preview.data
  return (
    <Stack>
      <DraftNotice draft={draft} onTake={change} />
      <Select
        label={t('bulkEdit.field')}
        data-autofocus
        searchable
        allowDeselect={false}
        data={fields.map((one) => ({ value: one.name, label: one.label }))}
        value={name}
        onChange={(chosen) => change({ name: chosen, value: null })}
      />
      {field && (
        <FieldInput
          key={field.name}
          field={{ ...field, required: false }}
          table={table.name}
          value={value}
          onChange={(next) => change({ name, value: next })}
        />
      )}
      {field && value === null && (
        <Text size="sm" c="dimmed">
          {t('bulkEdit.empties', { field: field.label })}
        </Text>
      )}
      {(preview.error ?? edit.error) && <Failed error={preview.error ?? edit.error} />}
      {seen && (
        <Alert color={seen.errors?.length ? 'red' : 'gray'} variant="light" role="status">
          <Text size="sm">{t('bulkEdit.would', { count: seen.updated })}</Text>
          {Boolean(seen.unchanged) && (
            <Text size="sm" c="dimmed">
              {t('bulkEdit.unchanged', { count: seen.unchanged ?? 0 })}
            </Text>
          )}
          {seen.errors && seen.errors.length > 0 && (
            <ul className="problems">
              {[...new Set(seen.errors.map((problem) => problemText(problem)))].slice(0, 8).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {seen && seen.updated > 0 && !seen.errors?.length ? (
        <Button loading={edit.isPending} onClick={() => edit.mutate()}>
          {t('bulkEdit.now', { count: seen.updated })}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={!field || seen !== undefined}
          loading={preview.isPending}
          onClick={() => preview.mutate()}
        >
          {t('bulkEdit.preview')}
        </Button>
      )}
    </Stack>
  )
}
