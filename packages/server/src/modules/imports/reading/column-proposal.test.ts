import { describe, expect, test } from 'vitest'
import { ColumnWatch, proposeNames } from './column-proposal.js'

describe('fields proposed for the columns of a file', () => {
  test.each<[string, string[], string, string]>([
    ['whole numbers', ['1', '', ' -20 '], 'INTEGER', 'text'],
    ['numbers', ['1', '2.50', '-0.1'], 'FLOAT', 'text'],
    ['numbers as programs write very small ones', ['0.5', '5.3e-05', '1e-7'], 'FLOAT', 'text'],
    ['codes with leading zeros', ['007', '12'], 'TEXT', 'text'],
    ['numbers that would lose digits', ['12345678901234567890'], 'TEXT', 'text'],
    ['names of squares that look like exponents', ['1E5', '12'], 'TEXT', 'text'],
    ['decimal commas', ['1,5', '2,5'], 'TEXT', 'text'],
    ['one word among numbers', ['1', '2', 'NA'], 'TEXT', 'text'],
    ['days', ['2024-05-01', '1999-12-31'], 'TEXT', 'date'],
    ['a day that does not exist', ['2024-05-01', '2023-02-29'], 'TEXT', 'text'],
    ['several lines', ['one\ntwo'], 'TEXT', 'long_text'],
    ['no values at all', ['', ''], 'TEXT', 'text'],
  ])('%s', (_case, cells, dbType, type) => {
    const watch = new ColumnWatch()
    for (const cell of cells) watch.see(cell)
    expect(watch.proposal('Column', 'column')).toMatchObject({ dbType, type })
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
