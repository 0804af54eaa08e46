import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const as = 'super_admin'

const kilns = `Table kilns {
 id integer [pk, increment]
 code varchar
 fuel varchar [note: 'trowel:voc=fuels']
 Note: 'trowel:label=Kilns trowel:preview=code'
}`

const wideTable = (name: string, fields: number): string =>
  `Table ${name} {\n${Array.from({ length: fields }, (_, n) => `f${n} int`).join('\n')}\n}`

describe.each(engines)('a schema text that is looked at (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const preview = async (dbml: string) => {
    const reply = await dig.post('/api/config/dbml/preview', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([200, 'ok'])
    return reply.json().preview
  }
  const tableOf = async (dbml: string, name = 'kilns') =>
    (await preview(dbml)).tables.find((table: { name: string }) => table.name === name)
  const fieldsOf = async (columns: string) =>
    (await tableOf(`Table kilns {\n${columns}\n}`)).fields.map(
      (field: { type: string; db_type: string; label: string }) => [field.type, field.db_type, field.label],
    )
  const findings = (list: { text?: string }[]) => list.map(({ text: _text, ...finding }) => finding)

  test('shows every table, field and warning, and makes nothing', async () => {
    expect(await preview(kilns)).toEqual({
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
          warnings: [{ code: 'auto_add_creator' }],
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

  test.each([
    [
      'a table that exists',
      'Table finds { id int }',
      'finds',
      [{ code: 'table_already_exists', table: 'finds' }],
    ],
    [
      'a table of the service',
      'Table sys_users { id int }',
      'sys_users',
      [{ code: 'invalid_name', name: 'sys_users', table: 'sys_users' }],
    ],
    [
      'a name with a quote',
      'Table "a\\"; drop table finds; --" { id int }',
      'a"; drop table finds; --',
      [{ code: 'invalid_name', name: 'a"; drop table finds; --', table: 'a"; drop table finds; --' }],
    ],
    [
      'a name in another schema',
      'Table public.kilns { id int }',
      'public.kilns',
      [{ code: 'invalid_name', name: 'public.kilns', table: 'public.kilns' }],
    ],
    [
      'a name that the engine gives',
      'Table finds_pkey { id int }',
      'finds_pkey',
      [{ code: 'table_already_exists', table: 'finds_pkey' }],
    ],
    [
      'a table written twice',
      'Table kilns { id int }\nTable kilns { id int }',
      'kilns',
      [{ code: 'duplicate_table', table: 'kilns' }],
    ],
    [
      'a field written twice',
      'Table kilns {\n a int\n a int\n}',
      'kilns',
      [{ code: 'duplicate_field', field: 'a' }],
    ],
    [
      'a name of a field',
      'Table kilns {\n "A b" int\n oid int\n id_link int\n}',
      'kilns',
      [
        { code: 'invalid_name', name: 'A b' },
        { code: 'invalid_name', name: 'oid' },
        { code: 'invalid_name', name: 'id_link' },
      ],
    ],
    [
      'a field of a switch that is off',
      'Table kilns { chrono_from int }',
      'kilns',
      [{ code: 'invalid_name', name: 'chrono_from' }],
    ],
    ['another key', 'Table kilns { code int [pk] }', 'kilns', [{ code: 'pk_must_be_id', field: 'code' }]],
    [
      'a key of two columns',
      'Table kilns {\n a int\n b int\n indexes { (a, b) [pk] }\n}',
      'kilns',
      [{ code: 'pk_must_be_id', field: 'a, b' }],
    ],
    [
      'an unknown parent',
      "Table kilns { id int\n Note: 'trowel:is_plugin=ovens' }",
      'kilns',
      [{ code: 'unknown_parent', table: 'ovens' }],
    ],
    [
      'a parent that is a plugin table',
      "Table kilns { id int\n Note: 'trowel:is_plugin=samples' }",
      'kilns',
      [{ code: 'not_a_core_table', table: 'samples' }],
    ],
    [
      'a lookup into nothing',
      "Table kilns { a int [ref: > ovens.id, note: 'trowel:id_from_tb'] }",
      'kilns',
      [{ code: 'unknown_reference', field: 'a', table: 'ovens' }],
    ],
    [
      'a reference to nothing',
      'Table kilns { a int [ref: > ovens.id] }',
      'kilns',
      [{ code: 'unknown_reference', field: 'a', table: 'ovens' }],
    ],
    [
      'a reference to a missing field',
      'Table kilns { a int [ref: > finds.nothing] }',
      'kilns',
      [{ code: 'unknown_reference', field: 'a', table: 'finds' }],
    ],
    [
      'values from nothing',
      "Table kilns { a varchar [note: 'trowel:get_values_from_tb=ovens:a'] }",
      'kilns',
      [{ code: 'unknown_reference', field: 'a' }],
    ],
    [
      'a reference to a table that is not made',
      'Table kilns { a int [ref: > ovens.id] }\nTable ovens { b int [ref: > stoves.id] }\nTable stoves { oid int }',
      'kilns',
      [{ code: 'unknown_reference', field: 'a', table: 'ovens' }],
    ],
    [
      'two references of a field',
      'Table kilns { a int [ref: > finds.id, ref: > trenches.id] }',
      'kilns',
      [{ code: 'relation_already_exists', field: 'a', table: 'trenches' }],
    ],
    [
      'a reference out of a plugin table',
      "Table kilns { a int [ref: > finds.id]\n Note: 'trowel:is_plugin=finds' }",
      'kilns',
      [{ code: 'plugin_relation_not_allowed', field: 'a', table: 'finds' }],
    ],
    [
      'a reference of the creator',
      'Table kilns { creator int [ref: > finds.id] }',
      'kilns',
      [{ code: 'reserved_name', field: 'creator', table: 'finds' }],
    ],
    [
      'an unknown policy',
      "Table kilns { a int [ref: > finds.id, note: 'trowel:on_delete=EXPLODE'] }",
      'kilns',
      [{ code: 'invalid_on_delete', field: 'a', table: 'finds' }],
    ],
    [
      'a broken pattern',
      "Table kilns { a varchar [note: 'trowel:pattern=('] }",
      'kilns',
      [{ code: 'invalid_pattern', field: 'a' }],
    ],
    [
      'an unknown type of field',
      "Table kilns { a varchar [note: 'trowel:type=hologram'] }",
      'kilns',
      [{ code: 'invalid_type', field: 'a' }],
    ],
    [
      'an index over nothing',
      "Table kilns { id int\n indexes { b [name: 'x'] } }",
      'kilns',
      [{ code: 'unknown_field', name: 'x', field: 'b' }],
    ],
    [
      'a name of an index',
      "Table kilns { id int\n indexes { id [name: 'X-1'] } }",
      'kilns',
      [{ code: 'invalid_name', name: 'X-1' }],
    ],
    [
      'dates of a plugin table',
      "Table kilns { id int\n Note: 'trowel:is_plugin trowel:fuzzy_date=1' }",
      'kilns',
      [{ code: 'not_a_core_table' }, { code: 'unknown_parent', table: '1' }],
    ],
    [
      'a path of dates that leads nowhere',
      "Table kilns { id int\n Note: 'trowel:chrono_density_path=finds' }",
      'kilns',
      [{ code: 'invalid_chrono_density_path', field: 'chrono_density_path' }],
    ],
    [
      'a table of more than 1000 fields',
      wideTable('kilns', 1001),
      'kilns',
      [{ code: 'too_wide', table: 'kilns' }],
    ],
    [
      'a label without end',
      `Table kilns { id int\n Note: 'trowel:label=${'x'.repeat(201)}' }`,
      'kilns',
      [{ code: 'too_long', field: 'label' }],
    ],
  ])('blocks %s', async (_case, dbml, name, errors) => {
    const shown = await preview(dbml)
    expect(shown.has_errors).toBe(true)
    const table = shown.tables.find((one: { name: string }) => one.name === name)
    expect(findings(table.errors)).toEqual(errors)
  })

  test.each([
    [
      'what is brought along',
      'Table kilns { a int }',
      [{ code: 'auto_add_id' }, { code: 'auto_add_creator' }],
    ],
    [
      'an unknown type',
      'Table kilns { id int\n creator int\n a hologram }',
      [{ code: 'unknown_type', field: 'a', type: 'hologram' }],
    ],
    [
      'a list that shows a missing field',
      "Table kilns { id int\n creator int\n Note: 'trowel:preview=id,nothing' }",
      [{ code: 'preview_field_missing', field: 'nothing' }],
    ],
    [
      'a missing field that names records',
      "Table kilns { id int\n creator int\n Note: 'trowel:id_field=nothing' }",
      [{ code: 'unknown_field', name: 'id_field', field: 'nothing' }],
    ],
    [
      'an annotation nobody knows',
      "Table kilns { id int\n creator int [note: 'trowel:x=1']\n a int [note: 'trowel:y=1'] }",
      [{ code: 'unknown_annotation', field: 'a', name: 'y' }],
    ],
    [
      'many to many',
      'Table kilns { id int\n creator int\n a int [ref: <> finds.id] }',
      [{ code: 'reference_ignored', field: 'a', table: 'finds' }],
    ],
    [
      'an index over an expression',
      'Table kilns { id int\n creator int\n indexes { `lower(id)` } }',
      [{ code: 'index_skipped' }],
    ],
  ])('warns of %s', async (_case, dbml, warnings) => {
    const table = await tableOf(dbml)
    expect(findings(table.warnings)).toEqual(warnings)
    expect(table.errors).toEqual([])
  })

  test('says which elements it does not read, with their lines', async () => {
    const shown = await preview(
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
    const shown = await preview(`Enum "kinds of fuel" {
      "wo\\"od"
      peat [note: 'dried']
      // bdus:vocabulary
    }
    Enum marked {
      a
      Note: 'trowel:vocabulary'
    }
    Enum "bad" { "${'x'.repeat(201)}"\n // trowel:vocabulary\n}`)
    expect(shown.vocabularies).toMatchObject([
      { name: 'kinds of fuel', values: ['wo"od', 'peat'], missing: ['wo"od', 'peat'], errors: [] },
      { name: 'marked', values: ['a'], errors: [] },
      { name: 'bad', missing: [], errors: [{ code: 'invalid_vocabulary', name: 'bad' }] },
    ])
  })

  test.each([
    ['a bracket that is never closed', 'Table kilns {\n  id integer [pk\n  b varchar\n}', 4, 1],
    ['no brace', 'Table kilns\n id integer\n}', 2, 2],
    ['a word without a meaning', 'Table a { id int }\nhello world { x }', 2, 1],
    ['a column without a type', 'Table kilns {\n  id\n}', 2, 3],
    ['half a reference', 'Table kilns {\n a int [ref: > finds]\n}', 2, 9],
    ['a part of another file', "use { table a } from './b'\nTable c { id int }", 1, 1],
    ['an open quote', "Table kilns {\n a int [note: 'x]\n}", 2, 15],
    ['an open comment', 'Table kilns { a int } /* x', 1, 23],
  ])('%s is refused with line and column', async (_case, dbml, line, column) => {
    const reply = await dig.post('/api/config/dbml/preview', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'dbml_parse_error'])
    expect(reply.json().detail).toEqual({ line, column, text: expect.any(String) })
  })

  test.each([
    ['nothing', {}, 400, 'dbml_empty'],
    ['blanks', { dbml: ' \n' }, 400, 'dbml_empty'],
    ['a number', { dbml: 7 }, 400, 'invalid_parameter'],
    ['more than 2 MiB', { dbml: `//${'é'.repeat(1 << 20)}` }, 413, 'too_large'],
    ['braces without end', { dbml: 'Table a {'.repeat(20_000) }, 413, 'too_large'],
    [
      'more than 500 tables',
      { dbml: Array.from({ length: 501 }, (_, n) => `Table t${n} { id int }`).join('\n') },
      413,
      'too_large',
    ],
    [
      'more than 10,000 fields',
      { dbml: Array.from({ length: 11 }, (_, n) => wideTable(`t${n}`, 1000)).join('\n') },
      413,
      'too_large',
    ],
    [
      'more than 20,000 values',
      {
        dbml: `Enum e {\n${Array.from({ length: 20_001 }, (_, n) => `v${n}`).join('\n')}\n// trowel:vocabulary\n}`,
      },
      413,
      'too_large',
    ],
  ])('%s is refused', async (_case, body, status, code) => {
    for (const path of ['preview', 'apply']) {
      const reply = await dig.post(`/api/config/dbml/${path}`, body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    }
  })

  test.each([
    ['GET', '/api/config/dbml'],
    ['POST', '/api/config/dbml/preview'],
    ['POST', '/api/config/dbml/apply'],
  ] as const)('%s %s is for super-administrators', async (method, url) => {
    const options = method === 'POST' ? { method, url, payload: { dbml: kilns } } : { method, url }
    const statuses = [undefined, 'admin', 'key10'] as const
    for (const [index, who] of statuses.entries()) {
      expect((await dig.request(options, who)).statusCode).toBe(index === 0 ? 401 : 403)
    }
  })
})

describe.each(engines)('a schema text that is applied (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const apply = async (dbml: string) => {
    const reply = await dig.post('/api/config/dbml/apply', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([200, 'ok'])
    return reply.json().result
  }
  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table

  test('makes tables that can be filled at once', async () => {
    expect(await apply(kilns)).toEqual({
      created: ['kilns'],
      skipped: [],
      warnings: ['auto_add_creator:kilns'],
    })
    const saved = await dig.post('/api/record/kilns', { core: { code: 'K1', fuel: 'peat' } }, as)
    expect(saved.statusCode).toBe(200)
    const list = await dig.get('/api/records/kilns', 'reader')
    expect(list.json().data).toMatchObject([{ id: 1, code: 'K1', fuel: 'peat' }])
    expect(await tableOf('kilns')).toMatchObject({ label: 'Kilns', sort: 4, preview: ['code'] })
  })

  test('tables that refer to each other in circles, plugin tables before their parents, switches and all', async () => {
    const result = await apply(`
      Table kiln_firings {
        id_link int
        heat float [note: 'trowel:min=0 trowel:max=1500 trowel:help=in °C']
        Note: 'trowel:is_plugin=kilns'
      }
      Table kilns {
        workshop int [ref: > workshops.id, note: 'trowel:id_from_tb']
        find_id int [ref: > finds.id, note: 'trowel:on_delete=SET NULL']
        code varchar [not null, unique, default: 'K0']
        Note: 'trowel:fuzzy_date=1 trowel:osteology=1 trowel:rs=1 trowel:geodata=1 trowel:refman=1 trowel:id_field=code'
        indexes { (code, workshop) [unique, name: 'place'] }
      }
      Table workshops {
        best int [ref: > kilns.id]
        town varchar
        indexes { town }
      }
      Table workshops_radiocarbon { bp int
        Note: 'trowel:is_plugin=workshops trowel:radiocarbon=1' }`)
    expect(result.created).toEqual(['kiln_firings', 'kilns', 'workshops', 'workshops_radiocarbon'])
    expect(result.skipped).toEqual([])
    const kiln = await tableOf('kilns')
    expect(kiln).toMatchObject({
      fuzzy_date: true,
      osteology: true,
      rs: true,
      geodata: true,
      refman: true,
      id_field: 'code',
      plugin: ['kiln_firings'],
      fields: {
        workshop: { type: 'select', db_type: 'INTEGER', id_from_tb: 'workshops' },
        code: { check: ['not_empty', 'no_dupl'], def_value: 'K0' },
        chrono_from: { label: 'Chronology from', hide: true },
        osteo_data: { hide: true },
      },
    })
    expect((await tableOf('kiln_firings')).fields.heat).toMatchObject({ min: 0, max: 1500, help: 'in °C' })
    expect(await tableOf('workshops_radiocarbon')).toMatchObject({
      radiocarbon: true,
      plugin_of: 'workshops',
    })
    const relations = (await dig.get('/api/config/relations', as)).json().data
    expect(
      relations
        .filter((one: { from_tb: string }) => one.from_tb !== 'samples')
        .map((one: Record<string, unknown>) => [
          one['from_tb'],
          one['from_col'],
          one['to_tb'],
          one['on_delete'],
          one['enforced'],
        ]),
    ).toEqual([
      ['kiln_firings', 'id_link', 'kilns', 'RESTRICT', true],
      ['kilns', 'find_id', 'finds', 'SET NULL', true],
      ['workshops', 'best', 'kilns', 'RESTRICT', true],
      ['workshops_radiocarbon', 'id_link', 'workshops', 'RESTRICT', true],
    ])
    const indexes = (await dig.get('/api/config/table/kilns/indexes', as)).json().data
    expect(indexes.map((one: { name: string; auto: boolean }) => [one.name, one.auto])).toEqual([
      ['idx_chrono', true],
      ['idx_kilns_find_id', true],
      ['place', false],
    ])
  })

  test('what the guide begins with can be applied as it stands', async () => {
    const guide = await readFile(new URL('../../../../../docs/guides/dbml.md', import.meta.url), 'utf8')
    const [, text = ''] = /```\n([\s\S]*?)```/.exec(guide) ?? []
    const result = await apply(
      text
        .replaceAll('contexts', 'units')
        .replace('Table finds {', 'Table small_finds {')
        .replace('is_plugin=finds', 'is_plugin=small_finds'),
    )
    expect([result.created, result.skipped]).toEqual([['units', 'small_finds', 'finds_measures'], []])
    expect((await tableOf('small_finds')).fields.weight_g).toMatchObject({ label: 'Weight (g)', min: 0 })
  })

  test('leaves out tables with errors, and never changes those that exist', async () => {
    const before = (await dig.get('/api/config/dbml', as)).body
    const result = await apply(`Table finds { id int\n colour varchar\n Note: 'trowel:label=Other' }
      Table ovens { id int\n code int [pk] }
      Table kilns { id int\n creator int\n oven int [ref: > ovens.id] }
      Table tiles { id int\n creator int\n find_id int [ref: > finds.id] }`)
    expect(result).toEqual({
      created: ['tiles'],
      skipped: ['finds', 'ovens', 'kilns'],
      warnings: [
        'table_already_exists:finds',
        'auto_add_creator:finds',
        'pk_must_be_id:ovens:code',
        'auto_add_creator:ovens',
        'unknown_reference:kilns:oven',
      ],
    })
    const after = (await dig.get('/api/config/dbml', as)).body
    expect(withoutHead(after).slice(0, withoutHead(before).length)).toBe(withoutHead(before))
  })

  test('adds to vocabularies only what they do not have, at the end', async () => {
    await apply('Enum fuels {\n wood\n peat\n // trowel:vocabulary\n}')
    const result = await apply('Enum fuels {\n dung\n peat\n "dung"\n // trowel:vocabulary\n}')
    expect(result.warnings).toEqual(['vocabulary_exists:fuels'])
    const items = await dig.application.db.quick.all(
      sql`SELECT "def", "sort" FROM "sys_vocabularies" WHERE "voc" = 'fuels' ORDER BY "sort"`,
    )
    expect(items).toEqual([
      { def: 'wood', sort: 0 },
      { def: 'peat', sort: 1 },
      { def: 'dung', sort: 2 },
    ])
  })

  test('leaves alone a table that the database has and nobody configured', async () => {
    await dig.application.db.write((tx) => tx.schema.createTable('stray', [], []), { schema: true })
    expect(await apply('Table stray { id int }')).toMatchObject({ created: [], skipped: ['stray'] })
  })

  test('is made as a whole or not at all', async () => {
    const before = (await dig.get('/api/config/dbml', as)).body
    // Indexes and tables share their names: the index of the first table takes the name of the second.
    const dbml =
      "Enum fuels { wood\n // trowel:vocabulary\n}\nTable a { id int\n indexes { id [name: 'b'] } }\nTable a__b { id int }"
    const reply = await dig.post('/api/config/dbml/apply', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'dbml_apply_error'])
    expect(withoutHead((await dig.get('/api/config/dbml', as)).body)).toBe(withoutHead(before))
    const tables = await dig.application.db.inspect()
    expect(['a', 'a__b'].filter((name) => tables.has(name))).toEqual([])
  })

  test('applied twice at the same time it is made once', async () => {
    const results = await Promise.all([apply(kilns), apply(kilns)])
    expect(results.map(({ created }) => created.join()).sort()).toEqual(['', 'kilns'])
  })

  test('a second application of the same text makes nothing', async () => {
    await apply(kilns)
    expect(await apply(kilns)).toMatchObject({ created: [], skipped: ['kilns'] })
  })

  test('names that are words of SQL or DBML are names like others', async () => {
    const names = ['select', 'table', 'order', 'note', 'indexes', 'ref', 'enum', 'user', 'group', 'checks']
    const columns = names.map((name) => `  ${name} varchar`).join('\n')
    const text = names.map((name) => `Table ${name} {\n${columns}\n}`).join('\n')
    expect((await apply(text)).created).toEqual(names)
    const exported = (await dig.get('/api/config/dbml', as)).body
    const shown = (await dig.post('/api/config/dbml/preview', { dbml: exported }, as)).json().preview
    expect(
      shown.tables.map((table: { errors: { code: string }[] }) => table.errors.map(({ code }) => code)),
    ).toEqual(shown.tables.map(() => ['table_already_exists']))
  })
})

const withoutHead = (text: string): string => text.replace(/^(\/\/.*\n)+/, '')
