import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { TFunction } from 'i18next'
import { momentText } from '../../components/versions/version-words.js'
import type { Column } from './columns.js'

/** What can be told of a column. */
export function offeredTotals({ type, isNumber }: Column): readonly Aggregate[] {
  if (isNumber) return ['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX']
  const isOrdered = type === 'moment' || describeFieldType(type).holds === 'day'
  return isOrdered ? ['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'] : ['COUNT', 'COUNT_DISTINCT']
}

/** `weight_g:SUM`, as the service is asked. */
export const askedTotals = (totals: Readonly<Record<string, Aggregate>>): string[] =>
  Object.entries(totals).map(([field, aggregate]) => `${field}:${aggregate}`)

type Value = string | number | null | undefined

/** A total as people read it. */
export function totalText(language: string, { type }: Column, aggregate: Aggregate, value: Value): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'string') return type === 'moment' ? momentText(value, language) : value
  const maximumFractionDigits = aggregate === 'AVG' ? 3 : 12
  // A smallest or greatest number is shown as lists show it, and may be a year.
  const useGrouping = aggregate !== 'MIN' && aggregate !== 'MAX'
  return value.toLocaleString(language, { maximumFractionDigits, useGrouping })
}

export const totalName = (t: TFunction, aggregate: Aggregate): string => t(`totals.${aggregate}`)
