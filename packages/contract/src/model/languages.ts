import type { Messages } from '../messages/messages.js'

export interface LanguageEntry {
  /** As it calls itself. */
  readonly name: string
  /** Absent for English, in which the service says everything itself. */
  readonly messages?: () => Promise<{ readonly messages: Messages }>
}

/**
 * The languages of the client, with the region whose dates and numbers they use. The words of the client
 * stand in `locales/` of the package web, under the first two letters.
 */
export const languages = {
  'en-GB': { name: 'English' },
  it: { name: 'Italiano', messages: () => import('../messages/it/italian.js') },
} as const satisfies Readonly<Record<string, LanguageEntry>>
export type Language = keyof typeof languages

/** The languages of the words that print adds. */
export const printLanguages = ['en', 'it', 'de', 'fr', 'es'] as const
export type PrintLanguageCode = (typeof printLanguages)[number]
