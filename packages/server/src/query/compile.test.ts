import { describe, expect, test } from 'vitest'
import { fieldOf, type Table } from '../catalogue/catalogue.js'
import { parseExpression } from '../catalogue/expression/parser.js'
import { id, keyword, type Sql, sql } from '../storage/sql.js'
import type { Dialect } from '../storage/storage.js'
import { compileCondition, equalityColumns, textSearchOf } from './compile.js'
import { type Condition, everything } from './condition.js'
import { parseFilter } from './filter/parse-filter.js'
import { expertSearch, fastSearch } from './search.js'
import { addTablesRead } from './tables-read.js'
import { allButSecrets, contexts, dig, sites } from './testing-catalogue.js'

/** An engine that writes what it is asked for. */
const dialect: Dialect = {
  fold: (text) => sql`fold(${text})`,
  upper: (text) => sql`upper(${text})`,
  contains: (text, needle) => sql`contains(${text}, ${needle})`,
  startsWith: (text, start) => sql`starts(${text}, ${start})`,
  endsWith: (text, end) => sql`ends(${text}, ${end})`,
  momentText: (milliseconds) => milliseconds,
  isOneOf: (column, _type, values) => sql`one_of(${column}, ${JSON.stringify(values)})`,
  asText: (column, type) => sql`${keyword(type.toLowerCase())}_text(${column})`,
  cast: (value, to) => sql`to_${keyword(to)}(${value})`,
  jsonValue: (json) => json,
  hasJsonKey: (json) => json,
  addend: (number) => number,
  computedOnce: (rows) => sql`(${rows})`,
  exactSum: (fractions) => sql`exact_sum(${fractions})`,
  sum: (numbers) => sql`sum(${numbers})`,
  textSearch: (table, columns, folded) =>
    folded.length < 3
      ? undefined
      : sql`SELECT id FROM ${id(`${table}_index`)} WHERE ${keyword(columns.join('_or_'))} = ${folded}`,
  idsInBox: (table) => sql`SELECT id FROM ${id(table)}`,
  idsNearBox: (table) => sql`SELECT id FROM ${id(table)}`,
  multiplesNearBox: (table) => sql`SELECT id FROM ${id(table)}`,
  boxesOf: (table) => id(table),
  boxIndexOf: (table) => ({ table, columns: [] }),
  countRows: (table) => sql`SELECT count(*) AS n FROM ${id(table)}`,
  indexPrefix: (text) => sql`start(${text})`,
  interruptible: keyword('in_time()'),
}

/** Statement and values in one text. */
const shown = ({ text, values }: Sql): string =>
  text.reduce((all, part, index) => `${all}${JSON.stringify(values[index - 1])}${part}`)

const parse = (filter: unknown, table: Table = contexts): Condition =>
  parseFilter(filter, { table, catalogue: dig, visibilityOf: allButSecrets }) ?? everything

const compiled = (condition: Condition, table: Table = contexts): string =>
  shown(compileCondition(condition, 't', { dialect, table }))

describe('SQL of a filter', () => {
  test.each([
    [{}, '1 = 1'],
    [{ code: { _eq: 'a' } }, '"t"."code" = "a"'],
    [
      { code: { _eq: 'a' }, depth: { _gt: 1, _lte: 2 } },
      '("t"."code" = "a" AND ("t"."depth" > 1 AND "t"."depth" <= 2))',
    ],
    [
      { _or: [{ id: { _in: [1, 2] } }, { id: { _nin: [3] } }] },
      '("t"."id" IN (1, 2) OR "t"."id" NOT IN (3))',
    ],
    [{ id: { _in: [] } }, '1 = 0'],
    [{ id: { _nin: [] } }, '1 = 1'],
    [{ code: { _null: true } }, '"t"."code" IS NULL'],
    [{ code: { _empty: true } }, '("t"."code" IS NULL OR "t"."code" = \'\')'],
    [{ depth: { _nempty: true } }, '"t"."depth" IS NOT NULL'],
    [{ depth: { _between: [1, 2] } }, '"t"."depth" BETWEEN 1 AND 2'],
    [{ code: { _contains: '%' } }, 'contains("t"."code", "%")'],
    [{ code: { _ncontains: 'È' } }, 'NOT (contains(fold("t"."code"), "è"))'],
    [{ depth: { _starts_with: '4' } }, 'starts(float_text("t"."depth"), "4")'],
    [{ found: { _nends_with: '01' } }, 'NOT (ends(fold(timestamp_text("t"."found")), "01"))'],
    [{ code: { _icontains: 'ab' } }, 'contains(fold("t"."code"), "ab")'],
    [{ code: { _icontains: 'ABC' } }, '"t"."id" IN (SELECT id FROM "contexts_index" WHERE code = "abc")'],
    [
      { samples: { lab: { _icontains: 'abc' } } },
      'EXISTS (SELECT 1 FROM "samples" AS "r1" WHERE ("r1"."id_link" = "t"."id" AND contains(fold("r1"."lab"), "abc") AND in_time()))',
    ],
    [
      { site: { name: { _eq: 'a' } } },
      'EXISTS (SELECT 1 FROM "sites" AS "r1" WHERE ("r1"."id" = "t"."site" AND "r1"."name" = "a" AND in_time()))',
    ],
    [
      { samples: { sent_to: { name: { _eq: 'a' } } } },
      'EXISTS (SELECT 1 FROM "samples" AS "r1" WHERE ("r1"."id_link" = "t"."id" AND EXISTS (SELECT 1 FROM "sites" AS "r2" WHERE ("r2"."id" = "r1"."sent_to" AND "r2"."name" = "a" AND in_time())) AND in_time()))',
    ],
  ])('%j', (filter, expected) => {
    expect(compiled(parse(filter))).toBe(expected)
  })

  test('an index of prefixes is asked for what a text begins with, and the row for all of it', () => {
    const code = fieldOf(contexts, 'code')
    const compare = { kind: 'compare', field: { ...code, hasPrefixIndex: true }, value: 'a' } as const
    expect(compiled({ ...compare, operator: '_eq' })).toBe(
      '(start("t"."code") = start("a") AND "t"."code" = "a")',
    )
    expect(compiled({ ...compare, operator: '_neq' })).toBe('"t"."code" <> "a"')
  })

  test('a backlink joins by its own column', () => {
    expect(compiled(parse({ samples: { lab: { _eq: 'x' } } }, sites), sites)).toBe(
      'EXISTS (SELECT 1 FROM "samples" AS "r1" WHERE ("r1"."sent_to" = "t"."id" AND "r1"."lab" = "x" AND in_time()))',
    )
  })

  test('what a caller may not see is left out of related rows', () => {
    const restriction: Condition = { kind: 'unless', of: parse({ rank: { _gt: 1 } }, sites) }
    const condition = parseFilter(
      { site: { name: { _eq: 'a' } } },
      { table: contexts, catalogue: dig, visibilityOf: () => ({ readable: true, restriction }) },
    )
    expect(compiled(condition ?? everything)).toBe(
      'EXISTS (SELECT 1 FROM "sites" AS "r1" WHERE ("r1"."id" = "t"."site" AND "r1"."name" = "a" AND NOT COALESCE(("r1"."rank" > 1), FALSE) AND in_time()))',
    )
  })
})

describe('SQL of a search', () => {
  const search = (text: string): Condition => fastSearch(contexts, text) ?? everything

  test('a text that is long enough comes out of the index', () => {
    expect(compiled(search('ABC'))).toBe(
      '"t"."id" IN (SELECT id FROM "contexts_index" WHERE code_or_notes_or_chrono_label_or_chrono_period = "abc")',
    )
  })

  test('a short one is looked for in every field', () => {
    expect(compiled(search('A'))).toBe(
      '(contains(fold("t"."code"), "a") OR contains(fold("t"."notes"), "a") OR contains(fold("t"."chrono_label"), "a") OR contains(fold("t"."chrono_period"), "a"))',
    )
  })

  test('without textual fields nothing is found', () => {
    expect(compiled({ kind: 'search', columns: [], text: 'abc' })).toBe('1 = 0')
  })
})

describe('SQL of an expression', () => {
  test.each([
    ['id = 3', '("t"."id" = 3)'],
    ['depth > 3', '("t"."depth" > CAST(3 AS DOUBLE PRECISION))'],
    ["code <> 'a'", '("t"."code" <> CAST("a" AS TEXT))'],
    ["'a' < 'B'", '(to_text(CAST("a" AS TEXT)) < CAST("B" AS TEXT))'],
    ['code > 9', '(to_float("t"."code") > CAST(9 AS DOUBLE PRECISION))'],
    ["notes LIKE 'A\\%'", 'fold("t"."notes") LIKE CAST("a\\\\\\\\%" AS TEXT) ESCAPE \'\\\''],
    ['id / 0 = 1', '(CAST(NULL AS DOUBLE PRECISION) = CAST(1 AS DOUBLE PRECISION))'],
    [
      'id + 1 = 2',
      '((CAST("t"."id" AS DOUBLE PRECISION) + CAST(1 AS DOUBLE PRECISION)) = CAST(2 AS DOUBLE PRECISION))',
    ],
    [
      "id IN (1, 'a') or code IN ('a', 1)",
      '(CAST("t"."id" AS DOUBLE PRECISION) IN (CAST(1 AS DOUBLE PRECISION), to_float(CAST("a" AS TEXT))) OR (to_float("t"."code") IN (CAST(1 AS DOUBLE PRECISION)) OR "t"."code" IN (CAST("a" AS TEXT))))',
    ],
    ['code IS NOT NULL', 'NOT ("t"."code" IS NULL)'],
  ])('%s', (text, expected) => {
    expect(compiled(expertSearch(contexts, text) ?? everything)).toBe(expected)
  })

  test('a calculation within a calculation is written once', () => {
    const condition = expertSearch(contexts, '(depth + 1) * 2 = 3') ?? everything
    expect(compiled(condition).split('"t"."depth" + ').length).toBe(2)
  })

  test('a blank text asks for nothing', () => {
    expect(expertSearch(contexts, ' \n')).toBeUndefined()
  })
})

describe('a condition is a plain value', () => {
  const restriction = parse({ rank: { _gt: 1 } }, sites)
  /** One of each kind, so that a new kind does not compile before it is here. */
  const conditions: { readonly [Kind in Condition['kind']]: Condition & { readonly kind: Kind } } = {
    and: { kind: 'and', of: [parse({ code: { _eq: 'a' } }), parse({ depth: { _between: [1, 2] } })] },
    or: { kind: 'or', of: [parse({ id: { _in: [1, 2] } }), parse({ code: { _null: true } })] },
    unless: { kind: 'unless', of: parse({ found: { _lt: '2024-05-01' } }) },
    compare: { kind: 'compare', field: fieldOf(contexts, 'code'), operator: '_eq', value: 'a' },
    related: {
      kind: 'related',
      table: sites,
      joint: { column: 'site', targetColumn: 'id' },
      where: parse({ name: { _eq: 'a' } }, sites),
      restriction,
    },
    search: { kind: 'search', columns: ['code', 'notes'], text: 'abc' },
    expression: {
      kind: 'expression',
      test: parseExpression(
        "(depth + 1) * 2 > 3 AND NOT code::text IN ('a', NULL) OR round(depth, 1) BETWEEN 1 AND 2 AND code || 'x' LIKE 'a%' AND notes IS NULL",
        contexts,
      ),
    },
    label: {
      kind: 'label',
      field: fieldOf(contexts, 'site'),
      table: { ...sites, idField: 'name' },
      restriction,
      label: 'North',
    },
  }

  test.each(Object.entries(conditions))('of the kind %s: its copy means the same', (_, condition) => {
    const copy = structuredClone(condition)
    expect(copy).toEqual(condition)
    expect(compiled(copy)).toBe(compiled(condition))
  })

  test('a label is looked for among the rows that the caller may see', () => {
    expect(compiled(conditions.label)).toBe(
      '(SELECT COALESCE(NULLIF("l"."name", \'\'), integer_text(l."id")) FROM "sites" l WHERE (l."id" = "t"."site" AND "l"."rank" > 1)) = "North"',
    )
    expect(addTablesRead(conditions.label, new Set())).toEqual(new Set(['sites']))
  })
})

test('a listing can page out of the index when one search is all it asks', () => {
  const of = (condition: Condition): string | undefined => {
    const query = textSearchOf(condition, contexts, dialect)
    return query && shown(query)
  }
  expect(of(fastSearch(contexts, 'abc') ?? everything)).toMatch(/^SELECT id FROM "contexts_index"/)
  expect(of({ kind: 'and', of: [parse({ code: { _icontains: 'abc' } })] })).toMatch(/WHERE code = "abc"$/)
  expect(of(parse({ code: { _icontains: 'ab' } }))).toBeUndefined()
  expect(of(parse({ depth: { _icontains: '123' } }))).toBeUndefined()
  expect(of(parse({ code: { _icontains: 'abc', _neq: 'x' } }))).toBeUndefined()
  expect(of({ kind: 'unless', of: parse({ code: { _icontains: 'abc' } }) })).toBeUndefined()
  expect(of(everything)).toBeUndefined()
})

test.each([
  [{ code: { _eq: 'a' } }, ['code']],
  [{ code: { _eq: 'a' }, _and: [{ site: { _eq: 1 } }, { code: { _eq: 'b' } }] }, ['code', 'site']],
  [{}, []],
  [{ code: { _eq: null } }, undefined],
  [{ code: { _eq: 'a' }, depth: { _gt: 1 } }, undefined],
  [{ _or: [{ code: { _eq: 'a' } }, { code: { _eq: 'b' } }] }, undefined],
  [{ site: { name: { _eq: 'a' } } }, undefined],
])('the columns that %j fixes are %j', (filter, columns) => {
  expect(equalityColumns(parse(filter))).toEqual(columns)
})
