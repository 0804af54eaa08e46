import type { Problem } from '@trowel/client'
import type { FieldSchema } from '@trowel/contract/record.js'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Value } from '../../components/fields/value.js'
import { fieldsIn, readLayout } from '../../components/layout/layout.js'
import { LayoutView } from '../../components/layout/layout-view.js'
import { Section } from '../../components/section.js'
import type { WholeRecord } from '../../queries/records.js'
import { type Draft, withField, withoutField } from './draft.js'
import { sentenceFor } from './field-problem.js'
import { FormField } from './form/form-field.js'
import type { Proposals } from './form/use-proposals.js'
import { PluginRowsForm } from './plugin-rows-form.js'
import classes from './record-form.module.css'
import { isOrdinary } from './sections/fields-section.js'

/** Values that the next new record begins with. */
export interface Keeping {
  readonly kept: ReadonlySet<string>
  readonly toggle: (name: string) => void
}

interface Props {
  readonly record: WholeRecord
  readonly draft: Draft
  readonly problems: readonly Problem[]
  readonly onChange: (change: (now: Draft) => Draft) => void
}

const noProposals: Proposals = { numbers: {}, waitFor: {} }

/**
 * The fields of a record to fill in; those that a layout does not show follow at its end, since they may be
 * required. Each is drawn again by itself.
 */
export function FieldsForm({
  record,
  draft,
  problems,
  proposals = noProposals,
  keeping,
  only,
  onChange,
}: Props & {
  proposals?: Proposals
  keeping?: Keeping | undefined
  /** These fields alone. */
  only?: ((field: FieldSchema) => boolean) | undefined
}) {
  const { t } = useTranslation()
  const { schema, metadata } = record
  const table = metadata.tb_id
  const change = useCallback(
    (name: string, value: Value) => onChange((now) => withField(now, record, name, value)),
    [onChange, record],
  )
  const reset = useCallback((name: string) => onChange((now) => withoutField(now, name)), [onChange])
  const fields = schema.fields.filter((field) => isOrdinary(field) && !field.readonly)
  const input = (field: FieldSchema) => {
    const { name } = field
    const isTyped = name in draft.core
    const next = proposals.numbers[name]
    const stored = record.core[name]
    return (
      <FormField
        key={name}
        field={field}
        table={table}
        value={isTyped ? (draft.core[name] ?? null) : (next ?? stored?.val ?? null)}
        valueLabel={isTyped ? undefined : stored?.val_label}
        error={sentenceFor(problems, { table, row: null, field: name }, field.help ?? t('form.pattern'))}
        next={next}
        waitsFor={proposals.waitFor[name]}
        isKept={keeping && next === undefined ? keeping.kept.has(name) : undefined}
        onChange={change}
        onReset={reset}
        onKeep={keeping?.toggle}
      />
    )
  }
  const all = (shown: readonly FieldSchema[]) => <div className={classes['fields']}>{shown.map(input)}</div>
  if (only) return all(fields.filter(only))
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

const PluginForm = memo(
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
  },
  // Of the draft it shows the rows of its own table alone.
  (before, now) =>
    before.record === now.record &&
    before.problems === now.problems &&
    before.onChange === now.onChange &&
    (['changedRows', 'newRows', 'removedRows'] as const).every(
      (kind) => before.draft[kind][now.plugin] === now.draft[kind][now.plugin],
    ),
)
