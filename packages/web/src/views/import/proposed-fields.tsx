import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { columnKinds } from '@trowel/contract/import-proposal.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'
import { sampleOf } from './mapping-table.js'
import { type FieldDraft, mayBe, relabelled } from './table-draft.js'

/** The fields that columns become: each can be called otherwise, be of another kind, or be left out. */
export function ProposedFields({
  preview,
  fields,
  onChange,
}: {
  preview: TablePreview
  fields: readonly FieldDraft[]
  onChange: (fields: readonly FieldDraft[]) => void
}) {
  const { t } = useTranslation()
  const change = (place: number, changed: (field: FieldDraft) => FieldDraft) =>
    onChange(fields.map((field) => (field.place === place ? changed(field) : field)))
  const wanted = fields.filter((field) => field.wanted).length
  return (
    <table className={`${classes['table']} ${classes['fields']}`}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              size="xs"
              label={t('import.columns')}
              aria-label={t('import.allColumns')}
              checked={wanted === fields.length}
              indeterminate={wanted > 0 && wanted < fields.length}
              onChange={({ currentTarget: { checked } }) =>
                onChange(fields.map((field) => ({ ...field, wanted: checked })))
              }
            />
          </th>
          <th scope="col">{t('import.firstValues')}</th>
          <th scope="col">{t('import.fieldName')}</th>
          <th scope="col">{t('import.fieldKind')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow
            key={field.place}
            field={field}
            sample={sampleOf(preview, field.place)}
            onChange={(part) => change(field.place, (one) => ({ ...one, ...part }))}
            onLabel={(label) => change(field.place, (one) => relabelled(one, label, fields))}
          />
        ))}
      </tbody>
    </table>
  )
}

function FieldRow({
  field,
  sample,
  onChange,
  onLabel,
}: {
  field: FieldDraft
  sample: string
  onChange: (part: Partial<FieldDraft>) => void
  onLabel: (label: string) => void
}) {
  const { t } = useTranslation()
  const { column, label, kind, wanted } = field
  return (
    <tr className={wanted ? undefined : classes['left']}>
      <td className={classes['column']}>
        <Checkbox
          size="xs"
          label={column}
          checked={wanted}
          onChange={({ currentTarget }) => onChange({ wanted: currentTarget.checked })}
        />
      </td>
      <td className={classes['sample']}>
        {sample === '' ? <span className={classes['none']}>{t('import.noValues')}</span> : sample}
      </td>
      <td className={classes['label']}>
        <TextInput
          size="xs"
          disabled={!wanted}
          aria-label={t('import.nameFor', { column })}
          error={wanted && label.trim() === ''}
          value={label}
          onChange={({ currentTarget }) => onLabel(currentTarget.value)}
        />
      </td>
      <td className={classes['target']}>
        <Select
          size="xs"
          disabled={!wanted}
          aria-label={t('import.kindFor', { column })}
          allowDeselect={false}
          data={columnKinds
            .filter((one) => mayBe(field, one))
            .map((one) => ({ value: one, label: t(`configuration.kinds.${one}.name`) }))}
          value={kind}
          onChange={(chosen) => {
            const known = columnKinds.find((one) => one === chosen)
            if (known) onChange({ kind: known })
          }}
        />
        {wanted && <KindDetails field={field} onChange={onChange} />}
      </td>
    </tr>
  )
}

const maxNamed = 4

/** What a choice offers, or which table a link leads to. */
function KindDetails({
  field: { column, kind, distinct, values, vocabulary, tb },
  onChange,
}: {
  field: FieldDraft
  onChange: (part: Partial<FieldDraft>) => void
}) {
  const { t, i18n } = useTranslation()
  const { tables } = useApplication()
  if (kind === 'choice') {
    const named = values.slice(0, maxNamed).join(', ')
    return (
      <Text size="xs" c="dimmed" mt={2} lineClamp={2} title={vocabulary ?? undefined}>
        {t('import.choices', { count: distinct ?? 0, number: (distinct ?? 0).toLocaleString(i18n.language) })}
        {`: ${named}${values.length > maxNamed ? ' …' : ''}`}
      </Text>
    )
  }
  if (kind !== 'link') return null
  return (
    <Select
      mt={4}
      size="xs"
      searchable
      aria-label={t('import.linkedTable', { column })}
      placeholder={t('import.linkedTableHint')}
      error={tb === null}
      data={tables.map(({ name, label }) => ({ value: name, label }))}
      value={tb}
      onChange={(chosen) => onChange({ tb: chosen })}
    />
  )
}
