import { textIn as text } from '../../core/listing-address.js'

export interface ReplaceSearch {
  readonly table?: string | undefined
  readonly field?: string | undefined
}

export const replaceIn = (search: Record<string, unknown>): ReplaceSearch => ({
  table: text(search['table']),
  field: text(search['field']),
})
