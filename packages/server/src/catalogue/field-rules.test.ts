import { describe, expect, test } from 'vitest'
import type { Field, Table } from './catalogue.js'
import { checkValues, normaliseValue, type SentValue, sameValue } from './field-rules.js'
import { Unusable } from './field-types/field-type.js'
import { plainField } from './plain-field.js'
import { plainTable } from './plain-table.js'
import { hasBrokenPattern } from './value-rules.js'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...plainField(name, `The ${name}`, 'TEXT', 0),
  ...more,
})

const tableWith = (fields: Field[], more: Partial<Table> = {}): Table => ({
  ...plainTable('context', false),
  label: 'Contexts',
  parent: undefined,
  plugins: [],
  fields: new Map(fields.map((one) => [one.name, one])),
  ...more,
})

const integer = field('n', { dbType: 'INTEGER' })
const float = field('mass', { dbType: 'FLOAT' })
const yesNo = field('kept', { type: 'boolean', dbType: 'INTEGER' })
const yesNoText = field('kept', { type: 'boolean' })
const day = field('dug', { type: 'date' })
const dayMoment = field('dug', { type: 'date', dbType: 'TIMESTAMP' })
const moment = field('seen', { dbType: 'TIMESTAMP' })
const several = field('tags', { type: 'multi_select' })
const address = field('page', { type: 'url' })
const plain = field('note')

describe('values as they are stored', () => {
  test.each<[string, Field, unknown, SentValue]>([
    ['an empty text is no value', plain, '', null],
    ['null is no value', integer, null, null],
    ['text stays as it was sent', plain, '  Ditch, "upper" fill ', '  Ditch, "upper" fill '],
    ['numbers become text in a text column', plain, 12.5, '12.5'],
    ['yes becomes 1 in a text column', plain, true, '1'],
    ['whole numbers are read out of text', integer, ' 007 ', 7],
    ['minus nought is nought', integer, '-0', 0],
    ['blanks are no number', integer, '   ', null],
    ['fractions are read out of text', float, '-1e3', -1000],
    ['a point may lead', float, '.5', 0.5],
    ['true is 1', yesNo, true, 1],
    ['"false" is 0', yesNo, 'false', 0],
    ['"1" stays text in a text column', yesNoText, '1', '1'],
    ['false is "0" in a text column', yesNoText, false, '0'],
    ['a day', day, '2024-02-29', '2024-02-29'],
    ['a day in a column of moments', dayMoment, '2024-02-29', '2024-02-29'],
    ['a moment in UTC', moment, '2024-05-01T02:30:00+02:00', '2024-05-01T00:30:00Z'],
    ['a DOI as its address', address, 'doi:10.5284/1000099', 'https://doi.org/10.5284/1000099'],
    ['a page as it was written', address, ' https://example.org/A ', 'https://example.org/A'],
    ['several values from a list', several, ['bone', ' shell ', 3], 'bone;shell;3'],
    ['several values from text', several, 'bone; shell ;', 'bone;shell'],
    ['a bone inventory as an object', field('osteo_data'), { individuals: [] }, '{"individuals":[]}'],
  ])('%s', (_case, of, sent, stored) => {
    expect(normaliseValue(of, sent)).toBe(stored)
  })

  test.each<[string, Field, unknown, string]>([
    ['a fraction in a column of whole numbers', integer, '3.14', 'int'],
    ['an exponent in a column of whole numbers', integer, '1e3', 'int'],
    ['a number too large to be kept exactly', integer, '99999999999999999999', 'int'],
    ['a decimal comma', float, '1,5', 'number'],
    ['NaN', float, 'NaN', 'number'],
    ['a hexadecimal number', float, '0x10', 'number'],
    ['a script where a page is needed', address, 'javascript:alert(1)', 'url'],
    ['a number where a page is needed', address, 10, 'url'],
    ['something that is neither yes nor no', yesNo, 'maybe', 'boolean'],
    ['a day that no calendar has', day, '2023-02-29', 'date'],
    ['a day in another order', day, '01.02.2023', 'date'],
    ['a moment where a day is needed', day, '2023-02-01T00:00:00Z', 'date'],
    ['no moment', moment, 'yesterday', 'date'],
    ['an object as text', plain, { a: 1 }, 'text'],
    ['a list as text', plain, ['a'], 'text'],
    ['the character NUL', plain, 'a\u0000b', 'text'],
    ['half a character', plain, 'a\ud800b', 'text'],
  ])('%s is refused', (_case, of, sent, rule) => {
    const value = normaliseValue(of, sent)
    expect(value).toBeInstanceOf(Unusable)
    expect((value as Unusable).rule).toBe(rule)
  })

  test('values are the same when they read the same', () => {
    expect([sameValue(5, '5'), sameValue(null, ''), sameValue(0, null), sameValue(0.5, '0.50')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the rules of a field', () => {
  const rulesBroken = (of: Field, sent: unknown): unknown[] =>
    checkValues({
      table: tableWith([of]),
      row: null,
      values: new Map([[of.name, normaliseValue(of, sent)]]),
      before: {},
    }).map((problem) => problem['rule'])

  test.each<[string, Partial<Field>, unknown, string[]]>([
    ['required', { checks: ['not_empty'] }, '', ['required']],
    ['required, in the older spelling', { checks: ['required'] }, null, ['required']],
    ['0 is a value', { checks: ['not_empty'], dbType: 'INTEGER' }, 0, []],
    ['an empty value breaks nothing else', { checks: ['email', 'url'], min: 3 }, '', []],
    ['whole numbers in a text column', { checks: ['int'] }, '3.14', ['int']],
    ['bounds ask for a number', { min: 1, max: 5 }, 'three', ['number']],
    ['e-mail', { checks: ['email'] }, 'ines@example', ['email']],
    ['a good e-mail address', { checks: ['email'] }, 'ines.m@example.org', []],
    ['web address', { checks: ['url'] }, 'ftp://example.org', ['url']],
    ['a good web address', { checks: ['url'] }, 'https://example.org/a?b=c', []],
    ['too small', { dbType: 'INTEGER', min: 0 }, -1, ['min']],
    ['the bound itself is allowed', { dbType: 'INTEGER', min: 0, max: 0 }, 0, []],
    ['numbers are compared as numbers', { max: 10 }, '9', []],
    ['too large', { dbType: 'FLOAT', max: 200 }, '200.5', ['max']],
    ['too early', { type: 'date', min: '2020-01-01' }, '2019-12-31', ['min']],
    ['too long, in characters', { maxLength: 2 }, '🏺🏺🏺', ['max_length']],
    ['characters count, not their halves', { maxLength: 2 }, '🏺🏺', []],
    ['pattern, not anchored', { pattern: '\\d{3}' }, 'US1234', []],
    ['pattern', { pattern: '^[A-Z]+$' }, 'us', ['pattern']],
    ['a pattern that cannot be used is skipped', { pattern: '(' }, 'us', []],
    [
      'several rules at once',
      { maxLength: 3, pattern: '^x', checks: ['email'] },
      'abcd',
      ['email', 'max_length', 'pattern'],
    ],
    ['geometry', { checks: ['valid_wkt'] }, 'POINT (13.6)', ['valid_wkt']],
    [
      'a good polygon',
      { checks: ['valid_wkt'] },
      'polygon((0 0, 1 0, 1 1, 0 0),(.1 .1,.2 .1,.2 .2,.1 .1))',
      [],
    ],
    ['a good multipoint', { checks: ['valid_wkt'] }, 'MULTIPOINT ((1 2), (3 4))', []],
    [
      'a collection is none of the six',
      { checks: ['valid_wkt'] },
      'GEOMETRYCOLLECTION(POINT(1 2))',
      ['valid_wkt'],
    ],
  ])('%s', (_case, more, sent, broken) => {
    expect(rulesBroken(field('x', more), sent)).toEqual(broken)
  })

  test('a problem names field, label, table, row and limit', () => {
    const litres = field('litres', { dbType: 'INTEGER', max: 200, label: 'Litres' })
    const table = tableWith([litres], { name: 'sample', isPlugin: true })
    expect(checkValues({ table, row: 2, values: new Map([['litres', 201]]), before: {} })).toEqual([
      {
        field: 'litres',
        label: 'Litres',
        rule: 'max',
        code: 'max',
        max: 200,
        text: 'At most 200.',
        tb: 'sample',
        row: 2,
      },
    ])
  })

  test('a new record needs every required field, a changed one only those that were sent', () => {
    const table = tableWith([field('code', { checks: ['not_empty'] }), field('note')])
    const values = new Map([['note', 'x']])
    expect(checkValues({ table, row: null, values, before: undefined })).toMatchObject([
      { field: 'code', rule: 'required' },
    ])
    expect(checkValues({ table, row: null, values, before: { code: null } })).toEqual([])
  })

  test('a broken pattern can be told', () => {
    expect([hasBrokenPattern(field('x', { pattern: '(' })), hasBrokenPattern(field('x'))]).toEqual([
      true,
      false,
    ])
  })
})

describe('chronology', () => {
  const chronology = tableWith(
    ['chrono_from', 'chrono_to', 'chrono_certainty'].map((name) => field(name, { dbType: 'INTEGER' })),
    { hasFuzzyDate: true },
  )
  test.each<[string, [string, number | null][], Record<string, number>, string[]]>([
    [
      'a period',
      [
        ['chrono_from', -450],
        ['chrono_to', -400],
      ],
      {},
      [],
    ],
    [
      'a beginning after the end',
      [
        ['chrono_from', -400],
        ['chrono_to', -450],
      ],
      {},
      ['chrono_from'],
    ],
    ['an end before the stored beginning', [['chrono_to', -450]], { chrono_from: -400 }, ['chrono_from']],
    ['an open end', [['chrono_to', null]], { chrono_from: -400 }, []],
    ['an unknown certainty', [['chrono_certainty', 4]], {}, ['chrono_certainty']],
  ])('%s', (_case, values, before, fields) => {
    const problems = checkValues({ table: chronology, row: null, values: new Map(values), before })
    expect(problems.map((problem) => problem.field)).toEqual(fields)
  })
})

describe('inventories of bones', () => {
  const inventory = field('osteo_data')
  const table = tableWith([inventory], { hasOsteology: true })
  const problem = (sent: unknown): string | undefined =>
    checkValues({
      table,
      row: null,
      values: new Map([['osteo_data', normaliseValue(inventory, sent)]]),
      before: {},
    })[0]?.text

  test('an inventory with known bones is kept', () => {
    const bones = { femur_left: { present: true, conservation: 'gt50', laterality_certainty: 'certain' } }
    expect(problem({ individuals: [{ id: 1, label: 'Tomb 12', bones }] })).toBeUndefined()
  })

  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'not valid JSON'],
    ['an unknown bone', { individuals: [{ id: 1, bones: { wing: {} } }] }, 'no bone "wing"'],
    ['the same id twice', { individuals: [{ id: 1 }, { id: 1 }] }, 'used twice'],
    [
      'a side for a bone that has none',
      {
        individuals: [{ id: 1, bones: { sacrum: { present: true, laterality_certainty: 'certain' } } }],
      },
      'two sides',
    ],
    [
      'a state of a bone that is absent',
      {
        individuals: [{ id: 1, bones: { face: { present: false, conservation: 'gt50' } } }],
      },
      'present',
    ],
  ])('%s is refused', (_case, sent, words) => {
    expect(problem(sent)).toContain(words)
  })
})
