import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { findings, previewedTable, previewOf, wideTable } from '../testing/schema-texts.js'

describe.each(oneEngine)('what a look at a schema text finds (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

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
      'a plugin table of itself',
      "Table kilns { id int\n Note: 'trowel:is_plugin=kilns' }",
      'kilns',
      [{ code: 'not_a_core_table', table: 'kilns' }],
    ],
    [
      'plugin tables of each other',
      "Table kilns { id int\n Note: 'trowel:is_plugin=ovens' }\nTable ovens { id int\n Note: 'trowel:is_plugin=kilns' }",
      'kilns',
      [{ code: 'not_a_core_table', table: 'ovens' }],
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
      'a pattern that looks ahead',
      "Table kilns { a varchar [note: 'trowel:pattern=^(?!0)x$'] }",
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
    const shown = await previewOf(dig, dbml)
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
    const table = await previewedTable(dig, dbml)
    expect(findings(table.warnings)).toEqual(warnings)
    expect(table.errors).toEqual([])
  })
})
