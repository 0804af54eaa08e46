import { ActionIcon, Select } from '@mantine/core'
import {
  type FilterKind,
  isOperator,
  type Operator,
  offeredOperators,
  operators,
} from '@trowel/contract/model/operators.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { dayOf, momentOf } from './days-of-moments.js'
import classes from './filter-builder.module.css'
import type { FilterField } from './filter-fields.js'
import { FilterValue } from './filter-value.js'
import type { Condition } from './read-filter.js'

/** A condition: a field, an operator, a value. */
export function FilterRow({
  fields,
  condition,
  onChange,
  onRemove,
}: {
  fields: readonly FilterField[]
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const field = fields.find(({ path }) => path === condition.field)
  const choose = (path: string | null) => {
    const next = fields.find((one) => one.path === path)
    if (!next || next.path === condition.field) return
    const offered = offeredOperators[next.kind]
    const keeps = next.kind === field?.kind && offered.includes(condition.operator)
    onChange({ field: next.path, operator: keeps ? condition.operator : offered[0], values: [] })
  }
  const operate = (operator: string | null) => {
    if (operator === null || !isOperator(operator)) return
    const before = operators[condition.operator].takes
    const now = operators[operator].takes
    const kept = now === before ? condition.values : now === 'flag' ? [] : condition.values.slice(0, 1)
    const isMoment = field?.kind === 'moment'
    const values = isMoment ? kept.map((value, k) => momentOf(dayOf(value), operator, k)) : kept
    onChange({ ...condition, operator, values })
  }
  // An operator that a filter came with stays choosable.
  const choices = field ? [...new Set([...offeredOperators[field.kind], condition.operator])] : []
  return (
    <li className={classes['row']}>
      <Select
        className={classes['field'] ?? ''}
        aria-label={t('filter.field')}
        placeholder={t('filter.chooseField')}
        searchable
        allowDeselect={false}
        autoFocus={condition.field === ''}
        nothingFoundMessage={t('filter.noField')}
        maxDropdownHeight={340}
        data={grouped(fields)}
        value={condition.field === '' ? null : condition.field}
        onChange={choose}
      />
      {field && (
        <Select
          className={classes['operator'] ?? ''}
          aria-label={t('filter.operator')}
          allowDeselect={false}
          data={choices.map((operator) => ({
            value: operator,
            label: operatorText(t, field.kind, operator),
          }))}
          value={condition.operator}
          onChange={operate}
        />
      )}
      {field && operators[condition.operator].takes !== 'flag' && (
        <div className={classes['value']}>
          <FilterValue
            field={field}
            condition={condition}
            onChange={(values) => onChange({ ...condition, values })}
          />
        </div>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('filter.remove', { field: field?.label ?? t('filter.field') })}
        onClick={onRemove}
      >
        <Icon name="close" size={15} />
      </ActionIcon>
    </li>
  )
}

const wordsOfDays = ['_eq', '_gte', '_lte'] as const
const isOfDays = (operator: string): operator is (typeof wordsOfDays)[number] =>
  wordsOfDays.some((one) => one === operator)

/** Days have words of their own: "from", where numbers say "at least". */
export const operatorText = (t: TFunction, kind: FilterKind | undefined, operator: Operator): string =>
  (kind === 'date' || kind === 'moment') && isOfDays(operator)
    ? t(`filter.ofDays.${operator}`)
    : t(`filter.operators.${operator}`)

function grouped(fields: readonly FilterField[]) {
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map((group) => ({
    group,
    items: fields.filter((field) => field.group === group).map(({ path, label }) => ({ value: path, label })),
  }))
}
