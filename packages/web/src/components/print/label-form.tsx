import { MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { labelSheetNames, labelSheets, type OwnSheet } from '@trowel/contract/model/label-sheets.js'
import { printLimits } from '@trowel/contract/model/print-limits.js'
import { useTranslation } from 'react-i18next'
import { type Table, useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'
import { chosenSheet, type LabelChoice, type NamedField, sheetGroups, sheetTitle } from './label-choice.js'
import { LabelPreview, SheetPreview } from './label-preview.js'
import classes from './print.module.css'

/** How many labels, and where on the first sheet they begin; every time another. */
export interface LabelRun {
  readonly start: number
  readonly copies: number
}

/** Labels: what they are printed on, what they say, and how the first one looks. */
export function LabelForm({
  table,
  listing,
  total,
  fields,
  choice,
  run,
  onChoice,
  onRun,
}: {
  table: Pick<Table, 'name' | 'id_field' | 'preview'>
  listing: Listing
  total: number
  fields: readonly NamedField[]
  choice: LabelChoice
  run: LabelRun
  onChoice: (next: Partial<LabelChoice>) => void
  onRun: (run: LabelRun) => void
}) {
  const { t, i18n } = useTranslation()
  const sheet = chosenSheet(choice)
  const shown = shownFields(choice, table)
  const words = useLabelWords({ table, listing, fields, shown, choice })
  const millimetres = (value: number) =>
    value.toLocaleString(i18n.language, { maximumFractionDigits: 1, useGrouping: false })
  const optionOf = (name: (typeof labelSheetNames)[number]) => {
    const { label, across, down } = labelSheets[name]
    const size = t('print.size', { width: millimetres(label.width), height: millimetres(label.height) })
    const count = across * down
    return {
      value: name,
      label: [sheetTitle(name), size, ...(count > 1 ? [t('print.perSheet', { count })] : [])]
        .filter((part) => part !== '')
        .join(' · '),
    }
  }
  const onSheet = sheet ? sheet.across * sheet.down : 1
  const start = Math.min(run.start, onSheet)
  return (
    <Stack>
      {sheet && (
        <div className={classes['preview']}>
          <LabelPreview sheet={sheet} words={words} />
          {onSheet > 1 && (
            <SheetPreview
              sheet={sheet}
              start={start}
              printed={total * run.copies}
              onStart={(start) => onRun({ ...run, start })}
            />
          )}
        </div>
      )}
      <Select
        label={t('print.sheet')}
        allowDeselect={false}
        searchable
        maxDropdownHeight={320}
        data={[
          ...sheetGroups.map(({ group, names }) => ({
            group: t(`print.sheets.${group}`),
            items: names.map(optionOf),
          })),
          { group: t('print.sheets.own'), items: [{ value: 'own', label: t('print.ownSize') }] },
        ]}
        value={choice.sheet}
        onChange={(value) => onChoice({ sheet: labelSheetNames.find((name) => name === value) ?? 'own' })}
      />
      {choice.sheet === 'own' && <OwnMeasures own={choice.own} onChange={(own) => onChoice({ own })} />}
      {!sheet && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t('print.noSheet')}
        </Text>
      )}
      <MultiSelect
        label={t('print.fields')}
        description={t('print.fieldsHint')}
        searchable
        clearable
        data={fields
          .filter(({ name }) => name !== table.id_field)
          .map(({ name, label }) => ({ value: name, label }))}
        value={[...shown]}
        onChange={(names) => onChoice({ fields: names })}
      />
      <TextInput
        label={t('print.heading')}
        placeholder={t('print.headingExample')}
        maxLength={80}
        value={choice.heading}
        onChange={({ currentTarget: { value } }) => onChoice({ heading: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Switch
          label={t('print.qr')}
          description={t('print.qrHint')}
          checked={choice.qr}
          onChange={({ currentTarget: { checked } }) => onChoice({ qr: checked })}
        />
        <Switch
          label={t('print.outlines')}
          description={t('print.outlinesHint')}
          checked={choice.outlines}
          onChange={({ currentTarget: { checked } }) => onChoice({ outlines: checked })}
        />
        <NumberInput
          label={t('print.copies')}
          min={1}
          max={printLimits.copies}
          allowDecimal={false}
          value={run.copies}
          onChange={(copies) => onRun({ ...run, copies: Number(copies) || 1 })}
        />
        {onSheet > 1 && (
          <NumberInput
            label={t('print.start')}
            description={t('print.startHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            min={1}
            max={onSheet}
            allowDecimal={false}
            value={start}
            onChange={(start) => onRun({ ...run, start: Number(start) || 1 })}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}

/** Those that were chosen, or else those by which lists tell records apart. */
export const shownFields = (
  { fields }: LabelChoice,
  { preview, id_field }: Pick<Table, 'id_field' | 'preview'>,
): readonly string[] => fields ?? preview.filter((name) => name !== 'id' && name !== id_field)

/** What the label of the first record says. */
function useLabelWords({
  table,
  listing,
  fields,
  shown,
  choice,
}: {
  table: Pick<Table, 'name' | 'id_field'>
  listing: Listing
  fields: readonly NamedField[]
  shown: readonly string[]
  choice: LabelChoice
}) {
  const { app } = useApplication()
  const columns = ['id', table.id_field, ...shown]
  const { data } = useQuery(recordQueries.first(app, table.name, { ...listing, columns }))
  const row = data?.data[0]
  const textOf = (name: string): string => {
    const value = row?.[name]
    if (value === null || value === undefined) return ''
    return data?.labels[name]?.[String(value)] ?? String(value)
  }
  return {
    heading: choice.heading.trim(),
    title: textOf(table.id_field) || (row ? `#${row.id}` : ''),
    lines: shown.flatMap((name) => {
      const text = textOf(name)
      const label = fields.find((field) => field.name === name)?.label ?? name
      return text === '' ? [] : [{ label, text }]
    }),
    address: choice.qr && row ? `${window.location.origin}/app/${app}/record/${table.name}/${row.id}` : '',
  }
}

const measures = [
  'width',
  'height',
  'across',
  'down',
  'page_width',
  'page_height',
  'left',
  'top',
  'step_x',
  'step_y',
] as const satisfies readonly (keyof OwnSheet)[]

/** The measures of a sheet that is not in the list. */
function OwnMeasures({ own, onChange }: { own: OwnSheet; onChange: (own: OwnSheet) => void }) {
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs">
      {measures.map((name) => {
        const isCount = name === 'across' || name === 'down'
        return (
          <NumberInput
            key={name}
            size="sm"
            label={t(`print.measures.${name}`)}
            min={isCount ? 1 : 0}
            allowDecimal={!isCount}
            allowedDecimalSeparators={[',', '.']}
            hideControls
            value={own[name] ?? ''}
            onChange={(value) => onChange({ ...own, [name]: value === '' ? undefined : Number(value) })}
          />
        )
      })}
    </SimpleGrid>
  )
}
