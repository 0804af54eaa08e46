import { describe, expect, test } from 'vitest'
import { mapColumns, parseMapOption } from './column-mapping.js'
import { UsageError } from './usage-error.js'

const fields = [
  { name: 'inv_no', label: 'Inventory no.' },
  { name: 'weight_g', label: 'Weight (g)' },
  { name: 'notes', label: '' },
]
const none = new Map<string, string>()

describe('columns of a file', () => {
  test('go where their title is the name or the label of a field, whatever its case and signs', () => {
    expect(mapColumns(['INV NO', 'weight (G)', 'Drawn by'], fields, none)).toEqual({
      'INV NO': 'inv_no',
      'weight (G)': 'weight_g',
    })
  })

  test('go where --map says, before any likeness counts', () => {
    const wanted = parseMapOption('Mass=weight_g', none)
    expect(mapColumns(['Mass', 'Weight (g)', 'Notes'], fields, wanted)).toEqual({
      Mass: 'weight_g',
      Notes: 'notes',
    })
  })

  test('are left out when --map names no field for them', () => {
    expect(mapColumns(['notes'], fields, parseMapOption('notes=', none))).toEqual({})
  })

  test('go into the id only when --map says so', () => {
    const withId = [{ name: 'id', label: 'Id' }, ...fields]
    expect(mapColumns(['id'], withId, none)).toEqual({})
    expect(mapColumns(['id'], withId, parseMapOption('id=id', none))).toEqual({ id: 'id' })
  })

  test('may have a title with an equals sign', () => {
    expect(parseMapOption('a = b=notes', none)).toEqual(new Map([['a = b', 'notes']]))
  })

  test.each([
    ['a column that the file does not have', ['Mass'], 'Weight=weight_g'],
    ['a field that the table does not have', ['Mass'], 'Mass=mass'],
  ])('%s is refused by name', (_case, titles, option) => {
    expect(() => mapColumns(titles, fields, parseMapOption(option, none))).toThrow(UsageError)
  })

  test('two columns for one field are refused', () => {
    const wanted = parseMapOption('b=notes', parseMapOption('a=notes', none))
    expect(() => mapColumns(['a', 'b'], fields, wanted)).toThrow('Both "a" and "b" would go into "notes".')
  })

  test.each(['notes', '=notes'])('--map %s is refused', (option) => {
    expect(() => parseMapOption(option, none)).toThrow(UsageError)
  })
})
