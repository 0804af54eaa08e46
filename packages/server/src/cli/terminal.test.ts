import { expect, test } from 'vitest'
import { asTable } from './terminal.js'

test('a table may have a line for each of very many files', () => {
  const rows = Array<string[]>(130_000).fill(['missing'])
  expect(asTable(['what'], rows)).toHaveLength(130_001)
})
