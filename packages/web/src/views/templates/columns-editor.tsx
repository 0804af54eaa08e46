import { ActionIcon, Select, Text } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { LayoutItem } from '../../components/layout/layout.js'
import { OrderList } from '../../components/order-list.js'
import classes from './block-settings.module.css'

/** The columns of a plugin table in their order; all of them where none is named. */
export function ColumnsEditor({
  label,
  items,
  fields,
  onChange,
}: {
  label: string
  items: readonly LayoutItem[]
  fields: readonly FieldSchema[]
  onChange: (items: readonly LayoutItem[]) => void
}) {
  const { t } = useTranslation()
  const nameOf = (field: string) => fields.find(({ name }) => name === field)?.label ?? field
  const offered = fields.filter(
    ({ name }) => !['id', 'creator', 'id_link'].includes(name) && items.every(({ field }) => field !== name),
  )
  return (
    <div>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" mb={6}>
          {t('layouts.allColumns')}
        </Text>
      ) : (
        <OrderList
          label={label}
          items={items.map((item) => ({ ...item, key: item.field, name: nameOf(item.field) }))}
          onOrder={(keys) => onChange(keys.flatMap((key) => items.find(({ field }) => field === key) ?? []))}
        >
          {({ field, name }) => (
            <div className={classes['column']}>
              <span>{name}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('layouts.removeField', { name })}
                onClick={() => onChange(items.filter((item) => item.field !== field))}
              >
                <Icon name="close" size={15} />
              </ActionIcon>
            </div>
          )}
        </OrderList>
      )}
      <Select
        size="xs"
        searchable
        aria-label={t('layouts.addField')}
        placeholder={t(offered.length === 0 ? 'layouts.allPlaced' : 'layouts.addField')}
        disabled={offered.length === 0}
        data={offered.map((field) => ({ value: field.name, label: field.label }))}
        value={null}
        onChange={(field) => {
          if (field !== null) onChange([...items, { field, width: '1/1', rest: {} }])
        }}
      />
    </div>
  )
}
