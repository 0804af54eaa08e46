import { describe, expect, test } from 'vitest'
import { fastSearch } from './search.js'
import { contexts, tableInShort } from './testing-catalogue.js'

describe('a fast search', () => {
  test('looks into every textual field of the table, those of its dating too', () => {
    expect(fastSearch(contexts, '100%')).toEqual({
      kind: 'search',
      columns: ['code', 'notes', 'chrono_label', 'chrono_period'],
      text: '100%',
    })
  })

  test('takes its text as it comes', () => {
    expect(fastSearch(contexts, ' a%20b ')).toMatchObject({ text: ' a%20b ' })
  })

  test.each(['', '  ', '\t'])('for %j restricts nothing', (text) => {
    expect(fastSearch(contexts, text)).toBeUndefined()
  })

  test('in a table without textual fields looks into none', () => {
    const numbers = tableInShort('numbers', { fields: { weight: 'FLOAT' } })
    expect(fastSearch(numbers, 'a')).toMatchObject({ columns: [] })
  })

  test.each([
    ['a NUL character', 'a\0b'],
    ['more than 2,000 characters', 'x'.repeat(2001)],
  ])('with %s is refused', (_case, text) => {
    expect(() => fastSearch(contexts, text)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        facts: expect.objectContaining({ detail: { name: 'search', reason: expect.any(String) } }),
      }),
    )
  })
})
