import { type Aggregate, aggregateNames } from '@trowel/contract/model/aggregates.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '../catalogue/catalogue.js'
import { numberOf } from '../catalogue/column-values.js'
import { keyword, sql } from '../storage/sql.js'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import type { Aggregated } from './aggregates.js'
import { compareKeys, type GroupKey, selectGroups } from './group-rows.js'
import { tableInShort } from './testing-catalogue.js'
import { oddTexts } from './testing-rows.js'

const finds = tableInShort('finds', {
  fields: { word: 'TEXT', grams: 'FLOAT', pieces: 'INTEGER', day: 'TIMESTAMP' },
})
const fields = [...finds.fields.values()].filter(({ name }) => name !== 'creator')

type Row = Readonly<Record<string, GroupKey>>

const hundredths = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((number) => number / 100)
const texts = fc.oneof(
  fc.constantFrom(...oddTexts),
  hundredths.map(String),
  fc.constantFrom('007', ' 12.50 ', '+3', '.5', '5.', '1.2.3', '1,5', '1e2', '1e999', '.', '-', '0x10'),
)
const rowOf = fc.record({
  word: fc.option(texts),
  grams: fc.option(hundredths.map((number) => number + 0)),
  pieces: fc.option(fc.integer({ min: -300, max: 300 })),
  day: fc.option(fc.constantFrom('2024-05-01', '2024-05-01T10:00:00Z', '1999-12-31')),
})
const definition = fc.record({
  by: fc.subarray(['word', 'grams', 'pieces', 'day'], { maxLength: 2 }),
  aggregate: fc.constantFrom(...aggregateNames),
  measured: fc.constantFrom(...fields.map(({ name }) => name)),
})

/** What the groups are, told without any database. */
function grouped(
  rows: readonly Row[],
  { by, aggregate, measured }: { by: readonly string[]; aggregate: Aggregate; measured: string },
): { keys: readonly GroupKey[]; value: Aggregated }[] {
  const groups = new Map<string, { keys: GroupKey[]; values: GroupKey[] }>()
  if (by.length === 0) groups.set('[]', { keys: [], values: [] })
  for (const row of rows) {
    const keys = by.map((name) => (row[name] === '' ? null : (row[name] ?? null)))
    const group = groups.get(JSON.stringify(keys)) ?? { keys, values: [] }
    groups.set(JSON.stringify(keys), group)
    group.values.push(row[measured] ?? null)
  }
  return [...groups.values()]
    .map(({ keys, values }) => ({ keys, value: measure(aggregate, values) }))
    .sort((one, other) => {
      const differing = one.keys.findIndex((key, place) => compareKeys(key, other.keys[place] ?? null) !== 0)
      return differing < 0 ? 0 : compareKeys(one.keys[differing] ?? null, other.keys[differing] ?? null)
    })
}

function measure(aggregate: Aggregate, all: readonly GroupKey[]): Aggregated {
  const values = all.filter((value) => value !== null)
  const sorted = values.toSorted(compareKeys)
  const numbers = values
    .map((value) => (typeof value === 'number' ? value : numberOf(value.trim())))
    .filter((value) => value !== undefined)
  // Exact as integers, as on paper.
  const sum = numbers.reduce((total, number) => total + Math.round(number * 1000), 0) / 1000
  switch (aggregate) {
    case 'COUNT':
      return values.length
    case 'COUNT_DISTINCT':
      return new Set(values).size
    case 'SUM':
      return numbers.length === 0 ? null : sum
    case 'AVG':
      return numbers.length === 0 ? null : sum / numbers.length + 0
    case 'MIN':
      return sorted[0] ?? null
    case 'MAX':
      return sorted.at(-1) ?? null
  }
}

/** A mean of integers is as exact as a fraction can be, one of fractions has 14 digits. */
const shortened = (value: Aggregated): Aggregated =>
  typeof value === 'number' ? Number(value.toPrecision(13)) : value

describe.each(engines)('groups of rows (%s)', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openDatabase(engine)
    await opened.db.write(
      (tx) =>
        tx.schema.createTable(
          'finds',
          [...finds.fields.values()]
            .filter(({ name }) => name !== 'id')
            .map(({ name, dbType }) => ({ name, type: dbType })),
          [],
        ),
      { schema: true },
    )
  })
  afterAll(() => opened.close())

  const fieldNamed = (name: string): Field => finds.fields.get(name) as Field
  const at = (name: string) => ({ alias: 't', field: fieldNamed(name) })

  async function fill(rows: readonly Row[]): Promise<Row[]> {
    const stored = rows.map((row, index) => ({ id: index + 1, ...row }))
    const columns = ['id', 'word', 'grams', 'pieces', 'day']
    await opened.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "finds"`)
      const values = stored.map((row: Row) => columns.map((name) => row[name] ?? null))
      if (values.length > 0) await tx.insertMany('finds', columns, values)
    })
    return stored
  }

  const ask = (aggregate: Aggregate, measured: string, by: readonly string[] = [], limit = 1000) =>
    selectGroups(opened.db, {
      from: keyword('"finds" AS t'),
      where: [],
      by: by.map(at),
      measures: [{ aggregate, ...at(measured) }],
      limit,
    })

  test('are those of a plain model, whatever the rows and whatever is asked of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowOf, { maxLength: 40 }),
        fc.array(definition, { minLength: 5, maxLength: 5 }),
        async (rows, definitions) => {
          const stored = await fill(rows)
          for (const { by, aggregate, measured } of definitions) {
            const expected = grouped(stored, { by, aggregate, measured })
            const found = await ask(aggregate, measured, by)
            expect(
              found.map(({ keys, values: [value = null] }) => ({ keys, value: shortened(value) })),
            ).toEqual(expected.map(({ keys, value }) => ({ keys, value: shortened(value) })))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a sum is what it is on paper, to the last digit', async () => {
    await fill([0.1, 0.2, 0.3, 840.35, -12.7, 1e6].map((grams) => ({ word: 'a', grams })))
    expect(await ask('SUM', 'grams')).toMatchObject([{ values: [1_000_828.25] }])
    expect(await ask('AVG', 'grams', ['word'])).toMatchObject([{ keys: ['a'], values: [166_804.70833333] }])
    await fill([0.1, 0.2, -0.3].map((grams) => ({ grams })))
    expect(await ask('SUM', 'grams')).toMatchObject([{ values: [0] }])
  })

  test('a sum of integers is exact as long as JSON has a number for it, and a number beyond', async () => {
    const most = Number.MAX_SAFE_INTEGER
    await fill([most, -1, -1].map((pieces) => ({ pieces })))
    expect(await ask('SUM', 'pieces')).toMatchObject([{ values: [most - 2] }])
    await fill(Array.from({ length: 2000 }, () => ({ pieces: most })))
    expect(await ask('SUM', 'pieces')).toMatchObject([{ values: [2000 * most] }])
    expect(await ask('AVG', 'pieces')).toMatchObject([{ values: [most] }])
  })

  test('a sum for which there is no number is none, and no failure', async () => {
    await fill([{ grams: 1.7e308 }, { grams: 1.7e308 }])
    expect(await ask('SUM', 'grams')).toMatchObject([{ values: [null] }])
    expect(await ask('AVG', 'grams')).toMatchObject([{ values: [null] }])
    expect(await ask('MAX', 'grams')).toMatchObject([{ values: [1.7e308] }])
  })

  test('without groups there is one answer, also of no rows', async () => {
    await fill([])
    expect(await ask('COUNT', 'id')).toEqual([{ keys: [], values: [0], least: null }])
    expect(await ask('SUM', 'grams')).toEqual([{ keys: [], values: [null], least: null }])
    expect(await ask('COUNT', 'id', ['word'])).toEqual([])
  })

  test('are measured in several ways at once, and put together by years and months', async () => {
    const days = ['2024-05-01', '2024-05-30', '2024-11-02', '1999-12-31', 'in summer', '2024', null, '']
    await fill(days.map((word, index) => ({ word, grams: index, pieces: index % 2 })))
    const count = { aggregate: 'COUNT', ...at('word') } as const
    const asked = {
      from: keyword('"finds" AS t'),
      where: [],
      measures: [count, { aggregate: 'SUM', ...at('grams') }] as const,
      limit: 100,
    }
    const by = (part: 'year' | 'month') => [{ ...at('word'), part }]
    const told = (found: Awaited<ReturnType<typeof selectGroups>>) =>
      found.map(({ keys: [key], values }) => [key, ...values])
    expect(told(await selectGroups(opened.db, { ...asked, by: by('year'), order: 'list' }))).toEqual([
      ['1999', 1, 3],
      ['2024', 4, 8],
      ['in summer', 1, 4],
      [null, 1, 13],
    ])
    const filled = { ...asked, countsEmptyTexts: false }
    expect(told(await selectGroups(opened.db, { ...filled, by: by('month'), order: 'backwards' }))).toEqual([
      [null, 0, 13],
      ['in summer', 1, 4],
      ['2024-11', 1, 2],
      ['2024-05', 2, 1],
      ['2024', 1, 5],
      ['1999-12', 1, 3],
    ])
    const largest = await selectGroups(opened.db, { ...filled, by: [at('pieces')], order: 'size' })
    expect(told(largest)).toEqual([
      [0, 3, 12],
      [1, 3, 16],
    ])
  })

  test('no more groups come than were wanted, the first ones', async () => {
    await fill(Array.from({ length: 50 }, (_, index) => ({ pieces: index })))
    const found = await ask('COUNT', 'id', ['pieces'], 7)
    expect(found.map(({ keys }) => keys[0])).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
