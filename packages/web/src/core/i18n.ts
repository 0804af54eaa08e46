import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, languages } from './languages.js'
import { fetchMessages } from './messages.js'

/**
 * Each language comes in two files: the words of the first view, and all others. One language is fetched: all
 * hold the same words, so that none needs another to fall back on.
 */
const files = {
  first: import.meta.glob<object>('../locales/*.json', { query: '?first', import: 'default' }),
  others: import.meta.glob<object>('../locales/*.json', { query: '?others', import: 'default' }),
}

let areAllWanted = false

const stored = 'trowel.language'

/** What the person chose before, else the first language of the browser that the client has. */
function preferred(): Language {
  const known = Object.keys(languages).filter(isLanguage)
  const spoken = navigator.languages.map((tag) => known.find((one) => one.slice(0, 2) === tag.slice(0, 2)))
  return (
    [localStorage.getItem(stored) ?? undefined, ...spoken].find(
      (one) => one !== undefined && isLanguage(one),
    ) ?? 'en-GB'
  )
}

export async function startTranslation(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await changeLanguage(preferred(), false)
}

/** Fetches the words that the first view does without: before anything else is shown. */
export function wantAllWords(): Promise<void> {
  areAllWanted = true
  return fetchWords(i18next.language)
}

/** @param keep remember it on this machine */
export async function changeLanguage(language: Language, keep = true): Promise<void> {
  await Promise.all([fetchWords(language), fetchMessages(language)])
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  if (keep) localStorage.setItem(stored, language)
}

async function fetchWords(language: string): Promise<void> {
  await Promise.all([fetchFile('first', language), areAllWanted && fetchFile('others', language)])
}

/** The groups of words of both files are parts of one whole. */
async function fetchFile(part: keyof typeof files, language: string): Promise<void> {
  const fetch = files[part][`../locales/${language.slice(0, 2)}.json`]
  if (!fetch) throw new Error(`The client has no words in ${language}.`)
  i18next.addResourceBundle(language, 'translation', await fetch())
}
