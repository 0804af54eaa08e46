import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type LanguageEntry, languages } from '../model/languages.js'
import { english } from './en/english.js'
import type { Messages } from './messages.js'

/** The names of the params in a message. */
const paramsIn = (text = ''): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()

/** The names of the params of every message, by group and code. */
const paramsOf = (messages: Messages): unknown =>
  Object.fromEntries(
    Object.entries(messages).map(([group, texts]: [string, Readonly<Record<string, string>>]) => [
      group,
      Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, paramsIn(text)])),
    ]),
  )

const translated = Object.entries<LanguageEntry>(languages).filter(([, { messages }]) => messages)

test('there is another language than English', () => {
  expect(translated.length).toBeGreaterThan(0)
})

test.each(translated)('%s has the same codes as English, which speak of the same', async (_code, entry) => {
  const { messages } = (await entry.messages?.()) ?? {}
  expect(messages && paramsOf(messages)).toEqual(paramsOf(english))
})

describe.each([
  ['en', 'english.js'],
  ['it', 'italian.js'],
])('the files of messages/%s', (language, index) => {
  const folder = new URL(`./${language}/`, import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== index)

  test('have no code twice, and the index has all of them', async () => {
    const codes: string[] = []
    for (const file of files) {
      const area = (await import(new URL(file, folder).href)) as Record<string, Record<string, unknown>>
      for (const [name, content] of Object.entries(area).flatMap(([, groups]) => Object.entries(groups)))
        codes.push(
          ...(typeof content === 'string'
            ? [name]
            : Object.keys(content as object).map((code) => `${name}.${code}`)),
        )
    }
    const { doers: _doers, findings, events, ...grouped } = english
    expect(codes.sort()).toEqual(
      [
        ...Object.keys(findings),
        ...Object.keys(events),
        ...Object.entries(grouped).flatMap(([name, texts]) =>
          Object.keys(texts).map((code) => `${name}.${code}`),
        ),
      ].sort(),
    )
  })
})

test('a code of a problem and a message never have one name: as a part of a message both are told by it', () => {
  expect(Object.keys(english.codes).filter((code) => code in english.problems)).toEqual([])
})
