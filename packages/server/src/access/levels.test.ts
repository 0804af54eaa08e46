import { describe, expect, test } from 'vitest'
import type { AppStatus } from '../catalogue/application.js'
import { catalogueInShort, tableInShort } from '../query/testing-catalogue.js'
import { makeRights, type Override } from './levels.js'
import type { Principal } from './principal.js'
import type { Action, Rights } from './rights.js'

const finds = tableInShort('finds', { fields: { trench: 'TEXT' }, plugins: ['measures'] })
const measures = tableInShort('measures', { fields: { height: 'FLOAT' }, parent: 'finds' })
const coins = tableInShort('coins', { fields: { trench: 'TEXT' } })
const loose = { ...tableInShort('loose', { fields: {}, parent: 'gone' }), parent: undefined }
const catalogue = catalogueInShort(finds, measures, coins, loose)

const user = (privilege: number): Principal => ({
  kind: 'user',
  id: 9,
  name: 'Teo',
  email: 'teo@valle.example',
  privilege,
  session: '0',
  tokenVersion: 0,
})
const key = (privilege: number): Principal => ({
  kind: 'key',
  keyId: 1,
  name: 'API key: GIS',
  privilege,
  manage: false,
})

const trenchN = JSON.stringify({ trench: { _eq: 'N' } })

interface Setting {
  readonly override?: Omit<Override, 'table'>
  readonly status?: AppStatus
}

function rightsOf(
  principal: Principal,
  { override, status = 'on' }: Setting = {},
): Rights & { broken: string[] } {
  const broken: string[] = []
  const rights = makeRights({
    principal,
    overrides: new Map(override ? [['finds', { table: 'finds', ...override }]] : []),
    status,
    catalogue,
    onBrokenFilter: ({ table }) => broken.push(table),
  })
  return { ...rights, broken }
}

const all: readonly Action[] = ['read', 'create', 'edit', 'edit20']
const allowed = (rights: Rights, table = finds): string =>
  all.filter((action) => rights.allows(action, table)).join(' ')

describe('levels on a table', () => {
  const cases: readonly [number, number | undefined, string | null, boolean, number, number][] = [
    // global, override, outside, filtered -> inside, outside
    [30, undefined, null, false, 30, 30],
    [30, 20, null, false, 20, 20],
    [20, 30, null, false, 30, 30],
    [20, 40, null, false, 40, 40],
    [30, 1, null, false, 20, 20],
    [30, 10, null, false, 20, 20],
    [10, 40, null, false, 10, 10],
    [1, 40, 'hide', true, 1, 1],
    [20, 20, 'hide', true, 20, 40],
    [20, 20, null, true, 20, 40],
    [30, 20, 'global', true, 20, 30],
    [30, 40, 'global', true, 40, 30],
    [25, 30, 'global', true, 30, 25],
  ]
  test.each(cases)(
    'global %i, override %s, outside %s, filter %s: %i inside, %i outside',
    (global, level, outside, filtered, ...expected) => {
      const override =
        level === undefined ? undefined : { privilege: level, filter: filtered ? trenchN : null, outside }
      const rights = rightsOf(user(global), override ? { override } : {})
      const levels = rights.levelsOn(finds)
      expect([levels.inside, levels.outside]).toEqual(expected)
      expect(levels.filter !== undefined).toBe(filtered && global > 10)
      expect(rights.levelOn(finds)).toBe(Math.min(...expected))
      expect(rights.levelOn(coins), 'another table keeps the global level').toBe(global)
    },
  )

  test('an API key has no overrides, whatever its level', () => {
    const override = { privilege: 40, filter: null, outside: null }
    expect(rightsOf(key(30), { override }).levelOn(finds)).toBe(30)
  })

  test.each([
    [1, 'read create edit edit20'],
    [10, 'read create edit edit20'],
    [20, 'read create edit edit20'],
    [25, 'read create edit'],
    [30, 'read'],
    [40, ''],
  ])('level %i may: %s', (level, actions) => {
    expect(allowed(rightsOf(user(level)))).toBe(actions)
  })

  test('what is not allowed is refused', () => {
    const rights = rightsOf(user(25))
    expect(() => rights.require('edit', finds)).not.toThrow()
    expect(() => rights.require('edit20', finds)).toThrowError(
      expect.objectContaining({ code: 'not_enough_privilege', status: 403 }),
    )
  })

  test('a plugin table follows the record that carries its rows', () => {
    const override = { privilege: 20, filter: trenchN, outside: 'hide' }
    const levels = rightsOf(user(30), { override }).levelsOn(measures)
    expect([levels.inside, levels.outside]).toEqual([20, 40])
    expect(levels.filter).toMatchObject({
      kind: 'related',
      table: { name: 'finds' },
      joint: { column: 'id_link', targetColumn: 'id' },
    })
  })

  test('a plugin table that no table carries has the global level', () => {
    expect(rightsOf(user(30)).levelsOn(loose)).toEqual({ inside: 30, outside: 30, filter: undefined })
    expect(rightsOf(key(30)).levelsOn(loose)).toEqual({ inside: 30, outside: 30, filter: undefined })
  })
})

describe('a plugin table that was taken from the table that carried it', () => {
  test.each([
    ['more', 30, { privilege: 20, filter: null, outside: null }, 30],
    ['less', 20, { privilege: 30, filter: null, outside: null }, 30],
    ['nothing', 20, { privilege: 40, filter: null, outside: null }, 40],
    ['some rows alone', 20, { privilege: 20, filter: trenchN, outside: 'hide' }, 40],
    ['more on some rows', 30, { privilege: 20, filter: trenchN, outside: 'global' }, 30],
    ['less on some rows', 20, { privilege: 40, filter: trenchN, outside: 'global' }, 40],
    ['nothing, for an administrator', 10, { privilege: 40, filter: null, outside: null }, 10],
  ])('of whoever may do %s there, it asks the least level', (_what, global, override, level) => {
    const { levelsOn } = rightsOf(user(global), { override })
    expect(levelsOn(loose)).toEqual({ inside: level, outside: level, filter: undefined })
  })
})

describe('which rows are seen', () => {
  test.each([
    ['both sides readable: every row', 30, 20, 'global', true, 'every row'],
    ['the inside alone: rows that meet the filter', 30, 20, 'hide', true, 'and'],
    ['the outside alone: rows that do not meet it, unknown ones too', 30, 40, 'global', true, 'unless'],
    ['neither: none', 20, 40, 'hide', false, 'every row'],
  ])('%s', (_case, global, level, outside, readable, kind) => {
    const override = { privilege: level, filter: trenchN, outside }
    const visibility = rightsOf(user(global), { override }).visibilityOf(finds)
    expect([visibility.readable, visibility.restriction?.kind ?? 'every row']).toEqual([readable, kind])
  })

  test('a filter that the table no longer understands hides the table, and is reported once', () => {
    for (const filter of ['{"ditch":{"_eq":"N"}}', 'trench = 1', '[]', '{"trench":{"_like":"N"}}']) {
      const rights = rightsOf(user(20), { override: { privilege: 20, filter, outside: 'global' } })
      expect(rights.visibilityOf(finds)).toEqual({ readable: false, restriction: undefined })
      expect(rights.levelsOn(finds)).toEqual({ inside: 40, outside: 40, filter: undefined })
      expect(rights.broken).toEqual(['finds'])
    }
  })
})

describe('changing a row', () => {
  const own = { creator: 9, insideFilter: true }
  const foreign = { creator: 2, insideFilter: true }
  const nobodys = { creator: null, insideFilter: true }

  test.each([
    ['a writer changes everything', user(20), [true, true, true]],
    ['a self_writer changes what he made', user(25), [true, false, false]],
    ['a reader changes nothing, not even what he made', user(30), [false, false, false]],
    ['a key that writes changes everything', key(20), [true, true, true]],
    ['a key that reads changes nothing', key(30), [false, false, false]],
  ])('%s', (_case, principal, expected) => {
    const rights = rightsOf(principal)
    expect([own, foreign, nobodys].map((row) => rights.mayEdit(finds, row))).toEqual(expected)
  })

  test('the level of the row counts: inside the filter, or outside', () => {
    const rights = rightsOf(user(30), { override: { privilege: 20, filter: trenchN, outside: 'global' } })
    expect(rights.mayEdit(finds, foreign)).toBe(true)
    expect(rights.mayEdit(finds, { ...foreign, insideFilter: false })).toBe(false)
  })
})

describe('a frozen application', () => {
  test.each([1, 10, 20, 25])('level %i reads and changes nothing', (level) => {
    const rights = rightsOf(user(level), { status: 'frozen' })
    expect(allowed(rights)).toBe('read')
    expect(rights.mayEdit(finds, { creator: 9, insideFilter: true })).toBe(false)
    for (const action of ['create', 'edit'] as const) {
      expect(() => rights.require(action, finds)).toThrowError(
        expect.objectContaining({
          code: 'not_enough_privilege',
          facts: expect.objectContaining({ detail: 'frozen' }),
        }),
      )
    }
  })
})
