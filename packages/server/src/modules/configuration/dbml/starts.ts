import { readFile } from 'node:fs/promises'
import type { Start } from '@trowel/contract/dbml.js'

const folder = new URL('../../../../starts/', import.meta.url)

/** Each is a schema text in the folder of its language, which begins with its label and what it records. */
const names = ['excavation', 'survey', 'collection', 'cemetery'] as const

export const startLanguages = ['en', 'it'] as const
type StartLanguage = (typeof startLanguages)[number]

const isStartLanguage = (code: string | undefined): code is StartLanguage =>
  startLanguages.some((language) => language === code)

/** Schemas of common projects. @param lang as clients call it, `it` or `en-GB`; English for all others */
export function listStarts(lang: unknown): Promise<Start[]> {
  const code = typeof lang === 'string' ? lang.split('-')[0] : undefined
  const language = isStartLanguage(code) ? code : 'en'
  return Promise.all(names.map((name) => readStart(language, name)))
}

async function readStart(language: StartLanguage, name: string): Promise<Start> {
  const dbml = await readFile(new URL(`${language}/${name}.dbml`, folder), 'utf8')
  const [label = '', description = ''] = dbml.split('\n').map((line) => line.replace(/^\/\/ /, ''))
  return { name, label, description, dbml }
}
