import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyText } from '../testing/any-text.js'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { fold, upperCase } from './fold.js'
import { id, type Sql, type SqlValue, sql } from './sql.js'
import type { Database, Dialect } from './storage.js'

/** Texts in which the comparisons could go wrong. */
const texts = [
  '',
  'a',
  'Alpha',
  'alphabet',
  'al%ha',
  'al_ha',
  'a\\b',
  'ÖFEN',
  'Öfen im Süden',
  'Ωμέγα',
  '😀 smile',
  "it's",
  '"q"',
  'ab',
]
const needles = [
  ...texts,
  'al',
  '%',
  '_',
  '\\',
  'fen',
  'öfen',
  '😀',
  "'",
  'b',
  ' im ',
  'ph%',
  '\u{10ffff}',
  '\ud7ff',
  'a\0b',
  '\0',
]

/** A text that a table can hold: whole characters, and no NUL. */
const storedText = anyText({ maxLength: 12 }).map((text) => text.replaceAll('\0', ''))

const hasCase = (character: string): boolean =>
  fold(character) !== character || upperCase(character) !== character

/**
 * Every character in texts of a few thousand; beyond the first two planes, which hold all letters that have
 * a case today, those that have one and a sample of the others.
 */
const everyCharacter: readonly string[] = (() => {
  const parts: string[] = []
  let part = ''
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000
    const character = String.fromCodePoint(code)
    if (code < 0x20000 || code % 64 === 63 || hasCase(character)) part += character
    if (part.length >= 4_096 || code === 0x10ffff) {
      parts.push(part)
      part = ''
    }
  }
  return parts
})()

describe.each(engines)('the dialect of an engine (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  let dialect: Dialect
  beforeAll(async () => {
    opened = await openDatabase(engine)
    db = opened.db
    dialect = db.dialect
    await db.write(
      async (tx) => {
        await tx.schema.createTable(
          'words',
          [
            { name: 'word', type: 'TEXT' },
            { name: 'number', type: 'FLOAT' },
            { name: 'count', type: 'INTEGER' },
          ],
          [],
        )
        await tx.insertMany(
          'words',
          ['word'],
          [...texts, null].map((text) => [text]),
        )
      },
      { schema: true },
    )
  })
  afterAll(() => opened.close())

  const value = async (expression: Sql): Promise<SqlValue> => {
    const row = await db.quick.get<{ value: SqlValue }>(sql`SELECT ${expression} AS value`)
    return row?.value ?? null
  }
  const wordsWhere = async (condition: Sql): Promise<string[]> =>
    (await db.quick.all<{ word: string }>(sql`SELECT word FROM words WHERE ${condition} ORDER BY id`)).map(
      ({ word }) => word,
    )
  const word = id('word')
  const column = (text: Sql): readonly Sql[] => [text, sql`coalesce(${text}, NULL)`]

  test.each([
    ['folded as fold.ts does', 'fold', fold],
    ['upper-cased as upperCase does', 'upper', upperCase],
  ] as const)('every character is %s', async (_how, name, here) => {
    for (const part of everyCharacter) {
      expect((await value(dialect[name](sql`${part}`))) === here(part)).toBe(true)
    }
  })

  test('a column is folded like a value', async () => {
    const folded = await db.quick.all<{ folded: string | null }>(
      sql`SELECT ${dialect.fold(word)} AS folded FROM words ORDER BY id`,
    )
    expect(folded.map((row) => row.folded)).toEqual([...texts.map(fold), null])
  })

  test.each(needles)(
    'texts that contain, begin or end with %j are found by exact characters',
    async (needle) => {
      for (const text of column(word)) {
        expect(await wordsWhere(dialect.contains(text, needle))).toEqual(
          texts.filter((each) => each.includes(needle)),
        )
        expect(await wordsWhere(dialect.startsWith(text, needle))).toEqual(
          texts.filter((each) => each.startsWith(needle)),
        )
        expect(await wordsWhere(dialect.endsWith(text, needle))).toEqual(
          texts.filter((each) => each.endsWith(needle)),
        )
        const not = sql`NOT ${dialect.contains(text, needle)}`
        expect(await wordsWhere(not)).toEqual(texts.filter((each) => !each.includes(needle)))
      }
    },
  )

  test('a list that is bound as one value is compared like its values', async () => {
    const half = '\ud800'
    for (const list of [texts, needles.filter((each) => !each.includes('\0')), [half], []]) {
      const found = await wordsWhere(dialect.isOneOf(word, 'TEXT', list))
      expect(found).toEqual(texts.filter((each) => list.includes(each)))
      const others = await wordsWhere(sql`NOT ${dialect.isOneOf(word, 'TEXT', list)}`)
      // Of what is missing nothing is known, but that no empty list has it.
      expect(others.filter((each) => each !== null)).toEqual(texts.filter((each) => !list.includes(each)))
    }
    const numbers = [0, -7, 9007199254740991]
    for (const number of [...numbers, 5]) {
      const met = dialect.isOneOf(sql`CAST(${number} AS BIGINT)`, 'INTEGER', numbers)
      expect(await value(sql`CASE WHEN ${met} THEN 1 ELSE 0 END`)).toBe(numbers.includes(number) ? 1 : 0)
    }
    for (const fraction of [0.1, 3, 1e-7, 0.25]) {
      const met = dialect.isOneOf(sql`CAST(${fraction} AS DOUBLE PRECISION)`, 'FLOAT', [0.1, 3, 1e-7])
      expect(await value(sql`CASE WHEN ${met} THEN 1 ELSE 0 END`)).toBe(fraction === 0.25 ? 0 : 1)
    }
  })

  test('without regard to case, texts are found as fold.ts sees them', async () => {
    for (const needle of ['ALPHA', 'öFEN', 'ωΜέ', 'süd']) {
      const found = await wordsWhere(dialect.contains(dialect.fold(word), fold(needle)))
      expect(found).toEqual(texts.filter((each) => fold(each).includes(fold(needle))))
    }
  })

  test('random texts are found by their random parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(storedText, { minLength: 1, maxLength: 8 }),
        storedText,
        fc.nat(),
        fc.nat(),
        async (given, other, a, b) => {
          const source = [...(given[a % given.length] ?? '')]
          const from = source.length === 0 ? 0 : b % source.length
          const needle = a % 5 === 0 ? other : source.slice(from, from + 1 + (a % 3)).join('')
          await db.write(async (tx) => {
            await tx.run(sql`DELETE FROM words WHERE number = 1`)
            await tx.insertMany(
              'words',
              ['word', 'number'],
              given.map((text) => [text, 1]),
            )
          })
          const where = (condition: Sql): Promise<string[]> => wordsWhere(sql`number = 1 AND ${condition}`)
          for (const text of column(word)) {
            expect(await where(dialect.contains(text, needle))).toEqual(
              given.filter((each) => each.includes(needle)),
            )
            expect(await where(dialect.startsWith(text, needle))).toEqual(
              given.filter((each) => each.startsWith(needle)),
            )
            expect(await where(dialect.endsWith(text, needle))).toEqual(
              given.filter((each) => each.endsWith(needle)),
            )
          }
          const folded = fold(needle)
          expect(await where(dialect.contains(dialect.fold(word), folded))).toEqual(
            given.filter((each) => fold(each).includes(folded)),
          )
        },
      ),
      { numRuns: 60 },
    )
    await db.write((tx) => tx.run(sql`DELETE FROM words WHERE number = 1`))
  })

  test('numbers become the text that JavaScript gives them', async () => {
    const fixed = [
      0,
      5,
      -5,
      0.1,
      0.1 + 0.2,
      1e15,
      1e16,
      123456789012345680000,
      1e20,
      1e21,
      1.5e21,
      1e-5,
      1e-6,
      1e-7,
      1.5e-10,
      2 / 3,
      1e100,
      -1e-100,
      90.25,
    ]
    const random = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), {
      numRuns: 300,
      seed: 7,
    })
    const numbers = [...fixed, ...random.filter((each) => each === 0 || Math.abs(each) > 1e-300)]
    await db.write(async (tx) => {
      await tx.insertMany(
        'words',
        ['number', 'count'],
        numbers.map((number, k) => [number, k - 5]),
      )
    })
    const rows = await db.quick.all<{ number: string; count: string }>(sql`
      SELECT ${dialect.asText(id('number'), 'FLOAT')} AS number, ${dialect.asText(id('count'), 'INTEGER')} AS count
      FROM words WHERE number IS NOT NULL ORDER BY id`)
    expect(rows.map((row) => row.number)).toEqual(numbers.map((number) => String(number + 0)))
    expect(rows.map((row) => row.count)).toEqual(numbers.map((_, k) => String(k - 5)))
    await db.write((tx) => tx.run(sql`DELETE FROM words WHERE number IS NOT NULL`))
  })

  test.each<readonly ['integer' | 'float' | 'text' | 'date', Sql, SqlValue]>([
    ['integer', sql`${'42'}`, 42],
    ['integer', sql`${' -7\t'}`, -7],
    ['integer', sql`${'+5'}`, 5],
    ['integer', sql`${'4.0'}`, null],
    ['integer', sql`${''}`, null],
    ['integer', sql`${'9223372036854775807'}`, '9223372036854775807'],
    ['integer', sql`${'9223372036854775808'}`, null],
    ['integer', sql`${'1'.repeat(2_000)}`, null],
    ['integer', sql`${'abc'}`, null],
    ['integer', sql`2.9`, 2],
    ['integer', sql`-2.9`, -2],
    ['integer', sql`1e300`, null],
    ['integer', sql`7`, 7],
    ['float', sql`${'0.5'}`, 0.5],
    ['float', sql`${' .5e1 '}`, 5],
    ['float', sql`${'5.'}`, 5],
    ['float', sql`${'1e999'}`, null],
    ['float', sql`${'0x10'}`, null],
    ['float', sql`${'NaN'}`, null],
    ['float', sql`${'Infinity'}`, null],
    ['float', sql`${'1,5'}`, null],
    ['float', sql`3`, 3],
    ['text', sql`${'as it is'}`, 'as it is'],
    ['text', sql`12`, '12'],
    ['text', sql`CAST(0.1 AS DOUBLE PRECISION)`, '0.1'],
    ['date', sql`${'2024-05-01'}`, '2024-05-01'],
    ['date', sql`${' 2024-05-01T23:30:00+02:00 '}`, '2024-05-01'],
    ['date', sql`${'2024-05-01 10:00'}`, '2024-05-01'],
    ['date', sql`${'2024-02-29'}`, '2024-02-29'],
    ['date', sql`${'2023-02-29'}`, null],
    ['date', sql`${'1900-02-29'}`, null],
    ['date', sql`${'2024-04-31'}`, null],
    ['date', sql`${'2024-13-01'}`, null],
    ['date', sql`${'2024-5-1'}`, null],
    ['date', sql`${'0000-01-01'}`, null],
    ['date', sql`${'yesterday'}`, null],
    ['date', sql`20240501`, null],
  ])('cast to %s: %o becomes %s', async (to, given, expected) => {
    expect(await value(dialect.cast(given, to))).toEqual(expected)
  })

  test('a column of texts becomes the numbers that they write out, to the last digit', async () => {
    const digits = fc.integer({ min: 0, max: 999_999_999_999_999 }).map(String)
    const written = fc.oneof(
      digits,
      fc.tuple(digits, digits).map(([whole, part]) => `${whole}.${part}`),
      fc.tuple(fc.nat(99_999), fc.nat(9_999_999)).map(([whole, part]) => `${whole}.${part}`),
      fc.constantFrom(
        '5.',
        '.5',
        '007',
        '1.2.3',
        '.',
        '1.',
        '',
        ' 1',
        '-1.5',
        '1e3',
        '12a',
        '0.1',
        '123456789012345',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 50 }), async (all) => {
        const rows = all.map((text) => [text])
        const ids = await db.write((tx) => tx.insertMany('words', ['word'], rows))
        const found = await db.quick.all<{ value: SqlValue }>(
          sql`SELECT ${dialect.cast(id('word'), 'float')} AS value FROM words WHERE id >= ${ids[0] ?? 0} ORDER BY id`,
        )
        await db.write((tx) => tx.run(sql`DELETE FROM words WHERE id >= ${ids[0] ?? 0}`))
        const isNumber = /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$/
        expect(found.map(({ value: number }) => number)).toEqual(
          all.map((text) => (isNumber.test(text.trim()) ? Number(text) : null)),
        )
      }),
      { numRuns: 30 },
    )
  })

  test.each(['integer', 'float', 'text', 'date'] as const)('nothing cast to %s is nothing', async (to) => {
    const row = await db.quick.get<{ value: SqlValue }>(
      sql`SELECT ${dialect.cast(id('word'), to)} AS value FROM words WHERE word IS NULL`,
    )
    expect(row).toEqual({ value: null })
  })

  test('texts are ordered by code points', async () => {
    const ordered = await db.quick.all<{ word: string }>(
      sql`SELECT word FROM words WHERE word IS NOT NULL ORDER BY word`,
    )
    const byCodePoint = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(ordered.map((row) => row.word)).toEqual(byCodePoint)
  })

  test('the condition that lets a statement be stopped is always true', async () => {
    const condition = dialect.interruptible ?? sql`1 = 1`
    expect(await wordsWhere(sql`${condition} AND word IS NOT NULL`)).toEqual(texts)
  })

  test('a text index is no help to a table that has none', () => {
    expect(dialect.textSearch('words', ['word'], 'alpha')).toBeUndefined()
  })
})
