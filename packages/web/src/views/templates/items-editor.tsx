import { ActionIcon, NativeSelect, Select } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { layoutWidths } from '@trowel/contract/templates.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { LayoutItem } from '../../components/layout/layout.js'
import { OrderList } from '../../components/order-list.js'
import classes from './templates.module.css'

/** The fields of a section in their order, each with its part of the line. */
export function ItemsEditor({
  label,
  items,
  known,
  offered,
  widths,
  onChange,
}: {
  label: string
  items: readonly LayoutItem[]
  known: readonly FieldSchema[]
  /** Those that stand nowhere yet. */
  offered: readonly FieldSchema[]
  widths: boolean
  onChange: (items: readonly LayoutItem[]) => void
}) {
  const { t } = useTranslation()
  const nameOf = (field: string) => known.find(({ name }) => name === field)?.label ?? field
  return (
    <>
      {items.length > 0 && (
        <OrderList
          label={label}
          items={items.map((item) => ({ ...item, key: item.field, name: nameOf(item.field) }))}
          onOrder={(keys) => onChange(keys.flatMap((key) => items.find(({ field }) => field === key) ?? []))}
        >
          {(item) => (
            <div className={classes['item']}>
              <span>{item.name}</span>
              {widths && (
                <NativeSelect
                  size="xs"
                  aria-label={t('layouts.widthOf', { name: item.name })}
                  data={layoutWidths.map((value) => ({ value, label: t(`layouts.widths.${value}`) }))}
                  value={item.width}
                  onChange={(event) => {
                    const width = layoutWidths.find((one) => one === event.currentTarget.value)
                    if (width)
                      onChange(items.map((one) => (one.field === item.field ? { ...one, width } : one)))
                  }}
                />
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('layouts.removeField', { name: item.name })}
                onClick={() => onChange(items.filter(({ field }) => field !== item.field))}
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
        placeholder={offered.length === 0 ? t('layouts.allPlaced') : t('layouts.addField')}
        disabled={offered.length === 0}
        data={offered.map((field) => ({ value: field.name, label: field.label }))}
        value={null}
        onChange={(field) => {
          if (field !== null) onChange([...items, { field, width: widths ? '1/2' : '1/1', rest: {} }])
        }}
      />
    </>
  )
}
