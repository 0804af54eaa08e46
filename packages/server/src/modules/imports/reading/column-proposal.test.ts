import { describe, expect, test } from 'vitest'
import { asTheyAre, type CellFormats } from './cell-formats.js'
import { kindOf, proposeNames } from './column-proposal.js'
import { ColumnWatch } from './column-watch.js'

describe('fields proposed for the columns of a file', () => {
  const kind = (cells: readonly unknown[], written: Partial<CellFormats> = {}, column = 'Column') => {
    const watch = new ColumnWatch()
    for (const cell of cells) watch.see(cell)
    return kindOf(column, watch.facts(), { ...asTheyAre, ...written })
  }

  test.each<[string, unknown[], string]>([
    ['whole numbers', ['1', '', ' -20 '], 'wholeNumber'],
    ['numbers', ['1', '2.50', '-0.1'], 'number'],
    ['numbers as programs write very small ones', ['0.5', '5.3e-05', '1e-7'], 'number'],
    ['codes with leading zeros', ['007', '12'], 'text'],
    ['numbers that would lose digits', ['12345678901234567890'], 'text'],
    ['names of squares that look like exponents', ['1E5', '12'], 'text'],
    ['decimal commas', ['1,5', '2,5'], 'text'],
    ['one word among numbers', ['1', '2', 'unknown'], 'text'],
    ['a text for no value among numbers', ['1', '2', 'NA'], 'text'],
    ['days', ['2024-05-01', '1999-12-31'], 'date'],
    ['a day that does not exist', ['2024-05-01', '2023-02-29'], 'text'],
    ['answers', ['True', 'false', ''], 'yesNo'],
    ['answers of a workbook', [true, false], 'yesNo'],
    ['answers in Italian', ['sì', 'no', 'no'], 'yesNo'],
    ['numbers that could be answers', ['1', '0'], 'wholeNumber'],
    ['several lines', ['one\ntwo'], 'longText'],
    ['a few words again and again', Array(4).fill(['flint', 'bone', 'flint']).flat(), 'choice'],
    ['a few words for the first time', ['flint', 'bone', 'amber', 'flint'], 'text'],
    ['days in other forms again and again', Array(4).fill(['9-Jul-12', '10-Jul-12']).flat(), 'text'],
    ['days in words again and again', Array(4).fill(['9 July 2012', 'July 10, 2012']).flat(), 'text'],
    ['moments again and again', Array(4).fill(['2012-07-09 10:00', '2012-07-10 10:00']).flat(), 'text'],
    ['sizes again and again', Array(4).fill(['5 cm', '10-12', '3 x 4']).flat(), 'choice'],
    ['the same word throughout', Array(20).fill('flint'), 'text'],
    ['no values at all', ['', ''], 'text'],
  ])('%s', (_case, cells, expected) => {
    expect(kind(cells)).toBe(expected)
  })

  test('what the file writes in its own way is what it means', () => {
    expect(kind(['1,5', '1.234,5'], { decimal: ',' })).toBe('number')
    expect(kind(['1,5', '2.5'], { decimal: ',' })).toBe('text')
    expect(kind(['31/12/1999', '01/02/2003'], { dates: 'dd/mm/yyyy' })).toBe('date')
    expect(kind(['31/12/1999', '01/02/2003'], { dates: 'mm/dd/yyyy' })).toBe('text')
    expect(kind(['1', 'NA', '–'], { empty: ['NA', '–'] })).toBe('wholeNumber')
  })

  test('long sentences under a heading of notes are long text', () => {
    const note = ['Found in the fill of the pit, close to its northern edge, broken in two.']
    expect([kind(note, {}, 'Notes'), kind(note, {}, 'Findspot')]).toEqual(['longText', 'text'])
  })

  test('names are valid, short and no two alike', () => {
    expect(
      proposeNames([
        'Mass (g)',
        'mass g',
        'id',
        'creator',
        'XMin',
        'true',
        '',
        'Ähnlich',
        'Εύρημα',
        '2nd layer',
        '__proto__',
        'x'.repeat(80),
      ]),
    ).toEqual([
      'mass_g',
      'mass_g_2',
      'original_id',
      'original_creator',
      'original_xmin',
      'original_true',
      'column_7',
      'ahnlich',
      'column_9',
      'column_2nd_layer',
      'proto',
      'x'.repeat(63),
    ])
  })
})
