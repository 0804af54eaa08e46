import { maxTranslated } from '@trowel/contract/logs.js'
import { english } from '@trowel/contract/messages/en/english.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { wantMessages } from '../../core/messages.js'
import { translatedMatches } from './translated-search.js'

describe('what is sought in the log of an Italian page', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'it', resources: {} })
    await wantMessages()
  })

  test('is found in the sentences that are seen', () => {
    expect(translatedMatches('Rifiutato')).toEqual([
      { codes: expect.arrayContaining(['login_refused', 'provider_login_refused']), words: [] },
    ])
  })

  test('some of it in a sentence, the rest in what that speaks of', () => {
    const told = translatedMatches('accesso  rifiutato «maria@valle.example»,')
    const { codes = [] } = told.find(({ words }) => words.join() === 'maria@valle.example') ?? {}
    expect(codes).toEqual(['login_refused', 'provider_login_refused'])
  })

  test('also in the words for whoever has no name', () => {
    expect(translatedMatches('tabelle riordinate comando')).toContainEqual({
      codes: ['tables_sorted'],
      words: ['command', 'line'],
    })
  })

  test.each(['', ' % ', 'Mariæ'])('"%s" stands in no sentence', (sought) => {
    expect(translatedMatches(sought)).toEqual([])
  })

  test.each(['a', 'di da a e', 'accesso rifiutato a maria da riga di comando in tabella 5'])(
    '"%s" asks no more than the service takes',
    (sought) => {
      const told = translatedMatches(sought)
      expect(told.length).toBeLessThanOrEqual(maxTranslated.lists)
      for (const { codes, words } of told) {
        expect(codes.length).toBeLessThanOrEqual(maxTranslated.codes)
        expect(words.length).toBeLessThanOrEqual(maxTranslated.words)
      }
    },
  )

  test('what is longer than anybody reads is sought as it is', () => {
    expect(translatedMatches('accesso '.repeat(maxTranslated.words + 1))).toEqual([])
  })

  test('a list may name every code', () => {
    expect(Object.keys(english.events).length).toBeLessThan(maxTranslated.codes)
  })

  test('in English the text is enough', async () => {
    await i18next.changeLanguage('en-GB')
    expect(translatedMatches('refused command line')).toEqual([])
  })
})
