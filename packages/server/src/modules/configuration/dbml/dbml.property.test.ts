import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Field, Table, TableIndex, TableRelation } from '../../../catalogue/catalogue.js'
import { plainField } from '../../../catalogue/plain-field.js'
import { plainTable } from '../../../catalogue/plain-table.js'
import { chronologyFields } from '../../../catalogue/plugin-owned-fields.js'
import { operatorScope } from '../../../http/operator-scope.js'
import { draws } from '../../../testing/draws.js'
import { oneEngine, openService, type TestService } from '../../../testing/open-dig.js'
import { fieldsOfNewTable } from '../generated-fields.js'
import { freshOwnedField } from '../tables/switch-service.js'
import { inOrder, plain, schemaTextOf } from '../testing/plain-configuration.js'
import { writeSchemaText } from './export.js'
import { planSchema } from './plan.js'
import { applySchema } from './service.js'
import { readSchemaText } from './tree.js'

/**
 * Texts that people type, and some that nobody should: quotes, prefixes of annotations, marks of the grammar.
 */
const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }) },
    {
      weight: 2,
      arbitrary: fc
        .array(
          fc.constantFrom(
            "'",
            '"',
            '\\',
            '`',
            ' ',
            '//',
            '/*',
            '*/',
            '{',
            '}',
            '[',
            ']',
            ' trowel:',
            ' bdus:x=',
            ':',
            '=',
            ',',
            '\t',
            'Öfen',
            "'''",
            '\\n',
            ' trowel\\:',
            '#',
          ),
          { minLength: 1, maxLength: 8 },
        )
        .map((parts) => parts.join('')),
    },
  )
  .map((text) => text.replace(/[\r\n\0]|\p{Surrogate}/gu, ' ').trim())
  .filter((text) => text !== '' && text.length <= 200)

const anyName = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'note',
      'table',
      'ref',
      'indexes',
      'select',
      'order',
      'enum',
      'as',
      'use',
      'null',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .stringMatching(/^[a-df-n][a-z0-9_]{1,20}$/)
      .filter((name) => name !== 'creator' && name !== 'id' && name !== 'id_link'),
  },
)

const anyJson = fc.dictionary(
  fc.stringMatching(/^x_[a-z]{1,5}$/),
  fc.oneof(anyText, fc.integer(), fc.boolean(), fc.array(anyText)),
  { maxKeys: 2 },
)

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 4 })

const anyField: fc.Arbitrary<Partial<Field>> = fc
  .record({
    type: fc.constantFrom(
      'text',
      'date',
      'long_text',
      'md',
      'select',
      'combo_select',
      'multi_select',
      'boolean',
      'slider',
      'url',
      'integer',
    ),
    dbType: fc.constantFrom('TEXT' as const, 'INTEGER' as const, 'FLOAT' as const, 'TIMESTAMP' as const),
    label: anyText,
    vocabulary: maybe(anyText),
    options: maybe(fc.uniqueArray(anyText, { minLength: 1, maxLength: 3 })),
    checks: fc.subarray(['not_empty', 'int', 'email', 'no_dupl', 'range', 'regex', 'valid_wkt']),
    readonly: fc.boolean(),
    hide: fc.boolean(),
    defaultValue: maybe(anyText),
    maxLength: maybe(fc.integer({ min: 1, max: 5000 })),
    min: maybe(fc.integer({ min: -500, max: 0 })),
    max: maybe(fc.double({ min: 0, max: 500, noNaN: true }).map((value) => Number(value.toFixed(3)))),
    pattern: maybe(fc.constantFrom('^\\d+$', '^[A-Z]{2}\'"$', 'a|b', '\\\\', ' trowel:x')),
    numbersFillGaps: fc.boolean(),
    isNumberedOnSave: fc.boolean(),
    help: maybe(anyText),
    widget: maybe(fc.constantFrom('colour-2')),
    direction: maybe(fc.constantFrom('rtl' as const, 'ltr' as const)),
    extra: anyJson,
  })
  .map((field) => {
    const chooses = ['select', 'combo_select', 'multi_select'].includes(field.type)
    const bounds = field.type === 'date' ? { min: undefined, max: '2024-02-29' } : {}
    return {
      ...field,
      ...bounds,
      vocabulary: chooses ? field.vocabulary : undefined,
      options: chooses && field.vocabulary === undefined ? field.options : undefined,
    }
  })

const anyTable = fc.record({
  name: anyName,
  isPlugin: fc.boolean(),
  label: anyText,
  fields: fc.uniqueArray(fc.tuple(anyName, anyField), { selector: ([name]) => name, maxLength: 6 }),
  rsSetting: fc.oneof(fc.boolean(), fc.constantFrom('ctx_no')),
  flags: fc.record({ hasGeodata: fc.boolean(), hasCitations: fc.boolean() }),
  hasFuzzyDate: fc.boolean(),
  extra: anyJson,
  /** To which table a relation, a lookup and the plugin table itself lead: taken by place. */
  towards: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
  onDelete: fc.constantFrom('RESTRICT', 'CASCADE', 'NO ACTION'),
  isIndexed: fc.boolean(),
})

type Seed = typeof anyTable extends fc.Arbitrary<infer T> ? T : never

/** A configuration that keeps the rules: what the forms would let through. */
function catalogueOf(seeds: readonly Seed[]): Catalogue {
  const relations: Omit<TableRelation, 'id'>[] = []
  const indexes: Omit<TableIndex, 'id'>[] = []
  const cores = seeds.filter((seed) => !seed.isPlugin)
  const tables = seeds.map((seed, sort): Table => {
    const { name, isPlugin, towards } = seed
    const own = seed.fields.map(
      ([field, given]): Field => ({ ...plainField(field, field, 'TEXT', 0), ...given }),
    )
    const parent = isPlugin ? cores[towards[0]]?.name : undefined
    const lookup = seeds[towards[1]]?.name
    if (lookup !== undefined) {
      own.push({ ...plainField('zz_lookup', 'Zz lookup', 'INTEGER', 0), type: 'select', idFromTable: lookup })
    }
    const target = isPlugin ? undefined : cores[towards[2]]?.name
    const related = [own.find((field) => field.dbType === 'INTEGER')?.name, parent && 'id_link']
    for (const [column, toTable] of [
      [related[0], target],
      [related[1], parent],
    ]) {
      if (column === undefined || toTable === undefined) continue
      const isWithin = toTable === name
      const onDelete = isWithin ? 'RESTRICT' : seed.onDelete
      relations.push({
        fromTable: name,
        fromColumn: column,
        toTable,
        toColumn: 'id',
        onDelete,
        onUpdate: 'CASCADE',
      })
    }
    const hasFuzzyDate = seed.hasFuzzyDate && !isPlugin
    const fields = [
      ...fieldsOfNewTable(isPlugin),
      ...own,
      ...(hasFuzzyDate ? chronologyFields.map((field) => freshOwnedField(field, 0)) : []),
    ].map((field, place) => [field.name, { ...field, sort: place }] as const)
    const [first] = own
    if (seed.isIndexed && first) {
      indexes.push({
        table: name,
        name: 'by_hand',
        columns: ['id', first.name],
        isUnique: seed.flags.hasGeodata,
        auto: false,
        isPrefix: false,
      })
    }
    return {
      ...plainTable(name, isPlugin),
      ...seed.flags,
      label: seed.label,
      hasFuzzyDate,
      rsSetting: seed.rsSetting,
      hasStratigraphy: seed.rsSetting !== false,
      preview: first ? ['id', first.name] : ['id'],
      idField: first?.name ?? 'id',
      extra: seed.extra,
      sort,
      parent,
      plugins: [],
      fields: new Map(fields),
    }
  })
  return {
    app: 'dig',
    tables: new Map(tables.map((table) => [table.name, table])),
    relations: relations.map((one) => ({ ...one, id: 0 })),
    indexes: indexes.map((one) => ({ ...one, id: 0 })),
    leftOut: [],
  }
}

const anyCatalogue = fc
  .uniqueArray(anyTable, { selector: ({ name }) => name, minLength: 1, maxLength: 5 })
  .map(catalogueOf)

const anyVocabularies = fc.uniqueArray(
  fc.record({
    name: anyText.filter((name) => name.length <= 100),
    values: fc.uniqueArray(anyText, { minLength: 1, maxLength: 4 }),
  }),
  { selector: ({ name }) => name, maxLength: 3 },
)

const empty = {
  catalogue: catalogueOf([]),
  physical: new Set<string>(),
  vocabularies: new Map<string, string[]>(),
}

describe('a configuration written as DBML', () => {
  test('reads back as it was, whatever texts it holds', () => {
    fc.assert(
      fc.property(anyCatalogue, anyVocabularies, (catalogue, vocabularies) => {
        const { schema, problems } = readSchemaText(writeSchemaText(catalogue, vocabularies))
        if (!schema) throw new Error(JSON.stringify(problems))
        const plan = planSchema(schema, empty)
        expect(plan.drafts.flatMap(({ errors }) => errors)).toEqual([])
        expect(plain(plan.catalogue)).toEqual(plain(catalogue))
        expect(plan.vocabularies.map(({ name, missing }) => ({ name, values: missing }))).toEqual(
          vocabularies,
        )
      }),
      draws(60),
    )
  })

  test('reads any text without failing otherwise than with the place of a mistake', () => {
    const anyPart = fc.constantFrom(
      'Table ',
      'a',
      ' {',
      '}',
      '\n',
      ' int',
      ' [',
      ']',
      'ref: > ',
      'b.id',
      "note: '",
      "'",
      '"',
      '`',
      'Enum ',
      'Note: ',
      '(',
      ')',
      ',',
      '//',
      '/*',
      '~',
      '.',
      ':',
      'indexes {',
      'pk',
      'use ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(anyPart, anyText), { maxLength: 25 }), (parts) => {
        const { schema, problems } = readSchemaText(parts.join(''))
        if (schema) planSchema(schema, empty)
        else
          expect(problems[0]).toEqual({
            line: expect.any(Number),
            column: expect.any(Number),
            said: expect.objectContaining({ text: expect.any(String) }),
          })
      }),
      draws(100),
    )
  })
})

describe.each(oneEngine)('an application made out of the schema of another (%s)', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await openService(engine)
  })
  afterAll(() => service.close())

  let made = 0
  const fresh = async () => {
    const application = await service.services.applications.create(`copy_${made++}`, {
      definition: 'A copy',
      superAdmin: { name: 'a', email: 'a@dig.example', passwordHash: 'none' },
    })
    return () => operatorScope(service.services, application)
  }
  test('has the same schema', async () => {
    for (const [catalogue, vocabularies] of fc.sample(fc.tuple(anyCatalogue, anyVocabularies), {
      ...draws(3),
      seed: 11,
    })) {
      const byName = inOrder(vocabularies)
      const text = writeSchemaText(catalogue, byName)
      const scope = await fresh()
      const { created, skipped } = await applySchema(scope(), text)
      expect([created, skipped]).toEqual([[...catalogue.tables.keys()], []])
      expect(plain(scope().catalogue)).toEqual(plain(catalogue))
      const second = await fresh()
      await applySchema(second(), await schemaTextOf(scope()))
      expect(await schemaTextOf(second())).toBe(await schemaTextOf(scope()))
    }
  })
})
