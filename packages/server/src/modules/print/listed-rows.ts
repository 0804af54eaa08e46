import type { FirstPicture } from '@trowel/contract/files.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { listedFieldOf } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { ListInput } from '../../records/listing/list-plan.js'
import { type FirstPictures, listRecords } from '../../records/listing/list-records.js'
import { languageOf } from './printed-file.js'
import { valueText } from './value-text.js'

const recordsAtOnce = 200

/** A record of a listing as people read it. */
export interface ListedRow {
  readonly id: number
  /** In the order of the fields. */
  readonly texts: readonly string[]
  readonly picture: FirstPicture | undefined
}

interface Page {
  readonly total: number
  readonly fields: readonly { readonly name: string }[]
  readonly data: readonly ({ readonly id: number } & Readonly<Record<string, string | number | null>>)[]
  readonly labels: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  readonly pictures?: Readonly<Record<string, FirstPicture>>
}

/**
 * All records of a listing with the texts of its columns, `id` first.
 *
 * @param most more records than these are refused
 * @param pictures where first pictures come from, if they are wanted
 * @throws what a listing throws; `result_too_large`
 */
export async function readListed(
  scope: RequestScope,
  table: Table,
  listing: ListInput,
  most: number,
  pictures?: FirstPictures,
): Promise<{ readonly fields: readonly Field[]; readonly rows: readonly ListedRow[] }> {
  const language = languageOf(scope)
  // A record that moves to another page meanwhile is not read twice.
  const rows = new Map<number, ListedRow>()
  for (let page = 1; ; page++) {
    const wanted = { ...listing, page, per_page: recordsAtOnce, pictures: pictures !== undefined }
    const { body } = await listRecords(scope, table.name, wanted, {}, pictures)
    const { total, fields: named, data, labels, pictures: first } = JSON.parse(body.toString()) as Page
    if (total > most) {
      throw new AppError('result_too_large', {
        ...message('too_many_to_print', { records: total, most }),
        detail: { total, most },
      })
    }
    const fields = named.map(({ name }) => listedFieldOf(table, name))
    for (const row of data) {
      const texts = fields.map((field) => {
        const { name, label, stamp } = field
        const val = row[name] ?? null
        const val_label = labels[name]?.[String(val)] ?? null
        if (stamp) return stamp.fact === 'by' ? (val_label ?? '') : momentText(val)
        return valueText(field, { name, label, val, val_label }, language)
      })
      rows.set(row.id, { id: row.id, texts, picture: first?.[String(row.id)] })
    }
    if (page * recordsAtOnce >= total) return { fields, rows: [...rows.values()] }
  }
}

/** `2026-05-04T08:11:09.123Z` as `2026-05-04 08:11`. */
const momentText = (val: string | number | null): string =>
  val === null ? '' : String(val).slice(0, 16).replace('T', ' ')
