import { describe, expect, test } from 'vitest'
import { listsUnits, relationColumns, relationNamed } from './relation-words.js'

describe('the words for relations', () => {
  test.each([
    ['covers', 5],
    ['Is cut by:', 2],
    ['is_the_same_as', 9],
    ['copre', 5],
    ['Tagliata da', 2],
    ['6', 6],
    ['above', 5],
    ['below', 1],
    ['overlies', 5],
    ['11', undefined],
    ['near', undefined],
    ['', undefined],
  ])('%s', (text, code) => {
    expect(relationNamed(text)).toBe(code)
  })
})

describe('the columns of a file with relations', () => {
  test.each([
    [
      ['context', 'type', 'above', 'below', 'equal'],
      'context',
      [
        { column: 'above', relation: 1 },
        { column: 'below', relation: 5 },
        { column: 'equal', relation: 9 },
      ],
    ],
    [['younger', 'older', 'url'], 'younger', [{ column: 'older', relation: 5 }]],
    [['US', 'rapporto', 'altra US'], 'US', [{ column: 'altra US', named_in: 'rapporto' }]],
    [['unit_1', 'relation', 'unit_2'], 'unit_1', [{ column: 'unit_2', named_in: 'relation' }]],
    [['above', 'below'], 'above', [{ column: 'below', relation: 5 }]],
    [
      ['Name', 'above', 'contemporary with', 'equal to', 'below'],
      'Name',
      expect.arrayContaining([{ column: 'contemporary with', relation: 10 }]),
    ],
    [
      ['US', 'Copre', 'Coperta da'],
      'US',
      [
        { column: 'Copre', relation: 5 },
        { column: 'Coperta da', relation: 1 },
      ],
    ],
    [['find', 'weight'], undefined, []],
  ])('%j', (columns, unit, relations) => {
    expect(relationColumns(columns)).toEqual({ unit, relations })
  })

  test('are about the records by the field that these are called by', () => {
    const columns = ['Inventory no.', 'Context', 'Above', 'Below']
    expect(relationColumns(columns, 'Inventory No')).toEqual({
      unit: 'Inventory no.',
      relations: [
        { column: 'Above', relation: 1 },
        { column: 'Below', relation: 5 },
      ],
    })
    expect(relationColumns(columns, 'Name').unit).toBe('Context')
  })

  test.each([
    ['Above', true],
    ['is cut by', true],
    ['Sotto', true],
    ['upper', false],
    ['Lower', false],
    ['Weight', false],
  ])('%s can only list units: %s', (column, isList) => {
    expect(listsUnits(column)).toBe(isList)
  })
})
