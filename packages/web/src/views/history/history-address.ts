import { type ChangeOrigin, changeOrigins } from '@trowel/contract/model/change-origins.js'
import { pageIn, textIn } from '../../core/listing-address.js'

/** Which change sets, of whom. */
export interface HistorySearch {
  readonly table?: string | undefined
  /** `table:id`: what was changed of one record. */
  readonly record?: string | undefined
  /** `*` for everybody, `own`, or the id of a person. */
  readonly user?: string | undefined
  readonly origin?: ChangeOrigin | undefined
  /** Days, as 2026-11-23. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly page?: number | undefined
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

export const historyIn = (search: Record<string, unknown>): HistorySearch => ({
  table: textIn(search['table']),
  record: textIn(search['record']),
  user: textIn(search['user']),
  origin: changeOrigins.find((origin) => origin === search['origin']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  page: pageIn(search['page']),
})

/** Which page of the changes of a set. */
export const changeSetIn = (search: Record<string, unknown>): { readonly page?: number | undefined } => ({
  page: pageIn(search['page']),
})

/** The moments at which days begin and end where the person is. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
export const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
