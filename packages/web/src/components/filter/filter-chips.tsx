import type { Filter } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { Chip } from '../chip.js'
import { useRecordNames } from '../record-names.js'
import { dayText } from './days-of-moments.js'
import classes from './filter-chips.module.css'
import { type FilterField, useFilterFields } from './filter-fields.js'
import { operatorText } from './filter-row.js'
import { type Condition, type Group, isGroup, isOpaque, type Leaf, readFilter } from './read-filter.js'
import { writeFilter } from './write-filter.js'

/** A filter in words, condition by condition; each can be taken away. */
export function FilterChips({
  table,
  filter,
  onChange,
}: {
  table: string
  filter: Filter
  onChange: (filter: Filter | undefined) => void
}) {
  const { t } = useTranslation()
  const { fields, isReady } = useFilterFields(table)
  // Their line is there before the words are.
  if (!isReady) return <div className={classes['chips']} />
  const rows = readFilter(filter, fields)
  return (
    <ul className={classes['chips']} aria-label={t('filter.active')}>
      {rows.items.map((item, place) => (
        <li key={place} className={classes['chip']}>
          {place > 0 && rows.join === '_or' && <span className={classes['or']}>{t('filter.or')}</span>}
          <Chip
            removeLabel={t('filter.removeThis')}
            onRemove={() =>
              onChange(writeFilter({ ...rows, items: rows.items.filter((_, k) => k !== place) }, fields))
            }
          >
            <ItemWords item={item} fields={fields} />
          </Chip>
        </li>
      ))}
    </ul>
  )
}

/** A filter as a sentence, where it is only read. */
export function FilterWords({ table, filter }: { table: string; filter: Filter }) {
  const { t } = useTranslation()
  const { fields, isReady } = useFilterFields(table)
  if (!isReady) return null
  const { join, items } = readFilter(filter, fields)
  return items.map((item, place) => (
    <span key={place}>
      {place > 0 && ` ${t(join === '_or' ? 'filter.or' : 'filter.and')} `}
      <ItemWords item={item} fields={fields} />
    </span>
  ))
}

function ItemWords({ item, fields }: { item: Leaf | Group<Leaf>; fields: readonly FilterField[] }) {
  const { t } = useTranslation()
  if (isGroup(item))
    return item.items.map((leaf, place) => (
      <span key={place}>
        {place > 0 && ` ${t(item.join === '_or' ? 'filter.or' : 'filter.and')} `}
        <ItemWords item={leaf} fields={fields} />
      </span>
    ))
  if (isOpaque(item))
    return (
      <>
        {t('filter.opaque')}: <code>{JSON.stringify(item.filter)}</code>
      </>
    )
  return <ConditionWords condition={item} field={fields.find(({ path }) => path === item.field)} />
}

/** "Context is one of C0040, C0041". */
function ConditionWords({
  condition: { operator, values },
  field,
}: {
  condition: Condition
  field: FilterField | undefined
}) {
  const { t, i18n } = useTranslation()
  const isRecord = field?.kind === 'record'
  const names = useRecordNames(
    isRecord ? field.target?.table : undefined,
    isRecord ? values.map(Number).filter(Number.isSafeInteger) : [],
  )
  const word = (value: string, place: number) => {
    if (isRecord) return names?.get(Number(value)) ?? value
    if (field?.kind === 'boolean') return Number(value) ? t('fields.yes') : t('fields.no')
    if (field?.kind === 'moment') return dayText(value, operator, place, i18n.language)
    return value
  }
  const list = values.map(word)
  const shown =
    operator === '_between' || operator === '_chrono_overlap'
      ? list.join(field?.kind === 'moment' ? ' – ' : '–')
      : new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(list)
  // One of a list of one is that one.
  const shownOperator = values.length === 1 && operator === '_in' ? '_eq' : operator
  return (
    <>
      {field?.label} {operatorText(t, field?.kind, shownOperator)} <strong dir="auto">{shown}</strong>
    </>
  )
}
