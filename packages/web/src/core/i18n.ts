import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, languages } from './languages.js'
import { fetchMessages } from './messages.js'

/** One of them is fetched: they hold the same words, so that none needs another to fall back on. */
const files = import.meta.glob<{ default: object }>('../locales/*.json')

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

/** @param keep remember it on this machine */
export async function changeLanguage(language: Language, keep = true): Promise<void> {
  await Promise.all([fetchWords(language), fetchMessages(language)])
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  if (keep) localStorage.setItem(stored, language)
}

async function fetchWords(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return
  const fetch = files[`../locales/${language.slice(0, 2)}.json`]
  if (!fetch) throw new Error(`The client has no words in ${language}.`)
  const { default: texts } = await fetch()
  i18next.addResourceBundle(language, 'translation', texts)
}
