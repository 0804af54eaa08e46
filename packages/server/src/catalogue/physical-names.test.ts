import { expect, test } from 'vitest'
import { physicalName } from '../storage/physical-name.js'
import { indexName, relationIndexName } from './physical-names.js'

test('a short name is its parts', () => {
  expect(indexName('contexts', 'by_code')).toBe('contexts__by_code')
  expect(relationIndexName('finds', 'context')).toBe('idx_finds_context')
})

test('a long name keeps its beginning, has 63 characters, and is the same every time', () => {
  const table = 't'.repeat(48)
  const one = indexName(table, 'i'.repeat(63))
  expect(one).toHaveLength(63)
  expect(one.startsWith(`${table}__`)).toBe(true)
  expect(indexName(table, 'i'.repeat(63))).toBe(one)
  expect(indexName(table, `${'i'.repeat(62)}j`)).not.toBe(one)
  expect(physicalName('x'.repeat(63))).toBe('x'.repeat(63))
})
