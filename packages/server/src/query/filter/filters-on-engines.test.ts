import { describeOperator, type Operator, operators } from '@trowel/contract/model/operators.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { id, sql } from '../../storage/sql.js'
import { draws } from '../../testing/draws.js'
import { engines, openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { compileCondition, textSearchOf } from '../compile.js'
import { type Condition, everything } from '../condition.js'
import { fastSearch } from '../search.js'
import { allButSecrets, contexts, dig, samples, sites } from '../testing-catalogue.js'
import { type Filter, type Row, select } from '../testing-evaluator.js'
import { oddFractions, oddIntegers, oddMoments, oddRows, oddTexts, store } from '../testing-rows.js'
import { parseFilter } from './parse-filter.js'

const seed = 1848
const rows = oddRows(seed)
const parse = (filter: unknown, table: Table): Condition =>
  parseFilter(filter, { table, catalogue: dig, visibilityOf: allButSecrets }) ?? everything

const names = Object.keys(operators) as Operator[]
const texts = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddTexts).map((text) => [...text].slice(1).join('')),
  fc.string({ unit: fc.constantFrom(...new Set(oddTexts.join(''))), maxLength: 3 }),
)
const integers = fc.oneof(
  fc.constantFrom(...oddIntegers),
  fc.constantFrom(...oddIntegers.map(String)),
  fc.integer({ min: -500, max: 500 }),
)
const fractions = fc.oneof(
  fc.constantFrom(...oddFractions),
  fc.constantFrom(...oddFractions.map(String)),
  fc.double({ min: -50, max: 50, noNaN: true }),
)
const moments = fc.oneof(
  fc.constantFrom(...oddMoments),
  fc.constantFrom('2024-05-01T12:00+02:00', '2024-05-01 10:00', '2024-05-01T10:00:00.750Z', '2030-01-01'),
)
const values = { TEXT: texts, INTEGER: integers, FLOAT: fractions, TIMESTAMP: moments }
const flags = fc.constantFrom(true, false, 'yes', 'no', 1, 0, '')

function operand(operator: Operator, field: Field): fc.Arbitrary<unknown> {
  const entry = describeOperator(operator)
  const value: fc.Arbitrary<string | number> = values[field.dbType]
  const list = (bounds: { minLength: number; maxLength: number }) =>
    fc.oneof(
      fc.array(value, bounds),
      fc
        .array(field.dbType === 'TEXT' ? fc.constantFrom('a', 'A', '100%', 'ß', '𝒳') : value, bounds)
        .map((all) => all.join(' , ')),
    )
  switch (entry.takes) {
    case 'one':
      if (entry.comparedAs === 'text')
        return fc.oneof(texts, fc.constantFrom('2', '0', '-', '.', 'e', '05', 'T'))
      return operator === '_eq' || operator === '_neq'
        ? fc.oneof({ weight: 9, arbitrary: value }, fc.constant(null))
        : value
    case 'flag':
      return flags
    case 'many':
      return list({ minLength: 0, maxLength: 5 })
    case 'two':
      return operator === '_chrono_overlap'
        ? fc.tuple(fc.integer({ min: -600, max: 200 }), fc.integer({ min: -400, max: 1600 }))
        : list({ minLength: 2, maxLength: 2 })
  }
}

const comparison = (operator: Operator, table: Table): fc.Arbitrary<Filter> => {
  const entry = describeOperator(operator)
  const only = entry.takes === 'two' ? entry.onlyOn : undefined
  const fields = [...table.fields.values()].filter((field) => only === undefined || field.name === only)
  return fc
    .constantFrom(...fields)
    .chain((field) => operand(operator, field).map((value) => ({ [field.name]: { [operator]: value } })))
}

const paths: ReadonlyMap<Table, readonly (readonly [string, Table])[]> = new Map([
  [
    contexts,
    [
      ['site', sites],
      ['above', contexts],
      ['samples', samples],
    ],
  ],
  [sites, [['samples', samples]]],
  [
    samples,
    [
      ['sent_to', sites],
      ['contexts', contexts],
    ],
  ],
])

function filters(table: Table, depth: number): fc.Arbitrary<Filter> {
  const usable = names.filter((name) => name !== '_chrono_overlap' || table.hasFuzzyDate)
  const leaf = fc.constantFrom(...usable).chain((operator) => comparison(operator, table))
  if (depth === 0) return leaf
  const inner = filters(table, depth - 1)
  const both = fc.tuple(inner, leaf).map(([one, other]): Filter => ({ ...one, ...other }))
  const group = (key: string) => fc.array(inner, { maxLength: 3 }).map((parts): Filter => ({ [key]: parts }))
  const crossed = fc
    .constantFrom(...(paths.get(table) ?? []))
    .chain(([key, target]) => filters(target, depth - 1).map((where): Filter => ({ [key]: where })))
  return fc.oneof(leaf, both, group('_and'), group('_or'), crossed, crossed)
}

const restricted: Condition = {
  kind: 'unless',
  of: parse({ _or: [{ code: { _icontains: 'a' } }, { depth: { _gt: 1 } }] }, contexts),
}

describe.each(engines)('filters on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(engine)
    await store(database.db, rows)
  })
  afterAll(() => database.close())

  async function ids(condition: Condition, table: Table): Promise<number[]> {
    const where = compileCondition(condition, 't', { dialect: database.db.dialect, table })
    const found = await database.db.quick.all<{ id: number }>(
      sql`SELECT t.id AS id FROM ${id(table.name)} AS t WHERE ${where} ORDER BY t.id`,
    )
    return found.map((row) => row.id)
  }

  const expected = (filter: Filter, table: Table): number[] => select(filter, table, dig.tables, rows)

  test.each(names)('%s finds what it says, on fields of every type', async (operator) => {
    let telling = 0
    await fc.assert(
      fc.asyncProperty(comparison(operator, contexts), async (filter) => {
        const found = await ids(parse(filter, contexts), contexts)
        expect(found).toEqual(expected(filter, contexts))
        if (found.length > 0 && found.length < (rows['contexts'] ?? []).length) telling++
      }),
      { ...draws(50), seed },
    )
    expect(telling).toBeGreaterThan(4)
  })

  test.each([
    ['main table with lookups, plugin rows and itself', contexts],
    ['main table with a backlink', sites],
    ['plugin table', samples],
  ])('any filter finds what it says: %s', async (_case, table) => {
    let telling = 0
    await fc.assert(
      fc.asyncProperty(filters(table, 3), async (filter) => {
        const found = await ids(parse(filter, table), table)
        expect(found).toEqual(expected(filter, table))
        if (found.length > 0 && found.length < (rows[table.name] ?? []).length) telling++
      }),
      { ...draws(400), seed },
    )
    expect(telling).toBeGreaterThan(26)
  })

  test('what a condition excludes are all rows that it does not find', async () => {
    await fc.assert(
      fc.asyncProperty(filters(contexts, 2), async (filter) => {
        const found = new Set(expected(filter, contexts))
        const others = (rows['contexts'] ?? [])
          .map((row) => row['id'])
          .filter((one) => !found.has(Number(one)))
        expect(await ids({ kind: 'unless', of: parse(filter, contexts) }, contexts)).toEqual(others)
      }),
      { ...draws(50), seed },
    )
  })

  test('related rows that the caller may not see are not found through others', async () => {
    const seen = new Set(await ids(restricted, contexts))
    const visible = {
      ...rows,
      contexts: (rows['contexts'] ?? []).filter((row) => seen.has(Number(row['id']))),
    }
    await fc.assert(
      fc.asyncProperty(filters(contexts, 1), async (where) => {
        const filter = { contexts: where }
        const condition = parseFilter(filter, {
          table: samples,
          catalogue: dig,
          visibilityOf: (table) => ({
            readable: true,
            restriction: table === contexts ? restricted : undefined,
          }),
        })
        expect(await ids(condition ?? everything, samples)).toEqual(
          select(filter, samples, dig.tables, visible),
        )
      }),
      { ...draws(50), seed },
    )
  })

  test('a search finds its text in every textual field, with an index and without', async () => {
    const textual = [...contexts.fields.values()].filter((field) => field.dbType === 'TEXT')
    const { dialect } = database.db
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(texts, fc.constantFrom('STRASSE', 'abc', '100%', 'οδος', 'èra', '2024')),
        async (text) => {
          const condition = fastSearch(contexts, text)
          if (!condition) return
          const anywhere: Filter = { _or: textual.map((field) => ({ [field.name]: { _icontains: text } })) }
          expect(await ids(condition, contexts)).toEqual(expected(anywhere, contexts))
          const indexed = textSearchOf(condition, contexts, dialect)
          if (!indexed) return
          const found = await database.db.quick.all<Row>(
            sql`SELECT id FROM (${indexed}) AS found ORDER BY id`,
          )
          expect(found.map((row) => row['id'])).toEqual(expected(anywhere, contexts))
        },
      ),
      { ...draws(60), seed },
    )
  })

  test('a list of a thousand values is one condition', async () => {
    const many = Array.from({ length: 1000 }, (_, k) => k * 2)
    const filter = { id: { _in: many } }
    expect(await ids(parse(filter, contexts), contexts)).toEqual(expected(filter, contexts))
  })

  test('two hundred conditions, ten tables deep, are answered', async () => {
    const wide = { _or: Array.from({ length: 200 }, (_, k) => ({ code: { _icontains: `x${k}` } })) }
    expect(await ids(parse(wide, contexts), contexts)).toEqual(expected(wide, contexts))
    let deep: Filter = { code: { _neq: 'q' } }
    for (let k = 0; k < 9; k++) deep = { above: deep }
    expect(await ids(parse(deep, contexts), contexts)).toEqual(expected(deep, contexts))
  })
})
