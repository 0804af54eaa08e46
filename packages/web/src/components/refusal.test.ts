import { ApiError } from '@trowel/client'
import { english } from '@trowel/contract/messages/en/english.js'
import { messages } from '@trowel/contract/messages/it/italian.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { wantMessages } from '../core/messages.js'
import italian from '../locales/it.json'
import { problemText, sentenceOf, titleOf } from './refusal.js'

describe('in Italian', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'it',
      resources: { it: { translation: italian } },
      interpolation: { escapeValue: false },
    })
    await wantMessages()
  })

  test('a refusal is said by its message, and by its code where it has none', () => {
    const code = 'not_enough_privilege'
    const text = english.codes[code]
    expect(problemText({ code, text })).toBe(messages.codes[code])
    const said = { code, text: english.problems.own_privilege, sentence: 'own_privilege', facts: {} }
    expect(problemText(said)).toBe(messages.problems.own_privilege)
    const error = new ApiError(new Response(null, { status: 403 }), { status: 'error', ...said })
    expect(sentenceOf(error)).toBe(messages.problems.own_privilege)
  })

  test.each([
    ['error_def_added', 409, 'Non è possibile'],
    ['error_def_erase', 404, 'Non trovato'],
    ['stale_record', 412, 'Modificato da un’altra persona'],
    ['not_enough_privilege', 403, 'Accesso non consentito'],
    ['internal_error', 500, 'Qualcosa non ha funzionato'],
  ] as const)('%s stands under the title that says what it is', (code, status, title) => {
    const answer = { status: 'error', code, text: english.codes[code] }
    expect(titleOf(new ApiError(new Response(null, { status }), answer))).toBe(title)
  })

  test('a rule of a field is said with its limit', () => {
    expect(problemText({ code: 'max_length', text: 'At most 5 characters.', max_length: 5 })).toBe(
      'Al massimo 5 caratteri.',
    )
  })

  test('a message can hold another one as its reason', () => {
    const reason = english.problems.quote_never_closed
    const facts = { line: 3, reason, 'reason.sentence': 'quote_never_closed' }
    const text = `The file cannot be read. Line 3: ${reason}`
    const sentence = 'file_unreadable_at'
    expect(problemText({ code: 'import_error_parse', text, sentence, facts })).toBe(
      `Il file non si legge. Riga 3: ${messages.problems.quote_never_closed}`,
    )
    const problem = { code: 'reference', text: '…', sentence: 'no_such_record', facts: { table: 'Siti' } }
    expect(problemText(problem)).toBe('In «Siti» questa scheda non c’è.')
    expect(problemText({ ...problem, sentence: 'newer_than_this' })).toBe('…')
  })

  test('of a code that nobody here knows the sentence of the service is said', () => {
    expect(problemText({ code: 'newer_than_this', text: 'The moon is too near.' })).toBe(
      'The moon is too near.',
    )
  })

  test('in English the service says it all', async () => {
    await i18next.changeLanguage('en-GB')
    expect(problemText({ code: 'in_use', text: 'Three finds refer to this.' })).toBe(
      'Three finds refer to this.',
    )
  })
})
