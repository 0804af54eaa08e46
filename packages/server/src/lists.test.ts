import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { english } from '@trowel/contract/messages/en/english.js'
import { deletePolicies } from '@trowel/contract/model/delete-policies.js'
import { fieldProperties, fieldPropertyNames, valueSources } from '@trowel/contract/model/field-properties.js'
import { fieldKinds, fieldTypeNames, fieldTypes } from '@trowel/contract/model/field-types.js'
import { offeredOperators, operators, oppositeOperators } from '@trowel/contract/model/operators.js'
import { describe, expect, test } from 'vitest'

const project = new URL('../../../', import.meta.url)

/** The sources that are shipped, without tests and what only tests use. */
const sources = ['contract', 'client', 'server', 'web'].flatMap((name) =>
  readdirSync(new URL(`packages/${name}/src/`, project), { recursive: true, encoding: 'utf8' })
    .map((path) => `packages/${name}/src/${path}`)
    .filter(
      (path) => /\.(?:tsx?|json)$/.test(path) && !/(?:\.test\.ts|\/testing[-/].*|testing-.*)$/.test(path),
    ),
)
const texts = sources.map((path) => ({ path, text: readFileSync(new URL(path, project), 'utf8') }))
const filesWith = (word: string): string[] =>
  texts.filter(({ text }) => new RegExp(`\\b${word}\\b`).test(text)).map(({ path }) => path)

const words = ['packages/web/src/locales/en.json', 'packages/web/src/locales/it.json']

describe('one list each', () => {
  test('there are sources to look at', () => {
    expect(sources.length).toBeGreaterThan(1000)
    expect(words.filter((path) => !existsSync(new URL(path, project)))).toEqual([])
  })

  test.each(['_nends_with', '_nstarts_with'])('the operator %s stands in four files', (operator) => {
    expect(filesWith(operator).sort()).toEqual([
      'packages/contract/src/model/operators.ts',
      'packages/server/src/query/operators.ts',
      ...words,
    ])
  })

  test('a type of field stands in its description, its preparation and its input', () => {
    expect(filesWith('combo_select').sort()).toEqual([
      'packages/contract/src/model/field-types.ts',
      'packages/server/src/catalogue/field-types/registry.ts',
      'packages/web/src/components/fields/field-input.tsx',
    ])
    expect(filesWith('choiceOrText').sort()).toEqual([
      'packages/contract/src/model/field-types.ts',
      ...words,
      'packages/web/src/views/configuration/field-kinds.ts',
    ])
  })

  test('a property of a field that no rule of values reads stands in its description and the words', () => {
    expect(filesWith('def_value').sort()).toEqual([
      'packages/contract/src/model/field-properties.ts',
      // A default of a column in a schema text, and what the form offers for days.
      'packages/server/src/modules/configuration/dbml/fields.ts',
      ...words,
      'packages/web/src/views/configuration/field-more.tsx',
    ])
  })
})

describe('the list of operators', () => {
  test('offers each kind of value only what there is, and opposites of each other', () => {
    const known = Object.keys(operators)
    expect(
      Object.values(offeredOperators)
        .flat()
        .filter((name) => !known.includes(name)),
    ).toEqual([])
    expect(Object.entries(oppositeOperators).map(([one, other]) => oppositeOperators[other] === one)).toEqual(
      Object.keys(oppositeOperators).map(() => true),
    )
  })

  test('offers every operator somewhere, but those that repeat another', () => {
    const offered = new Set<string>(Object.values(offeredOperators).flat())
    expect(Object.keys(operators).filter((name) => !offered.has(name))).toEqual([
      '_nstarts_with',
      '_nends_with',
      '_contains',
      '_null',
      '_nnull',
    ])
  })
})

describe('the lists of fields', () => {
  test.each(['key', 'annotation'] as const)('no two properties have the same %s', (part) => {
    const given = fieldPropertyNames.flatMap((name) =>
      Object.entries(fieldProperties[name])
        .filter(([key]) => key === part)
        .map(([, value]) => value),
    )
    expect(given.length).toBeGreaterThan(10)
    expect(new Set(given).size).toBe(given.length)
  })

  test('every source of values is a property that asks for choices or a table', () => {
    expect(valueSources.map((name) => fieldProperties[name].option).sort()).toEqual([
      'source',
      'source',
      'source',
      'target',
    ])
  })

  test('every type that is offered is a kind that people can choose', () => {
    const types = new Set<string>(Object.values(fieldKinds).map(({ type }) => type))
    expect(fieldTypeNames.filter((name) => types.has(name) !== fieldTypes[name].isOffered)).toEqual([])
  })

  test('no two kinds of fields mean the same type and column, but links', () => {
    const pairs = Object.entries(fieldKinds)
      .filter(([kind]) => kind !== 'link')
      .map(([, { type, dbType }]) => `${type} ${dbType}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })
})

test.each(['invalid_on_delete', 'invalid_on_update'] as const)('%s names every policy', (code) => {
  for (const policy of deletePolicies) expect(english.codes[code]).toContain(policy)
})
