/**
 * The languages of the client, with the region whose dates and numbers they use; another one is another file
 * in `locales/`, one with the sentences of the service (`sentences.ts`), and a line here.
 */
export const languages = { 'en-GB': 'English', it: 'Italiano' } as const
export type Language = keyof typeof languages

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)
