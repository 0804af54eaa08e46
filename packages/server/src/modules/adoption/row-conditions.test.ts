import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRowFilter } from '../../query/filter/parse-row-filter.js'
import { tableInShort } from '../../query/testing-catalogue.js'
import { type Row, select } from '../../query/testing-evaluator.js'
import { translateCondition } from './row-conditions.js'

const finds = tableInShort('finds', {
  fields: { label: 'TEXT', area_id: 'INTEGER', weight: 'FLOAT', recorded_at: 'TIMESTAMP', order: 'TEXT' },
})
const fields = new Map([...finds.fields].map(([name, { dbType }]) => [name, { type: dbType }]))
const translated = (sql: string) => translateCondition(sql, fields)

describe('a condition in SQL as a row filter', () => {
  test.each([
    ['area_id = 2', { area_id: { _eq: 2 } }],
    ['Area_ID==2', { area_id: { _eq: 2 } }],
    ["area_id != '-2'", undefined],
    ["area_id <> '2'", { area_id: { _neq: 2 } }],
    ['-2 < area_id', { area_id: { _gt: -2 } }],
    ['weight BETWEEN 1.5 AND 20', { weight: { _between: [1.5, 20] } }],
    ['NOT weight BETWEEN 1 AND 2', { _or: [{ weight: { _lt: 1 } }, { weight: { _gt: 2 } }] }],
    ["label IN ('a', 'it''s', 7)", { label: { _in: ['a', "it's", '7'] } }],
    ['area_id NOT IN (1,2)', { area_id: { _nin: [1, 2] } }],
    ["label LIKE 'Kiln%'", { label: { _starts_with: 'Kiln' } }],
    ["label LIKE '%kiln'", { label: { _ends_with: 'kiln' } }],
    ["label NOT LIKE '%kiln%'", { label: { _ncontains: 'kiln' } }],
    ["label LIKE '12-3'", { label: { _eq: '12-3' } }],
    ['label IS NULL', { label: { _null: true } }],
    ['NOT (label IS NOT NULL)', { label: { _null: true } }],
    ['"order" = "pottery"', { order: { _eq: 'pottery' } }],
    ["`order` = 'x' and [label] = 'y'", { _and: [{ order: { _eq: 'x' } }, { label: { _eq: 'y' } }] }],
    [
      "label = 'a' OR NOT (area_id = 1 AND (weight > 2 AND creator = 3))",
      {
        _or: [
          { label: { _eq: 'a' } },
          { area_id: { _neq: 1 } },
          { weight: { _lte: 2 } },
          { creator: { _neq: 3 } },
        ],
      },
    ],
    ['category_id = 1', undefined],
  ])('%s', (sql, filter) => {
    expect(translated(sql)).toEqual(filter)
    if (filter) expect(checkRowFilter(filter, finds)).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['a column alone', 'area_id'],
    ['two columns', 'area_id = creator'],
    ['a subquery', 'id IN (SELECT id_link FROM radiocarbon WHERE bp > 1500)'],
    ['a function', 'length(label) > 12'],
    ['arithmetic', 'area_id = 1 + 1'],
    ['a further statement', 'area_id = 1; DELETE FROM finds'],
    ['a comment', 'area_id = 1 -- and more'],
    ['a comment inside', 'area_id /* x */ = 1'],
    ['what stands behind', 'area_id = 1 = 1'],
    ['NULL as a value', 'area_id = NULL'],
    ['NULL in a list', 'area_id IN (1, NULL)'],
    ['an empty list', 'area_id IN ()'],
    ['no operator', 'area_id 2'],
    ['an open bracket', '(area_id = 2'],
    ['a bracket too many', 'area_id = 2)'],
    ['an open text', "label = 'a"],
    ['an escape of MySQL', "label = 'a\\'b'"],
    ['texts that follow each other', "label = 'a' 'b'"],
    ['a wildcard inside', "label LIKE 'a%b'"],
    ['a wildcard for one character', "label LIKE 'a_'"],
    ['any text', "label LIKE '%'"],
    ['LIKE with an escape', "label LIKE '5!%' ESCAPE '!'"],
    ['LIKE of a whole word, whose case does not count', "label LIKE 'kiln'"],
    ['LIKE of a letter whose case counts', "label LIKE 'è%'"],
    ['LIKE of a number', "area_id LIKE '2%'"],
    ['NOT with a beginning', "label NOT LIKE 'a%'"],
    ['GLOB', "label GLOB 'a*'"],
    ['a word beside a number', "area_id = 'west'"],
    ['a part of a whole number', 'area_id = 1.5'],
    ['a number beyond what is exact', 'area_id = 9007199254740993'],
    ['numbers in the order of texts', 'label > 5'],
    ['a moment', "recorded_at > '2022-08-04'"],
    ['a hexadecimal number', 'area_id = 0x10'],
    ['a name that our filters give a meaning', "label = '$CURRENT_USER'"],
    ['a NUL', "label = 'a\0b'"],
    ['another table', 'contexts.area_id = 2'],
    ['a wish that is none', 'area_id IS 2'],
    ['half an AND', 'area_id = 1 AND'],
    ['more brackets than can be meant', `${'('.repeat(4000)}area_id = 1${')'.repeat(4000)}`],
    ['more NOT than can be meant', `${'NOT '.repeat(1500)}area_id = 1`],
    ['more text than a filter holds', `label = '${'x'.repeat(10_000)}'`],
  ])('%s has none', (_case, sql) => {
    expect(translated(sql)).toBeUndefined()
  })
})

const texts = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'ab', 'aB', 'b', '7', '07', "it's", 'a%b', 'a b', 'è', 'È'),
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '7', '%', '_', ' ', 'è'), maxLength: 4 }),
)
const integers = fc.integer({ min: -3, max: 9 })
const fractions = fc.oneof(integers, fc.constantFrom(-0.5, 0, 1.5, 12.25))
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Literals of the kind that people write beside each column, and some that they should not. */
const literals = {
  label: fc.oneof({ weight: 5, arbitrary: texts.map(quoted) }, integers.map(String)),
  area_id: fc.oneof(
    integers.map(String),
    integers.map((number) => quoted(String(number))),
    texts.map(quoted),
  ),
  weight: fc.oneof(
    fractions.map(String),
    integers.map((number) => quoted(String(number))),
  ),
}
const comparisons = fc.constantFrom<keyof typeof literals>('label', 'area_id', 'weight').chain((column) => {
  const literal: fc.Arbitrary<string> = literals[column]
  const sign = fc.constantFrom('=', '<>', '<', '<=', '>', '>=')
  const maybeNot = fc.constantFrom('', 'NOT ')
  return fc.oneof(
    fc.tuple(sign, literal).map(([is, value]) => `${column} ${is} ${value}`),
    fc.tuple(sign, literal).map(([is, value]) => `${value} ${is} ${column}`),
    fc
      .tuple(maybeNot, fc.array(literal, { minLength: 1, maxLength: 3 }))
      .map(([not, values]) => `${column} ${not}IN (${values.join(', ')})`),
    fc
      .tuple(maybeNot, literal, literal)
      .map(([not, low, high]) => `${column} ${not}BETWEEN ${low} AND ${high}`),
    maybeNot.map((not) => `${column} IS ${not}NULL`),
    fc
      .tuple(maybeNot, fc.constantFrom('', '%'), texts, fc.constantFrom('', '%'))
      .map(([not, before, text, after]) => `${column} ${not}LIKE ${quoted(before + text + after)}`),
  )
})
const { condition: conditions } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparisons,
    tie('condition').map((inner) => `NOT (${inner})`),
    tie('condition').map((inner) => `NOT ${inner}`),
    fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => `${one} AND ${other}`),
    fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => `(${one}) OR ${other}`),
  ),
}))

describe('a row filter made of a condition', () => {
  const ofType = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 })
  const rows: Row[] = fc
    .sample(fc.record({ label: ofType(texts), area_id: ofType(integers), weight: ofType(fractions) }), {
      numRuns: 150,
      seed: 1822,
    })
    .map((row, k) => ({ id: k + 1, ...row }))

  test('keeps the rows that SQLite keeps', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(
      'CREATE TABLE finds (id INTEGER PRIMARY KEY, creator INTEGER, label TEXT, area_id INTEGER, weight FLOAT, recorded_at TIMESTAMP, "order" TEXT)',
    )
    const insert = db.prepare('INSERT INTO finds (id, label, area_id, weight) VALUES (?, ?, ?, ?)')
    for (const { id, label, area_id, weight } of rows)
      insert.run(id ?? null, label ?? null, area_id ?? null, weight ?? null)
    let count = 0
    try {
      fc.assert(
        fc.property(conditions, (sql) => {
          const filter = translated(sql)
          if (!filter || checkRowFilter(filter, finds).length > 0) return
          count++
          const kept = db.prepare(`SELECT id FROM finds WHERE ${sql} ORDER BY id`).all()
          expect(select(filter, finds, new Map(), { finds: rows })).toEqual(kept.map(({ id }) => id))
        }),
        { numRuns: 1000 },
      )
    } finally {
      db.close()
    }
    expect(count).toBeGreaterThan(300)
  })
})
