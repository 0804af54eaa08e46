import type { Filter } from '@trowel/client'
import type { FirstPicture } from '@trowel/contract/files.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import i18next from 'i18next'
import { addressTextOf } from '../../../components/fields/address-text.js'
import { dateText } from '../../../components/fields/field-text.js'
import { localMoment } from '../../../components/fields/moment-text.js'
import { numberText } from '../../../components/fields/number-text.js'
import type { useApplication } from '../../../core/application.js'
import type { AsOf } from '../../../core/past.js'
import { type RecordPage, recordQueries } from '../../../queries/records.js'

/** So many fields say what a record is, beside its name. */
const maxFields = 3

type ListedField = RecordPage['fields'][number]

/** A record as a small table beside another one shows it. */
export interface Preview {
  readonly id: number
  /** What it is called. */
  readonly name: string
  /** What its preview says besides, field by field. */
  readonly texts: readonly string[]
  readonly picture: FirstPicture | undefined
}

export interface Previews {
  /** The field that names them, and those of their preview. */
  readonly fields: readonly ListedField[]
  readonly found: readonly Preview[]
}

/** The first records that a filter finds, with what lists say of them. */
export const previewQuery = (
  { app, table }: Pick<ReturnType<typeof useApplication>, 'app' | 'table'>,
  name: string,
  filter: Filter,
  max: number,
  asOf: AsOf | undefined,
) => {
  const { id_field: named, preview = [] } = table(name) ?? {}
  // What all of them have in common says nothing.
  const others = preview.filter((field) => field !== named && field !== 'id' && !(field in filter))
  const columns = named === undefined ? [] : [named, ...others.slice(0, maxFields)]
  return {
    ...recordQueries.previews(app, name, columns, { filter, as_of: asOf }, max),
    select: previewsOf(columns),
  }
}

const previewsOf =
  (columns: readonly string[]) =>
  (page: RecordPage): Previews => {
    const fields = columns.flatMap((name) => page.fields.find((field) => field.name === name) ?? [])
    const found = page.data.map((row): Preview => {
      const [name, ...texts] = fields.map((field) =>
        textOf(row[field.name], field, page.labels[field.name]?.[String(row[field.name])]),
      )
      return { id: row.id, name: name || String(row.id), texts, picture: page.pictures?.[row.id] }
    })
    return { fields, found }
  }

/** What a user reads of a value in a list; nothing where there is none. */
function textOf(value: unknown, { type }: ListedField, label: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (label) return label
  const text = String(value)
  switch (describeFieldType(type).holds) {
    case 'answer':
      return i18next.t(Number(value) ? 'fields.yes' : 'fields.no')
    case 'list':
      return text.split(';').join(', ')
    case 'day':
      return dateText(text, i18next.language, 'medium')
    case 'address':
      return addressTextOf(text)
    case 'line':
    case 'paragraphs':
      return typeof value === 'number'
        ? numberText(text, i18next.language)
        : (localMoment(text, i18next.language) ?? text)
  }
}

/** What a preview says besides the name: words as they are, yes and numbers with what they tell. */
export const inOneLine = ({ texts }: Preview, fields: readonly ListedField[]): string =>
  texts
    .flatMap((text, place) => {
      const { label, type } = fields[place + 1] ?? {}
      if (text === '') return []
      const isBare =
        /^[\d.,−-]+$/.test(text) || (type !== undefined && describeFieldType(type).holds === 'answer')
      return [isBare ? `${label} ${text}` : text]
    })
    .join(' · ')
