import { describeFieldType } from '@trowel/contract/model/field-types.js'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { numberText } from '../../components/fields/number-text.js'
import { Icon } from '../../components/icon.js'
import type { Column } from './columns.js'
import type { Labels, Row } from './use-pages.js'

interface Found {
  readonly row: Row
  readonly labels: Labels
}

/** What a person reads in a cell. */
export function textOf({ row, labels }: Found, { name, type, isLookup, isNumber }: Column): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (isLookup) return labels[name]?.[String(value)] ?? String(value)
  if (describeFieldType(type).holds === 'list') return String(value).split(';').join(', ')
  return isNumber ? numberText(String(value), i18next.language) : String(value)
}

/** What stands in a cell: a text, or for yes and no a sign. */
export function contentOf(found: Found, column: Column): ReactNode {
  if (describeFieldType(column.type).holds !== 'answer') return textOf(found, column)
  const value = found.row[column.name]
  if (value === null || value === undefined || value === '') return null
  return Number(value) ? <Icon name="check" size={15} /> : <span aria-hidden="true">–</span>
}
