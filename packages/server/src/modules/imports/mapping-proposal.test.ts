import { expect, test } from 'vitest'
import type { Field } from '../../catalogue/catalogue.js'
import { proposeMapping } from './preview-file.js'

const field = (name: string, label = ''): Field => ({ name, label }) as Field
const fields = [
  field('id', 'Id'),
  field('creator', 'Creator'),
  field('inv_no', 'Inventory'),
  field('weight_g', 'Weight'),
  field('material', 'Material'),
]

test.each<[string, string[], (string | null)[]]>([
  ['the same name', ['inv_no', 'material'], ['inv_no', 'material']],
  ['the same but for case', ['INV_NO'], ['inv_no']],
  ['the label', ['inventory', 'WEIGHT'], ['inv_no', 'weight_g']],
  ['the name that a field would have', ['Weight (g)', 'Inv. No'], ['weight_g', 'inv_no']],
  ['nothing', ['colour', '__proto__', 'creator'], [null, null, null]],
  ['no field twice, the best column first', ['Inventory', 'inv_no', 'INV_NO'], [null, 'inv_no', null]],
])('columns find their fields by %s', (_case, columns, found) => {
  expect(proposeMapping(columns, fields).map((one) => one.field)).toEqual(found)
})
