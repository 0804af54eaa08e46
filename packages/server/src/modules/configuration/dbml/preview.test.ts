import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { kilns, previewedTable, previewOf } from '../testing/schema-texts.js'

describe.each(oneEngine)('a schema text that is looked at (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const fieldsOf = async (columns: string) =>
    (await previewedTable(dig, `Table kilns {\n${columns}\n}`)).fields.map(
      (field: { type: string; db_type: string; label: string }) => [field.type, field.db_type, field.label],
    )

  test('shows every table, field and warning, and makes nothing', async () => {
    expect(await previewOf(dig, kilns)).toEqual({
      tables: [
        {
          name: 'kilns',
          label: 'Kilns',
          is_plugin: false,
          plugin_of: '',
          preview: ['code'],
          order: 'id',
          id_field: 'id',
          rs: false,
          geodata: false,
          refman: false,
          fuzzy_date: false,
          osteology: false,
          radiocarbon: false,
          fields: [
            { name: 'id', label: 'Id', type: 'text', db_type: 'INTEGER', not_null: false },
            { name: 'code', label: 'Code', type: 'text', db_type: 'TEXT', not_null: false },
            {
              name: 'fuel',
              label: 'Fuel',
              type: 'select',
              db_type: 'TEXT',
              not_null: false,
              vocabulary_set: 'fuels',
            },
          ],
          relations: [],
          indexes: [],
          warnings: [
            {
              code: 'auto_add_creator',
              text: 'The field creator comes by itself.',
              sentence: 'schema_creator_comes',
              facts: {},
            },
          ],
          errors: [],
        },
      ],
      vocabularies: [],
      skipped: [],
      has_errors: false,
    })
    expect(dig.application.catalogue.tables.has('kilns')).toBe(false)
  })

  test.each([
    ['a varchar(20)\n b char', ['text', 'TEXT']],
    ['a TEXT\n b text', ['long_text', 'TEXT']],
    ['a int\n b BIGINT', ['text', 'INTEGER']],
    ['a decimal(10,2)\n b double precision', ['text', 'FLOAT']],
    ['a date\n b Date', ['date', 'TEXT']],
    ['a datetime\n b timestamp with time zone', ['date', 'TIMESTAMP']],
    ['a bool\n b boolean', ['boolean', 'INTEGER']],
    ['a geometry\n b "some thing"', ['text', 'TEXT']],
    [
      "a varchar [note: 'trowel:type=md']\n b integer [note: 'bdus:type=md trowel:db_type=TEXT']",
      ['md', 'TEXT'],
    ],
    ["a varchar [note: 'trowel:voc=x']\n b int [note: 'bdus:voc=x']", ['select', 'TEXT']],
    [
      "a varchar [note: 'trowel:voc=x trowel:type=combo_select']\n b text [note: 'trowel:type=combo_select']",
      ['combo_select', 'TEXT'],
    ],
    [
      "a varchar [note: 'bdus:voc=x bdus:multi_select']\n b char [note: 'trowel:type=multi_select']",
      ['multi_select', 'TEXT'],
    ],
    [
      "a int [ref: > finds.id, note: 'trowel:id_from_tb']\n b varchar [ref: - trenches.id, note: 'bdus:id_from_tb']",
      ['select', 'INTEGER'],
    ],
    ["a int [note: 'trowel:type=boolean']\n b varchar [note: 'trowel:type=boolean']", ['boolean', 'INTEGER']],
  ])('reads the types of %s', async (columns, meaning) => {
    expect(await fieldsOf(columns)).toEqual([
      [...meaning, 'A'],
      [...meaning, 'B'],
    ])
  })

  test('says which elements it does not read, with their lines', async () => {
    const shown = await previewOf(
      dig,
      `Project p { note: 'x' }\n${kilns}\nRef: kilns.id > finds.id\nTableGroup g {\n kilns\n}\nEnum plain {\n a\n}`,
    )
    expect(shown.skipped).toEqual([
      { element: 'Project', line: 1 },
      { element: 'Ref', line: 8 },
      { element: 'TableGroup', line: 9 },
      { element: 'Enum', line: 12 },
    ])
    expect(shown.has_errors).toBe(false)
  })

  test('enumerations are vocabularies where a comment or a note says so', async () => {
    const shown = await previewOf(
      dig,
      `Enum "kinds of fuel" {
      "wo\\"od"
      peat [note: 'dried']
      // bdus:vocabulary
    }
    Enum marked {
      a
      Note: 'trowel:vocabulary'
    }
    Enum "bad" { "${'x'.repeat(201)}"\n // trowel:vocabulary\n}`,
    )
    expect(shown.vocabularies).toMatchObject([
      { name: 'kinds of fuel', values: ['wo"od', 'peat'], missing: ['wo"od', 'peat'], errors: [] },
      { name: 'marked', values: ['a'], errors: [] },
      { name: 'bad', missing: [], errors: [{ code: 'invalid_vocabulary', name: 'bad' }] },
    ])
  })
})
