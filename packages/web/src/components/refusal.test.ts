import { ApiError } from '@trowel/client'
import { english } from '@trowel/contract/messages/en/english.js'
import { messages } from '@trowel/contract/messages/it/italian.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { wantMessages } from '../core/messages.js'
import italian from '../locales/it.json'
import { problemText, refusalOf, sentenceOf } from './refusal.js'

describe('in Italian', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'it',
      resources: { it: { translation: italian } },
      interpolation: { escapeValue: false },
    })
    await wantMessages()
  })

  test('a known code is said in our own words, and what the service says more stands beside them', () => {
    const { not_enough_privilege: usual } = english.codes
    const code = 'not_enough_privilege'
    const sentence = messages.codes.not_enough_privilege
    expect(refusalOf({ code, text: usual })).toEqual({ sentence })
    const text = 'You cannot change your own privilege.'
    expect(refusalOf({ code, text })).toEqual({ sentence, detail: text })
    expect(problemText({ code, text })).toBe(`${sentence} (${text})`)
    const error = new ApiError(new Response(null, { status: 403 }), { status: 'error', code, text })
    expect(sentenceOf(error)).toBe(`${sentence} (${text})`)
  })

  test('a rule of a field is said with its limit', () => {
    expect(problemText({ code: 'max_length', text: 'At most 5 characters.', max_length: 5 })).toBe(
      'Al massimo 5 caratteri.',
    )
  })

  test('a sentence that tells more stands beside a refusal, with its line, and in place of what is said of a problem', () => {
    const text = 'The file cannot be read. Line 3: …'
    const refused = { code: 'import_error_parse', text, sentence: 'quote_never_closed', facts: { line: 3 } }
    expect(refusalOf(refused)).toEqual({
      sentence: messages.codes.import_error_parse,
      detail: `Riga 3: ${messages.problems.quote_never_closed}`,
    })
    const problem = { code: 'reference', text: '…', sentence: 'no_such_record', facts: { table: 'Siti' } }
    expect(problemText(problem)).toBe('In «Siti» questa scheda non c’è.')
    expect(problemText({ ...problem, sentence: 'newer_than_this' })).toBe(`${messages.codes.reference} (…)`)
  })

  test('of a code that nobody here knows the sentence of the service is said', () => {
    expect(problemText({ code: 'newer_than_this', text: 'The moon is too near.' })).toBe(
      'The moon is too near.',
    )
  })

  test('in English the service says it all', async () => {
    await i18next.changeLanguage('en-GB')
    expect(refusalOf({ code: 'in_use', text: 'Three finds refer to this.' })).toEqual({
      sentence: 'Three finds refer to this.',
    })
  })
})
