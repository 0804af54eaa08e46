import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../errors.js'
import { parseQueryString } from './filter/parse-brackets.js'
import { parseFilter } from './filter/parse-filter.js'
import { checkRowFilter } from './filter/parse-row-filter.js'
import { expertSearch } from './search.js'
import { allButSecrets, contexts, dig } from './testing-catalogue.js'

const words = fc.constantFrom(
  ...[
    '_and',
    '_or',
    '_eq',
    '_in',
    '_null',
    '_between',
    '_chrono_overlap',
    '_like',
    'code',
    'depth',
    'site',
    'samples',
    'name',
  ],
  ...[
    'chrono_from',
    'contexts',
    '__proto__',
    'constructor',
    'toString',
    '',
    '0',
    '17',
    '[]',
    '][',
    '$CURRENT_USER',
    '\0',
    '\ud800',
  ],
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), words),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(words, fc.string()), tie('json'), { maxKeys: 4 }),
  ),
}))

/** What is not understood is refused with 400 or 403, whatever it is. */
function refusedAtMost(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect([400, 403]).toContain(error.status)
  }
}

const context = { table: contexts, catalogue: dig, visibilityOf: allButSecrets }

test('any JSON is understood as a filter or refused', () => {
  fc.assert(
    fc.property(json, (input) => {
      refusedAtMost(() => parseFilter(input, context))
      refusedAtMost(() => parseFilter(JSON.stringify(input), context))
      expect(Array.isArray(checkRowFilter(input, contexts))).toBe(true)
    }),
    { seed: 1848, numRuns: 3000 },
  )
})

test('any query string is read or refused', () => {
  const pieces = fc.constantFrom(
    'filter',
    '[',
    ']',
    '[]',
    '=',
    '&',
    '%',
    '%5B',
    '%00',
    '+',
    'é',
    '[_in]',
    '[_or]',
    '[0]',
    '[99999999999]',
  )
  const text = fc.array(fc.oneof(pieces, words), { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (given) => {
      refusedAtMost(() => parseFilter(parseQueryString(given)['filter'], context))
      expect(({} as Record<string, unknown>)['_eq']).toBeUndefined()
    }),
    { seed: 1848, numRuns: 3000 },
  )
})

test('any text is understood as an expression or refused', () => {
  const pieces = fc.constantFrom(
    ...[
      'id',
      'code',
      'depth',
      '=',
      '<',
      '(',
      ')',
      '+',
      '-',
      '*',
      '||',
      '::',
      'text',
      ',',
      '.',
      "'",
      '"',
      '1',
      '0.5',
      "'a'",
      ';',
      '--',
    ],
    ...[
      'AND',
      'OR',
      'NOT',
      'LIKE',
      'IN',
      'BETWEEN',
      'IS',
      'NULL',
      'CAST',
      'AS',
      'substr',
      'round',
      'select',
      '\0',
      '\ud800',
      'é',
    ],
  )
  const text = fc.array(pieces, { maxLength: 15 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, (given) => refusedAtMost(() => expertSearch(contexts, given))),
    { seed: 1848, numRuns: 5000 },
  )
})
