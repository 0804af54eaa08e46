import { Text } from '@mantine/core'
import type { RecordReply } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../components/fields/field-input.js'
import { Icon } from '../../components/icon.js'
import type { Layout } from '../../components/layout/layout.js'
import { LayoutValue } from '../../components/layout/layout-value.js'
import { LayoutView } from '../../components/layout/layout-view.js'
import { Section } from '../../components/section.js'
import { partIcons } from './part-icons.js'
import classes from './templates.module.css'

/** A record in the layout as it is now on the screen: to read, or to fill in. */
export function LayoutPreview({
  table,
  layout,
  record: { schema, core, plugins },
  isForm,
}: {
  table: string
  layout: Layout
  record: RecordReply
  isForm: boolean
}) {
  const { t } = useTranslation()
  return (
    <LayoutView
      name={`preview.${table}`}
      layout={layout}
      field={({ field: name }) => {
        const field = schema.fields.find((one) => one.name === name)
        const cell = core[name]
        if (!field || !cell) return null
        return isForm ? (
          <FieldInput
            field={field}
            table={table}
            value={cell.val}
            valueLabel={cell.val_label}
            onChange={() => {}}
          />
        ) : (
          <LayoutValue field={field} cell={cell} />
        )
      }}
      part={({ part, label }) =>
        part && (
          <div className={classes['part']}>
            <Icon name={partIcons[part]} size={18} />
            {label || t(`layouts.parts.${part}`)}
            <Text span size="xs" c="dimmed">
              {t('layouts.onPaper')}
            </Text>
          </div>
        )
      }
      plugin={({ plugin, label, items }) => {
        const columns = (schema.plugins[plugin]?.fields ?? []).filter(
          (field) =>
            !['id', 'id_link'].includes(field.name) &&
            (items.length === 0 || items.some((item) => item.field === field.name)),
        )
        return (
          <Section name={`layout.preview.${plugin}`} title={label} count={plugins[plugin]?.data.length ?? 0}>
            <Text size="sm">{columns.map((column) => column.label).join(' · ')}</Text>
          </Section>
        )
      }}
    />
  )
}
