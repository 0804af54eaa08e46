import { ApiError } from '@trowel/client'
import { errorCodes } from '@trowel/contract/errors.js'
import { commonProblems, fieldRules, fileWarnings } from '@trowel/contract/problem-codes.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { wantSentences } from '../core/sentences.js'
import english from '../locales/en.json'
import italian from '../locales/it.json'
import sentences from '../locales/it.sentences.json'
import { problemText, refusalOf, sentenceOf } from './refusal.js'

const texts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { text }]) => [code, text]),
)
const named: ReadonlySet<string> = new Set([
  ...Object.keys(texts),
  ...fieldRules,
  ...commonProblems,
  ...fileWarnings,
])

test.each(Object.entries(english.refusals))('%s is a code of the service, in its own words', (code, said) => {
  expect(named).toContain(code)
  if (code in texts) expect(said).toBe(texts[code])
})

test('every rule of a field, common problem and oddity of a file has words', () => {
  expect(Object.keys(english.refusals)).toEqual(
    expect.arrayContaining([...fieldRules, ...commonProblems, ...fileWarnings]),
  )
})

describe('in Italian', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'it',
      resources: { it: { translation: italian }, 'en-GB': { translation: english } },
      interpolation: { escapeValue: false },
    })
  })

  test('a known code is said in our own words, and what the service says more stands beside them', () => {
    const { not_enough_privilege: usual } = texts
    const code = 'not_enough_privilege'
    const sentence = italian.refusals.not_enough_privilege
    expect(refusalOf({ code, text: usual ?? '' })).toEqual({ sentence })
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

  test('a sentence that tells more stands beside a refusal, with its line, and in place of what is said of a problem', async () => {
    const text = 'The file cannot be read. Line 3: …'
    const refused = { code: 'import_error_parse', text, sentence: 'quote_never_closed', facts: { line: 3 } }
    expect(problemText(refused)).toBe(`${italian.refusals.import_error_parse} (${text})`)
    await wantSentences()
    expect(refusalOf(refused)).toEqual({
      sentence: italian.refusals.import_error_parse,
      detail: `Riga 3: ${sentences.problems.quote_never_closed}`,
    })
    const problem = { code: 'reference', text: '…', sentence: 'no_such_record', facts: { table: 'Siti' } }
    expect(problemText(problem)).toBe('In «Siti» questa scheda non c’è.')
    expect(problemText({ ...problem, sentence: 'newer_than_this' })).toBe(`${italian.refusals.reference} (…)`)
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
