import type { FirstPicture } from '@trowel/contract/files.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import i18next from 'i18next'
import { addressTextOf } from '../../../components/fields/address-text.js'
import { localMoment } from '../../../components/fields/moment-text.js'
import { numberText } from '../../../components/fields/number-text.js'
import { momentText } from '../../../components/versions/version-words.js'
import type { Column } from '../columns.js'
import type { Labels, Row } from '../use-pages.js'

/** A row of the listing, with the names of what it refers to, and its first picture if a list shows them. */
export interface Found {
  readonly row: Row
  readonly labels: Labels
  readonly picture?: FirstPicture | undefined
}

/** What a person reads in a cell. */
export function textOf({ row, labels }: Found, { name, type, isLookup, isNumber }: Column): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (type === 'moment') return momentText(String(value), i18next.language)
  if (isLookup) return labels[name]?.[String(value)] ?? String(value)
  if (describeFieldType(type).holds === 'list') return String(value).split(';').join(', ')
  if (describeFieldType(type).holds === 'address') return addressTextOf(String(value))
  if (isNumber) return numberText(String(value), i18next.language)
  return localMoment(String(value), i18next.language) ?? String(value)
}

/** The same where there are words alone: yes and no, which a list shows as signs, too. */
export function copiedText(found: Found, column: Column): string {
  const { holds } = describeFieldType(column.type)
  const raw = String(found.row[column.name] ?? '')
  // What is pasted elsewhere is read by a program.
  if (holds === 'address' || localMoment(raw, i18next.language) !== undefined) return raw
  if (holds !== 'answer') return textOf(found, column)
  const value = found.row[column.name]
  if (value === null || value === undefined || value === '') return ''
  return i18next.t(Number(value) ? 'fields.yes' : 'fields.no')
}
