import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseExpression } from '../../catalogue/expression/parser.js'
import { sql } from '../../storage/sql.js'
import { draws } from '../../testing/draws.js'
import { engines, openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { compileCondition } from '../compile.js'
import { expertSearch } from '../search.js'
import { contexts } from '../testing-catalogue.js'
import { oddMoments, oddRows, oddTexts, store } from '../testing-rows.js'
import { evaluate } from './testing-expressions.js'

const seed = 1848
const rows = oddRows(seed)
const contextRows = rows['contexts'] ?? []

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const textColumn = fc.constantFrom('code', 'notes', '"chrono_label"', 'contexts.notes', 'found')
const numberColumn = fc.constantFrom('id', 'depth', 'finds_count', 'chrono_from', 'contexts."depth"')
const textLiteral = fc.constantFrom(...oddTexts, ...oddMoments, '7', ' 1.5 ', '-0').map(quoted)
const numberLiteral = fc.constantFrom(
  '0',
  '1',
  '2',
  '3',
  '10',
  '0.5',
  '-1.5',
  '.25',
  '100',
  '-400',
  'TRUE',
  'FALSE',
  '1000000000000',
)
const pattern = fc.constantFrom(
  '%a%',
  'a%',
  '%_',
  '_',
  '%\\%',
  'a_b',
  '%ß',
  '100\\%',
  '%',
  '',
  'ς',
  '%K%',
  "%'%",
  '__',
)

interface Values {
  readonly number: string
  readonly text: string
  readonly test: string
}

/** Values in words, of both types, with functions, calculations and conversions nested into one another. */
const { number, text } = fc.letrec<Values>((tie) => {
  const one = { maxDepth: 4, depthIdentifier: 'value' } as const
  const any = fc.oneof(tie('number'), tie('text'))
  return {
    number: fc.oneof(
      one,
      numberColumn,
      numberLiteral,
      fc
        .tuple(any, fc.constantFrom('+', '-', '*', '/', '%'), any)
        .map(([x, sign, y]) => `(${x} ${sign} ${y})`),
      tie('number').map((x) => `(- ${x})`),
      fc.tuple(fc.constantFrom('abs', 'ROUND'), any).map(([name, x]) => `${name}(${x})`),
      fc.tuple(any, fc.constantFrom('0', '1', '3')).map(([x, digits]) => `round(${x}, ${digits})`),
      any.map((x) => `length(${x})`),
      fc.tuple(any, fc.constantFrom('integer', 'real', 'numeric')).map(([x, type]) => `(${x})::${type}`),
      any.map((x) => `cast(${x} as INTEGER)`),
      fc.tuple(tie('number'), tie('number')).map(([x, y]) => `coalesce(${x}, NULL, ${y})`),
      fc
        .tuple(fc.constantFrom('min', 'max'), tie('number'), tie('number'))
        .map(([name, x, y]) => `${name}(${x}, NULL, ${y})`),
      any.map((x) => `year(${x})`),
      fc.tuple(tie('test'), tie('number'), tie('number')).map((of) => `if(${of.join(', ')})`),
    ),
    text: fc.oneof(
      one,
      textColumn,
      textLiteral,
      fc.constant('NULL'),
      fc.tuple(any, any).map(([x, y]) => `(${x} || ${y})`),
      fc.tuple(fc.constantFrom('lower', 'upper', 'trim'), any).map(([name, x]) => `${name}(${x})`),
      fc.tuple(any, any).map(([x, from]) => `substr(${x}, ${from})`),
      fc.tuple(any, tie('number'), any).map(([x, from, length]) => `substr(${x}, ${from}, ${length})`),
      fc.tuple(any, fc.constantFrom('text', 'date')).map(([x, type]) => `(${x})::${type}`),
      fc.tuple(tie('text'), any).map(([x, y]) => `coalesce(${x}, ${y})`),
      fc.tuple(fc.constantFrom('min', 'MAX'), tie('text'), any).map(([name, x, y]) => `${name}(${x}, ${y})`),
      fc.tuple(textLiteral, any, any, any).map((of) => `join(${of.join(', ')})`),
      fc.tuple(tie('test'), any, tie('text')).map((of) => `if(${of.join(', ')})`),
      fc.tuple(tie('test'), tie('text')).map((of) => `if(${of.join(', ')})`),
    ),
    test: fc.tuple(any, fc.constantFrom('=', '<', '>='), any).map((of) => of.join(' ')),
  }
})
const value = fc.oneof(number, text)
const not = fc.constantFrom('', 'NOT ')

const predicate = fc.oneof(
  fc
    .tuple(value, fc.constantFrom('=', '!=', '<>', '<', '<=', '>', '>='), value)
    .map(([x, sign, y]) => `${x} ${sign} ${y}`),
  fc
    .tuple(value, not, fc.constantFrom('LIKE', 'ilike'), fc.oneof(pattern.map(quoted), text))
    .map((words) => words.join(' ')),
  fc
    .tuple(value, not, fc.array(value, { minLength: 1, maxLength: 4 }))
    .map(([x, no, list]) => `${x} ${no}IN (${list.join(', ')})`),
  fc.tuple(value, not, value, value).map(([x, no, low, high]) => `${x} ${no}BETWEEN ${low} AND ${high}`),
  fc.tuple(value, not).map(([x, no]) => `${x} IS ${no}NULL`),
)

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    predicate,
    fc
      .tuple(tie('expression'), fc.constantFrom('AND', 'or'), tie('expression'))
      .map((words) => words.join(' ')),
    tie('expression').map((inner) => `NOT (${inner})`),
    tie('expression').map((inner) => `(${inner})`),
  ),
}))

describe.each(engines)('expressions on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(engine)
    await store(database.db, rows)
  })
  afterAll(() => database.close())

  async function found(text: string): Promise<number[]> {
    const condition = expertSearch(contexts, text)
    if (!condition) throw new Error('no expression')
    const where = compileCondition(condition, 't', { dialect: database.db.dialect, table: contexts })
    const answer = await database.db.quick.all<{ id: number }>(
      sql`SELECT t.id AS id FROM contexts AS t WHERE ${where} ORDER BY t.id`,
    )
    return answer.map((row) => row.id)
  }

  function expected(text: string): number[] {
    const test = parseExpression(text, contexts)
    return contextRows.filter((row) => evaluate(test, row) === true).map((row) => Number(row['id']))
  }

  test.each([
    ['comparisons', predicate],
    ['expressions', expression],
  ])('random %s find the same as without a database', async (_case, arbitrary) => {
    let telling = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, async (text) => {
        const ids = await found(text)
        expect(ids).toEqual(expected(text))
        if (ids.length > 0 && ids.length < contextRows.length) telling++
      }),
      { ...draws(200), seed },
    )
    expect(telling).toBeGreaterThan(33)
  })

  test.each([
    ["code LIKE 'a%'", 'ignores case'],
    ["code ilike '%\\%'", 'takes a backslash as it is'],
    ["upper(notes) = 'ÈRA' OR lower(notes) = 'straße'", 'knows letters beyond ASCII'],
    ["code > '9' AND found >= '2024-05-01'", 'orders texts by code points'],
    ["id = 1 AND min('b', 'C') = 'C' AND max('-2', '10') = '10'", 'finds the first and last text by them'],
    ["code > 9 AND code <= '100'", 'compares with a number as numbers'],
    ['depth / 0 IS NULL AND finds_count % 2 = 1', 'knows no division by zero'],
    ["code::integer + '1' > 5", 'casts texts, and leaves out what is no number'],
    ['depth * depth > 1e', 'is refused'],
    ["depth::text < 'b' AND length(code || id) > 3", 'joins numbers as texts'],
    ['chrono_from BETWEEN -400 AND -300 OR chrono_from IN (0, 42)', 'knows negative years'],
    [
      '7 / 2 = 3.5 AND round(2.5) = 3 AND round(-2.5) = -3 AND -7 % 3 = -1 AND code IS NOT NULL',
      'calculates with fractions',
    ],
    [
      "substr(code, 2, 1) = 'b' OR substr(code, 0, 2) = 'a' OR substr(notes, -1) = 'ß'",
      'takes parts of texts',
    ],
    ["'a' < 'B' OR 'a' || 'b' < 'aB'", 'orders texts without a field by code points too'],
  ])('%s %s', async (text, what) => {
    if (what === 'is refused')
      await expect(found(text)).rejects.toMatchObject({ code: 'expert_syntax_error' })
    else expect(await found(text)).toEqual(expected(text))
  })

  test('no calculation leaves the range of numbers', async () => {
    for (const sign of ['+', '-', '*', '/', '%']) {
      const chain = Array.from({ length: 40 }, () => 'depth').join(` ${sign} `)
      expect(await found(`${chain} > 1`)).toEqual(expected(`${chain} > 1`))
    }
    const nested = `${'('.repeat(24)}depth${' * depth * 1000000)'.repeat(12)}${' / 7 + 1)'.repeat(12)} IS NULL`
    expect(await found(nested)).toEqual(expected(nested))
  })

  test('the longest and deepest expressions are answered', async () => {
    const many = Array.from({ length: 400 }, (_, k) => `id=${k % 97}`).join(' or ')
    const list = `id IN (${Array.from({ length: 1000 }, (_, k) => k % 97).join()})`
    const deep = `${'('.repeat(49)}id${')'.repeat(49)} = 3`
    const calls = `${'substr('.repeat(45)}notes${', 1, 9)'.repeat(45)} = 'a'`
    const casts = `code${'::text::real'.repeat(24)} > 1`
    for (const text of [many, list, deep, calls, casts]) expect(await found(text)).toEqual(expected(text))
  })
})
