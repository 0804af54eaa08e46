import { SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { printLimits } from '@trowel/contract/model/print-limits.js'
import type { Orientation } from '@trowel/contract/print.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Table, useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import { FormDialog } from '../form-dialog.js'
import { saveBlob } from '../save-file.js'
import { chosenSheet, type NamedField, useLabelChoice } from './label-choice.js'
import { LabelForm, shownFields } from './label-form.js'

const kinds = ['table', 'catalogue', 'labels'] as const
export type PrintKind = (typeof kinds)[number]

/** Records on paper: as a table, one after the other, or as labels. */
export default function PrintDialog({
  table,
  listing,
  total,
  fields,
  columns,
  group,
  kind: begun,
  onClose,
}: {
  table: Pick<Table, 'name' | 'label' | 'id_field' | 'preview'>
  /** Which records, in which order. */
  listing: Listing
  total: number
  fields: readonly NamedField[]
  /** Those of a table on paper: the columns of the list; without them there are only labels. */
  columns?: readonly string[]
  /** By which field the list is grouped now. */
  group?: string | undefined
  kind: PrintKind
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const [kind, setKind] = useState(begun)
  const [orientation, setOrientation] = useState<Orientation>(
    columns && columns.length > printLimits.columns.portrait ? 'landscape' : 'portrait',
  )
  const [groupedBy, setGroup] = useState(fields.some(({ name }) => name === group) ? group : undefined)
  const [pictures, setPictures] = useState(false)
  const [template, setTemplate] = useState<string>()
  const [run, setRun] = useState({ start: 1, copies: 1 })
  const { choice, change } = useLabelChoice(app, table.name)
  const sheet = chosenSheet(choice)
  const layouts = useQuery({ ...layoutQueries.names(app, table.name), enabled: kind === 'catalogue' })
  const save = useMutation({
    mutationFn: async () => {
      const file = await (kind === 'labels' ? labels() : pages()).fetch()
      saveBlob(await file.blob(), file.name || `${table.label}.pdf`)
    },
    onSuccess: onClose,
  })
  const pages = () =>
    client.records.printAll(table.name, {
      ...listing,
      ...(kind === 'catalogue'
        ? { as: 'catalogue', template }
        : { as: 'table', columns: [...(columns ?? [])], orientation, group: groupedBy, pictures }),
    })
  const labels = () =>
    client.records.labels(table.name, {
      ...listing,
      sheet: choice.sheet,
      ...(choice.sheet === 'own' && choice.own),
      // What a label is called comes first; the rest stands below it.
      columns: [table.id_field, ...shownFields(choice, table)],
      heading: choice.heading.trim(),
      qr: choice.qr,
      outlines: choice.outlines,
      copies: run.copies,
      start: Math.min(run.start, sheet ? sheet.across * sheet.down : 1),
    })
  const count = kind === 'labels' ? total * run.copies : total
  const most = kind === 'table' && pictures ? printLimits.tableWithPictures : printLimits[kind]
  const isTooWide =
    kind === 'table' && columns !== undefined && columns.length > printLimits.columns[orientation]
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <FormDialog
      size="lg"
      title={t('print.title', { count: total, number: number(total) })}
      saving={save}
      act={t('print.save')}
      ready={count > 0 && count <= most && !isTooWide && (kind !== 'labels' || sheet !== undefined)}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {columns && (
        <SegmentedControl
          fullWidth
          aria-label={t('print.as')}
          data={kinds.map((value) => ({ value, label: t(`print.kinds.${value}`) }))}
          value={kind}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'table')}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(`print.about.${kind}`)}
      </Text>
      {kind === 'table' && (
        <Stack>
          <SegmentedControl
            aria-label={t('print.page')}
            data={(['portrait', 'landscape'] as const).map((value) => ({
              value,
              label: t(`print.orientations.${value}`),
            }))}
            value={orientation}
            onChange={(value) => setOrientation(value === 'landscape' ? 'landscape' : 'portrait')}
          />
          <Select
            label={t('print.group')}
            placeholder={t('print.noGroup')}
            clearable
            searchable
            data={fields.map(({ name, label }) => ({ value: name, label }))}
            value={groupedBy ?? null}
            onChange={(name) => setGroup(name ?? undefined)}
          />
          <Switch
            label={t('print.pictures')}
            checked={pictures}
            onChange={({ currentTarget: { checked } }) => setPictures(checked)}
          />
        </Stack>
      )}
      {kind === 'catalogue' && (
        <Select
          label={t('layouts.title')}
          allowDeselect={false}
          data={[
            { value: '', label: t('print.noLayout') },
            ...(layouts.data?.templates ?? []).map((name) => ({ value: name, label: name })),
          ]}
          value={template ?? ''}
          onChange={(name) => setTemplate(name || undefined)}
        />
      )}
      {kind === 'labels' && (
        <LabelForm
          table={table}
          listing={listing}
          total={total}
          fields={fields}
          choice={choice}
          run={run}
          onChoice={change}
          onRun={setRun}
        />
      )}
      {isTooWide && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t('print.tooManyColumns', { columns: columns.length, ...printLimits.columns })}
        </Text>
      )}
      {count > most && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t(kind === 'labels' ? 'print.tooManyLabels' : 'print.tooMany', { most: number(most) })}
        </Text>
      )}
    </FormDialog>
  )
}
