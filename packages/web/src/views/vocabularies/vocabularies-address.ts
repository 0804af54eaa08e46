import { textIn as text } from '../../core/listing-address.js'

export interface VocabulariesSearch {
  /** The vocabulary that is shown. */
  readonly name?: string | undefined
}

export const vocabulariesIn = (search: Record<string, unknown>): VocabulariesSearch => ({
  name: text(search['name']),
})
