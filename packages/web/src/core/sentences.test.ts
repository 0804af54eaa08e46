import { doers } from '@trowel/contract/doers.js'
import { findingTexts } from '@trowel/contract/findings.js'
import { loggedEvents } from '@trowel/contract/logged-events.js'
import { problemSentences } from '@trowel/contract/problem-sentences.js'
import { upgradeSteps } from '@trowel/contract/upgrade-steps.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import italian from '../locales/it.sentences.json'
import { type ServiceSentences, sentenceIn, wantSentences } from './sentences.js'

const english: ServiceSentences = {
  findings: findingTexts,
  events: Object.fromEntries(
    Object.entries(loggedEvents).map(([code, { text }]) => [code, text]),
  ) as ServiceSentences['events'],
  doers,
  steps: upgradeSteps,
  problems: problemSentences,
}
const lists = Object.keys(english) as (keyof ServiceSentences)[]

/** The names of the facts in a sentence. */
const factsIn = (text = ''): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()

test('Italian has the lists that the service has', () => {
  expect(Object.keys(italian).sort()).toEqual([...lists].sort())
})

describe.each(lists)('the sentences of %s in Italian', (list) => {
  const said: Readonly<Record<string, string>> = italian[list]

  test('are those that the service has', () => {
    expect(Object.keys(said).sort()).toEqual(Object.keys(english[list]).sort())
  })

  test.each(Object.entries(english[list]))('%s speaks of the same', (code, text) => {
    expect(factsIn(said[code])).toEqual(factsIn(text))
  })
})

describe('on an Italian page', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'it', resources: {} })
    await wantSentences()
  })

  test('what the service found is put together of what it speaks of, whatever stands in that', () => {
    const facts = { table: 'finds', field: 'a {{field}} $t(refusals.text)', missing: 7 }
    const finding = { code: 'source_without_table', facts, text: 'finds.a names the table "7".' }
    expect(sentenceIn('findings', finding)).toBe(
      'finds.a {{field}} $t(refusals.text) nomina la tabella «7», che non esiste.',
    )
    expect(sentenceIn('findings', { ...finding, code: 'newer_than_this' })).toBe(finding.text)
    expect(sentenceIn('findings', { ...finding, code: 'constructor' })).toBe(finding.text)
  })

  test('so is a line of the log, and one of an older service stays as it was written', () => {
    const facts = { email: 'a@b.example', address: '192.0.2.1' }
    const line = { code: 'login_refused', facts, text: 'Login …' }
    expect(sentenceIn('events', line)).toBe('Accesso rifiutato a a@b.example\nindirizzo 192.0.2.1')
    expect(sentenceIn('events', { ...line, code: null })).toBe('Login …')
  })

  test('whoever has no name is called by words', () => {
    const edited = (by: string) => sentenceIn('events', { code: 'tables_sorted', facts: { by }, text: '' })
    expect(edited(doers.command_line)).toBe('Tabelle riordinate da riga di comando')
    expect(edited('Ida')).toBe('Tabelle riordinate da Ida')
  })

  test('in English the service says it all', async () => {
    await i18next.changeLanguage('en-GB')
    const step = { code: '0001_initial', text: 'As the service says it' }
    expect(sentenceIn('steps', step)).toBe(step.text)
  })
})
