import { textIn as text } from '../../core/listing-address.js'

export interface LogSearch {
  readonly q?: string | undefined
  /** The least grave level that is shown. */
  readonly level?: number | undefined
  readonly page?: number | undefined
}

export const logIn = ({ q, level, page }: Record<string, unknown>): LogSearch => ({
  q: text(q),
  level: Number.isSafeInteger(level) ? Number(level) : undefined,
  page: Number.isSafeInteger(page) && Number(page) > 0 ? Number(page) : undefined,
})
