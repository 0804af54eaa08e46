import { textIn as text } from '../../core/listing-address.js'

export interface LoginSearch {
  /** Which application the form starts with. */
  readonly app?: string | undefined
  /** Where the person wanted to go. */
  readonly to?: string | undefined
  /** Why an identity provider did not let the person in. */
  readonly refused?: string | undefined
}

export const loginIn = (search: Record<string, unknown>): LoginSearch => ({
  app: text(search['app']),
  to: text(search['to']),
  refused: text(search['refused']),
})
