import { describe, expect, test } from 'vitest'
import { type TypeOfField, type TypeOfTable, writeTypeFile } from './type-file.js'

const field = (name: string, more: Partial<TypeOfField> = {}): TypeOfField => ({
  name,
  label: '',
  kind: 'text',
  table: undefined,
  choices: [],
  isOpen: false,
  isReadonly: false,
  isRequired: false,
  isFilled: false,
  ...more,
})

const table = (name: string, fields: TypeOfField[], more: Partial<TypeOfTable> = {}): TypeOfTable => ({
  name,
  label: '',
  isPlugin: false,
  plugins: [],
  ways: [],
  fields,
  ...more,
})

describe('types of an application as a text', () => {
  test('say of each field what it holds and what may be done with it', () => {
    const text = writeTypeFile('vallelunga', [
      table(
        'finds',
        [
          field('id', { label: 'Id', kind: 'number', isReadonly: true }),
          field('material', { kind: 'choice', choices: ['bone', 'bronze'], isRequired: true }),
          field('find_type', { kind: 'choice', choices: ['bead'], isOpen: true }),
          field('context', { label: 'Context', kind: 'record', table: 'contexts' }),
          field('inv_no', { isRequired: true, isFilled: true }),
        ],
        { label: 'Finds', plugins: ['measures'], ways: ['burial_goods', 'parts'] },
      ),
      table('measures', [], { isPlugin: true }),
    ])
    expect(text.slice(text.indexOf('export'))).toBe(`export type Vallelunga = {
  /** Finds */
  finds: {
    kind: 'table'
    plugins: 'measures'
    ways: 'burial_goods' | 'parts'
    fields: {
      /** Id */
      id: { kind: 'number'; readonly: true }
      material: { kind: 'choice'; required: true; values: 'bone' | 'bronze' }
      find_type: { kind: 'choice'; open: true; values: 'bead' }
      /** Context */
      context: { kind: 'record'; table: 'contexts' }
      inv_no: { kind: 'text'; required: true; filled: true }
    }
  }
  measures: {
    kind: 'plugin'
    plugins: never
    ways: never
    fields: {
    }
  }
}
`)
  })

  test.each([
    ['new', 'new: {'],
    ['readonly', 'readonly: {'],
    ['_a1', '_a1: {'],
    ['Nr. 1', "'Nr. 1': {"],
    ['1st', "'1st': {"],
    ["trench's", "'trench\\'s': {"],
    ['größe', "'größe': {"],
  ])('quote the name %s where it has to be', (name, written) => {
    expect(writeTypeFile('dig', [table('t', [field(name)])])).toContain(`\n      ${written}`)
  })

  test.each([
    ['dig_2', 'Dig2'],
    ['2024', 'App2024'],
    ['string', 'String'],
  ])('of %s have the name %s', (app, name) => {
    expect(writeTypeFile(app, [])).toContain(`\nexport type ${name} = {\n}\n`)
  })

  test('keep what people wrote inside comments and quotes', () => {
    const label = 'Ends */ here\nand\u2028there'
    const choices = ["bronze 'age'", 'a\\b', '"x"\n']
    const text = writeTypeFile('dig', [table('t', [field('a', { label, kind: 'choice', choices })])])
    expect(text).toContain('      /** Ends *\\/ here and there */\n')
    expect(text).toContain(String.raw`values: 'bronze \'age\'' | 'a\\b' | '"x"\n' }`)
  })

  test('give each of many choices a line', () => {
    const choices = Array.from({ length: 20 }, (_, index) => `choice ${index}`)
    const text = writeTypeFile('dig', [table('t', [field('a', { kind: 'choice', choices })])])
    expect(text).toContain("values:\n        | 'choice 0'\n        | 'choice 1'\n")
  })
})
