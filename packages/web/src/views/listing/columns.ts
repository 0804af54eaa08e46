import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { SearchField } from '@trowel/contract/search.js'
import type { TFunction } from 'i18next'
import { stampColumns } from '../../components/stamp-columns.js'
import { type ListingSearch, listingOf } from '../../core/listing-address.js'
import type { RecordListing } from '../../queries/records.js'

/** A column of the grid. */
export interface Column {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly isNumber: boolean
  readonly isLookup: boolean
  /** Does it tell what people call the record? */
  readonly isName: boolean
  /** Is it no field, but who made the record or changed it last, or when? */
  readonly isOfRecord: boolean
}

/** The columns that a table has: of its own fields, and of what is known of its records besides. */
export const columnsOf = (
  t: TFunction,
  table: string,
  idField: string,
  fields: readonly SearchField[],
): Column[] => [
  ...fields
    .filter(({ value }) => value.startsWith(`${table}:`))
    .map(({ value, label, type, db_type, ref_tb }) => ({
      name: value.slice(table.length + 1),
      label,
      type,
      isNumber:
        (db_type === 'INTEGER' || db_type === 'FLOAT') &&
        ref_tb === undefined &&
        describeFieldType(type).holds !== 'answer',
      isLookup: ref_tb !== undefined,
      isName: value === `${table}:${idField}`,
      isOfRecord: false,
    })),
  ...stampColumns.map(({ name, label, type }) => ({
    name,
    label: t(label),
    type,
    isNumber: false,
    isLookup: type === 'person',
    isName: false,
    isOfRecord: true,
  })),
]

/** Not shown before a user asks for them. */
const rarelyWanted = /^(id|creator|chrono_from|chrono_to|chrono_certainty|osteo_data)$/

/** The columns that a user chose; before that those that say most. */
export function shownColumns(
  chosen: readonly string[] | undefined,
  all: readonly Column[],
  preview: readonly string[],
): Column[] {
  const usual = [
    ...preview.filter((name) => name !== 'id'),
    ...all
      .filter(({ isOfRecord }) => !isOfRecord)
      .map(({ name }) => name)
      .filter((name) => !preview.includes(name) && !rarelyWanted.test(name)),
  ]
  const known = (chosen ?? usual).flatMap((name) => all.filter((column) => column.name === name))
  return known.length > 0 ? known : all.slice(0, 1)
}

/** What a file of a listing has: all fields, and what else is shown of the records. */
export const exportedColumns = (all: readonly Column[], shown: readonly Column[]): string[] =>
  [...all.filter(({ isOfRecord }) => !isOfRecord), ...shown.filter(({ isOfRecord }) => isOfRecord)].map(
    ({ name }) => name,
  )

/** So many fields a caption has besides what its record is called. */
const maxInCaption = 4

/** What the captions of a gallery say: what a record is called, then the first of what a list shows. */
export const captionColumns = (all: readonly Column[], shown: readonly Column[]): Column[] => [
  ...all.filter(({ isName }) => isName),
  ...shown.filter(({ isName }) => !isName).slice(0, maxInCaption),
]

/** What a listing asks the service for: its records, with these columns, and in a gallery with pictures. */
export const listingWith = (
  address: ListingSearch,
  all: readonly Column[],
  columns: readonly Column[],
): RecordListing => {
  const isGallery = address.show === 'gallery'
  const asked = isGallery ? captionColumns(all, columns) : columns
  return {
    ...listingOf(address),
    columns: ['id', ...asked.map(({ name }) => name)],
    ...(isGallery && { pictures: true }),
  }
}
