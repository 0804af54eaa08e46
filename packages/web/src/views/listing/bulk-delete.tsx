import { Button, List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, withChangeSet } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Dialog } from '../../components/dialog.js'
import { FormDialog } from '../../components/form-dialog.js'
import { useRecordNames } from '../../components/record-names.js'
import { type Table, useApplication, useRecordsWritten } from '../../core/application.js'
import { about } from '../../core/query.js'
import { client } from '../../core/session.js'
import { searchQueries } from '../../queries/search.js'

interface Refusal {
  readonly id: number
  readonly text: string
}

/** Deletes the selected records after saying what goes; those that could not go are named with the reason. */
export function BulkDelete({
  table,
  ids,
  onClose,
  onGone,
}: {
  table: Table
  ids: readonly number[]
  onClose: () => void
  /** @param left what is still selected */
  onGone: (left: readonly number[]) => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const queries = useQueryClient()
  const [refused, setRefused] = useState<readonly Refusal[]>()
  const [gone, setGone] = useState(0)
  const names = useRecordNames(table.name, ids.slice(0, 5))
  const { data: config } = useQuery(searchQueries.config(app, table.name))
  const plugins = [
    ...new Set(
      (config?.fields ?? [])
        .filter(({ value }) => !value.startsWith(`${table.name}:`))
        .flatMap(({ label }) => label.split(' › ')[0] ?? []),
    ),
  ]
  const goes = [
    ...plugins,
    ...(table.rs ? [t('record.relations')] : []),
    ...(table.geodata ? [t('record.features')] : []),
    t('record.byHand'),
    t('record.bibliography'),
  ]
  const written = useRecordsWritten()
  const settle = (errors: readonly Refusal[], deleted: number, changeSet?: number) => {
    for (const id of ids) queries.removeQueries(about(app, { of: 'record', table: table.name, id }))
    void written()
    if (deleted > 0) showChanged(t('bulkDelete.done', { count: deleted }), changeSet)
    setGone(deleted)
    setRefused(errors)
    if (errors.length === 0) onGone([])
  }
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => client.records.bulkRemove(table.name, ids, options)),
    onSuccess: ({ reply, changeSet }) =>
      settle('errors' in reply ? reply.errors : [], reply.deleted, changeSet),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'no_record_deleted') settle(refusalsOf(error), 0)
    },
  })
  const close = () => {
    if (refused) onGone(refused.map(({ id }) => id))
    onClose()
  }
  const first = [...(names?.values() ?? [])]
  const title = t('bulkDelete.title', { count: ids.length })
  if (refused)
    return (
      <Dialog onClose={close} title={title}>
        <Refused table={table} gone={gone} refused={refused} onClose={close} />
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      saving={remove}
      act={t('bulkDelete.now', { count: ids.length })}
      danger
      onSave={() => remove.mutate()}
      onClose={close}
    >
      {first.length > 0 && (
        <Text size="sm" fw={500}>
          {new Intl.ListFormat(i18n.language).format(
            ids.length > first.length
              ? [...first, t('bulkDelete.more', { count: ids.length - first.length })]
              : first,
          )}
        </Text>
      )}
      <Text size="sm">
        {t('bulkDelete.goes', {
          what: new Intl.ListFormat(i18n.language).format(goes.map((one) => one)),
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('bulkDelete.rules')}
      </Text>
    </FormDialog>
  )
}

/** The records that a refusal names, each with its reason. */
const refusalsOf = ({ errors }: ApiError): Refusal[] =>
  errors.flatMap(({ id, text }) => (typeof id === 'number' ? [{ id, text }] : []))

function Refused({
  table,
  gone,
  refused,
  onClose,
}: {
  table: Table
  gone: number
  refused: readonly Refusal[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const names = useRecordNames(
    table.name,
    refused.map(({ id }) => id),
  )
  return (
    <Stack>
      <Text size="sm" role="alert">
        {t('bulkDelete.refused', { count: refused.length, gone })}
      </Text>
      <List size="sm" mah="45vh" style={{ overflow: 'auto' }}>
        {refused.map(({ id, text }) => (
          <List.Item key={id}>
            <strong>{names?.get(id) ?? id}</strong>: {text}
          </List.Item>
        ))}
      </List>
      <Button variant="default" onClick={onClose}>
        {t('bulkDelete.close')}
      </Button>
    </Stack>
  )
}
