import { Text } from '@mantine/core'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { isEmpty } from '../../../components/fields/field-text.js'
import { FieldValue } from '../../../components/fields/field-value.js'
import type { Layout } from '../../../components/layout/layout.js'
import { LayoutValue } from '../../../components/layout/layout-value.js'
import { LayoutView } from '../../../components/layout/layout-view.js'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from '../record-sheet.module.css'
import { PluginSection } from './plugin-section.js'

/** Kept by the service, or shown in a section of their own. */
const elsewhere = new Set(['id', 'creator', 'osteo_data'])
export const isOrdinary = (field: FieldSchema): boolean => !elsewhere.has(field.name) && !field.hide

const isLong = ({ type }: FieldSchema): boolean => describeFieldType(type).holds === 'paragraphs'

/** The fields of a record; empty ones take no room unless the person wants to see them. */
export function FieldsSection({ record, showEmpty }: { record: WholeRecord; showEmpty: boolean }) {
  const { t } = useTranslation()
  const fields = record.schema.fields
    .filter(isOrdinary)
    .filter((field) => showEmpty || !isEmpty(record.core[field.name]))
  return (
    <Section name="fields" title={t('record.fields')}>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('record.nothingWritten')}
        </Text>
      )}
      <dl className={classes['fields']}>
        {fields.map((field) => {
          const cell = record.core[field.name]
          return (
            cell && (
              <div key={field.name} className={classes['field']} data-long={isLong(field) || undefined}>
                <dt>{field.label}</dt>
                <dd>
                  <FieldValue field={field} cell={cell} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </Section>
  )
}

/** The same in the order and width of a layout, with the plugin tables that it names. */
export function LayoutSections({
  record,
  layout,
  showEmpty,
}: {
  record: WholeRecord
  layout: Layout
  showEmpty: boolean
}) {
  const { schema, core, plugins } = record
  const fields = new Map(schema.fields.map((field) => [field.name, field]))
  return (
    <LayoutView
      name={record.metadata.tb_id}
      layout={layout}
      field={({ field: name }) => {
        const field = fields.get(name)
        const cell = core[name]
        return field && cell && (showEmpty || !isEmpty(cell)) && <LayoutValue field={field} cell={cell} />
      }}
      plugin={({ plugin: name, label, items }) => {
        const plugin = schema.plugins[name]
        if (!plugin) return null
        const columns = items.flatMap(
          (item) => plugin.fields.find((field) => field.name === item.field) ?? [],
        )
        return (
          <PluginSection
            plugin={{
              ...plugin,
              label: label || plugin.label,
              fields: items.length === 0 ? plugin.fields : columns,
            }}
            rows={plugins[name]?.data ?? []}
            curves={plugins[name]?.metadata.curves ?? []}
            showEmpty={showEmpty}
          />
        )
      }}
    />
  )
}
