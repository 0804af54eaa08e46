import { ActionIcon, Alert, Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { SampledRecord } from '@trowel/contract/bulk-edit.js'
import type { Change } from '@trowel/contract/changes.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { useValueTexts } from '../../components/changes/value-texts.js'
import { Dialog } from '../../components/dialog.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { FieldInput } from '../../components/fields/field-input.js'
import type { Value } from '../../components/fields/value.js'
import { Icon } from '../../components/icon.js'
import { useRecordNames } from '../../components/record-names.js'
import { problemText } from '../../components/refusal.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed, Loaded } from '../../components/states.js'
import differences from '../../components/versions/differences.module.css'
import { type Table, useApplication, useRecordsWritten } from '../../core/application.js'
import { wantMessages } from '../../core/messages.js'
import { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'
import classes from './bulk-edit.module.css'

/** The same values into the selected records: what that would do is counted and shown before it is done. */
export function BulkEdit({
  table,
  ids,
  onClose,
}: {
  table: Table
  ids: readonly number[]
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(recordQueries.form(app, table.name))
  return (
    <Dialog
      onClose={onClose}
      title={t('bulkEdit.title', { count: ids.length, number: ids.length.toLocaleString(i18n.language) })}
      size="lg"
    >
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

/** What is typed, field by field, in the order in which fields were chosen. */
type Values = readonly { readonly name: string; readonly value: Value }[]

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
  const { t, i18n } = useTranslation()
  const written = useRecordsWritten()
  const [values, setValues] = useState<Values>([])
  const typed = useMemo(() => (values.some(({ value }) => value !== null) ? values : undefined), [values])
  const draft = useSavedDraft<Values>(`edit of many ${table.name}`)
  const forget = useKeeping(`edit of many ${table.name}`, typed)
  const body = { ids, core: Object.fromEntries(values.map(({ name, value }) => [name, value])) }
  const preview = useMutation({
    mutationFn: async () => {
      const [seen] = await Promise.all([
        client.records.bulkEdit(table.name, { ...body, preview: true }),
        wantMessages(),
      ])
      return seen
    },
  })
  const counted = (count: number) => ({ count, number: count.toLocaleString(i18n.language) })
  const edit = useMutation({
    mutationFn: () => withChangeSet((options) => client.records.bulkEdit(table.name, body, options)),
    onSuccess: ({ reply: { updated }, changeSet }) => {
      forget()
      void written()
      showChanged(t('bulkEdit.done', counted(updated)), changeSet)
      onClose()
    },
  })
  const change = (next: Values) => {
    setValues(next)
    preview.reset()
    edit.reset()
  }
  const seen = preview.data
  const chosen = values.flatMap(({ name, value }) => {
    const field = fields.find((one) => one.name === name)
    return field ? [{ field, value }] : []
  })
  const others = fields.filter(({ name }) => values.every((one) => one.name !== name))
  const isReady = seen !== undefined && seen.updated > 0 && !seen.errors?.length
  return (
    <SavingForm
      saving={{ isPending: preview.isPending || edit.isPending }}
      onSave={() => (isReady ? edit : preview).mutate()}
    >
      <Stack>
        <DraftNotice draft={draft} onTake={change} />
        {chosen.map(({ field, value }) => (
          <div key={field.name} className={classes['field']}>
            <div>
              <FieldInput
                field={{ ...field, required: false }}
                table={table.name}
                value={value}
                onChange={(next) =>
                  change(values.map((one) => (one.name === field.name ? { ...one, value: next } : one)))
                }
              />
              {value === null && (
                <Text size="sm" c="dimmed" mt={4}>
                  {t('bulkEdit.empties', { field: field.label })}
                </Text>
              )}
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={t('bulkEdit.without', { field: field.label })}
              onClick={() => change(values.filter(({ name }) => name !== field.name))}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </div>
        ))}
        {others.length > 0 && (
          <Select
            // Each choice adds a field, and another can be chosen.
            key={values.length}
            label={t(values.length === 0 ? 'bulkEdit.field' : 'bulkEdit.another')}
            data-autofocus={values.length === 0 || undefined}
            searchable
            data={others.map(({ name, label }) => ({ value: name, label }))}
            value={null}
            onChange={(name) => name !== null && change([...values, { name, value: null }])}
          />
        )}
        {(preview.error ?? edit.error) && <Failed error={preview.error ?? edit.error} />}
        {seen && (
          <Alert color={seen.errors?.length ? 'red' : 'gray'} variant="light" role="status">
            <Text size="sm" fw={500}>
              {t('bulkEdit.would', counted(seen.updated))}
            </Text>
            {Boolean(seen.unchanged) && (
              <Text size="sm" c="dimmed">
                {t('bulkEdit.unchanged', counted(seen.unchanged ?? 0))}
              </Text>
            )}
            {seen.errors && seen.errors.length > 0 && (
              <ul className="problems">
                {[...new Set(seen.errors.map((problem) => problemText(problem)))].slice(0, 8).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            {seen.sample && seen.sample.length > 0 && (
              <Sample table={table} sample={seen.sample} updated={seen.updated} />
            )}
          </Alert>
        )}
        {isReady ? (
          <Button type="submit" loading={edit.isPending}>
            {t('bulkEdit.now', counted(seen.updated))}
          </Button>
        ) : (
          <Button
            type="submit"
            variant="default"
            disabled={chosen.length === 0 || seen !== undefined}
            loading={preview.isPending}
          >
            {t('bulkEdit.preview')}
          </Button>
        )}
      </Stack>
    </SavingForm>
  )
}

/** The first records that would change, before and after. */
function Sample({
  table,
  sample,
  updated,
}: {
  table: Table
  sample: readonly SampledRecord[]
  updated: number
}) {
  const { t, i18n } = useTranslation()
  const names = useRecordNames(
    table.name,
    sample.map(({ id }) => id),
  )
  const changes = sample.map(
    ({ id, fields }): Change => ({
      entity: 'record',
      table: table.name,
      id,
      record: { table: table.name, id, label: '' },
      operation: 'updated',
      fields,
    }),
  )
  const { textOf } = useValueTexts(changes)
  const more = updated - sample.length
  return (
    <div className={differences['scroll']}>
      <table className={`${differences['table']} ${classes['sample']}`}>
        <thead>
          <tr>
            <th scope="col">{table.label}</th>
            <th scope="col">{t('versions.field')}</th>
            <th scope="col">{t('versions.before')}</th>
            <th scope="col">{t('versions.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) =>
            change.fields.map(({ field, label, before, after }, place) => (
              <tr key={`${change.id} ${field}`}>
                {place === 0 && (
                  <th scope="rowgroup" rowSpan={change.fields.length}>
                    {names?.get(change.id) ?? change.id}
                  </th>
                )}
                <td>{label}</td>
                <td>{textOf(change, field, before) || '–'}</td>
                <td>{textOf(change, field, after) || '–'}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('bulkEdit.more', { count: more, number: more.toLocaleString(i18n.language) })}
        </Text>
      )}
    </div>
  )
}
