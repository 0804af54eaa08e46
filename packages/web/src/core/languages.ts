import { type Language, languages } from '@trowel/contract/model/languages.js'

export { type Language, languages }

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)
