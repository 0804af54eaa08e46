import type { Problem } from '@trowel/client'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../components/fields/field-input.js'
import { fieldsIn, readLayout } from '../../components/layout/layout.js'
import { LayoutView } from '../../components/layout/layout-view.js'
import { Section } from '../../components/section.js'
import type { WholeRecord } from '../../queries/records.js'
import { type Draft, withField } from './draft.js'
import { sentenceFor } from './field-problem.js'
import { PluginRowsForm } from './plugin-rows-form.js'
import classes from './record-form.module.css'
import { isOrdinary } from './sections/fields-section.js'

interface Props {
  readonly record: WholeRecord
  readonly draft: Draft
  readonly problems: readonly Problem[]
  readonly onChange: (change: (now: Draft) => Draft) => void
}

/**
 * The fields of a record to fill in; those that a layout does not show follow at its end, since they may be
 * required.
 */
export function FieldsForm({ record, draft, problems, onChange }: Props) {
  const { t } = useTranslation()
  const { schema, metadata } = record
  const table = metadata.tb_id
  const fields = schema.fields.filter((field) => isOrdinary(field) && !field.readonly)
  const input = (field: FieldSchema) => (
    <FieldInput
      field={field}
      table={table}
      value={
        field.name in draft.core ? (draft.core[field.name] ?? null) : (record.core[field.name]?.val ?? null)
      }
      valueLabel={field.name in draft.core ? undefined : record.core[field.name]?.val_label}
      error={sentenceFor(problems, { table, row: null, field: field.name }, field.help ?? t('form.pattern'))}
      onChange={(value) => onChange((now) => withField(now, record, field.name, value))}
    />
  )
  const all = (shown: readonly FieldSchema[]) => (
    <div className={classes['fields']}>
      {shown.map((field) => (
        <div
          key={field.name}
          className={describeFieldType(field.type).holds === 'paragraphs' ? classes['wide'] : undefined}
        >
          {input(field)}
        </div>
      ))}
    </div>
  )
  const layout = readLayout(schema.template)
  if (!layout)
    return (
      <Section name="fields" title={t('record.fields')}>
        {all(fields)}
      </Section>
    )
  const placed = fieldsIn(layout)
  const others = fields.filter(({ name }) => !placed.has(name))
  return (
    <>
      <LayoutView
        name={table}
        layout={layout}
        field={({ field: name }) => {
          const field = fields.find((one) => one.name === name)
          return field && input(field)
        }}
        plugin={({ plugin }) => (
          <PluginForm record={record} plugin={plugin} draft={draft} problems={problems} onChange={onChange} />
        )}
      />
      {others.length > 0 && (
        <Section name={`layout.${table}`} title={t('layouts.otherFields')}>
          {all(others)}
        </Section>
      )}
    </>
  )
}

/** The rows of those plugin tables that stand in no layout. */
export function PluginsForm(props: Props) {
  const placed = readLayout(props.record.schema.template)?.sections.map(({ plugin }) => plugin) ?? []
  return Object.keys(props.record.schema.plugins)
    .filter((plugin) => !placed.includes(plugin))
    .map((plugin) => <PluginForm key={plugin} {...props} plugin={plugin} />)
}

function PluginForm({ record, plugin: name, draft, problems, onChange }: Props & { plugin: string }) {
  const plugin = record.schema.plugins[name]
  return (
    plugin && (
      <PluginRowsForm
        plugin={plugin}
        rows={record.plugins[name]?.data ?? []}
        draft={draft}
        problems={problems}
        onChange={onChange}
      />
    )
  )
}
