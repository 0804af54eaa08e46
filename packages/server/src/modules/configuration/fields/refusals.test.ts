import { offeredTypes } from '@trowel/contract/model/field-types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'
const field = '/api/config/table/finds/field'

const codes = (errors: { field: string; code: string }[]) => errors.map((error) => [error.field, error.code])

describe.each(oneEngine)('fields (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const fieldsOf = async (table = 'finds') =>
    (await dig.get(`/api/config/table/${table}`, as)).json().table.fields

  test('the form of a field names its entries in order, with what each offers', async () => {
    await dig.application.db.write(async (tx) => {
      for (const voc of ['munsell', 'fuels']) await tx.insert('sys_vocabularies', { voc, def: 'x', sort: 0 })
      await tx.insert('sys_vocabularies', { voc: 'fuels', def: 'y', sort: 1 })
    })
    const { structure } = (await dig.get('/api/config/field-structure', as)).json()
    expect(Object.keys(structure)).toEqual([
      'name',
      'label',
      'type',
      'db_type',
      'vocabulary_set',
      'get_values_from_tb',
      'id_from_tb',
      'check',
      'readonly',
      'hide',
      'def_value',
      'max_length',
      'min',
      'max',
      'pattern',
      'number_pattern',
      'number_gaps',
      'number_auto',
      'formula',
      'help',
      'widget',
    ])
    expect(structure.vocabulary_set.values).toEqual(['fuels', 'munsell'])
    expect(structure.id_from_tb.values).toEqual(['trenches', 'contexts', 'samples', 'finds'])
    expect(structure.db_type.values).toEqual(['TEXT', 'INTEGER', 'TIMESTAMP', 'FLOAT'])
    expect(structure.type.values).toEqual(offeredTypes)
    expect(structure.widget.values).toEqual([])
    const names = Object.keys(await fieldsOf('contexts'))
    expect(names.filter((name) => !new RegExp(structure.name.pattern).test(name))).toEqual([])
  })

  test('names and labels come in order', async () => {
    expect((await dig.get('/api/config/table/samples/fields', as)).json()).toEqual({
      status: 'success',
      code: 'ok',
      fields: { id: 'Id', id_link: 'Linked id', litres: 'Litres', lab: 'Lab' },
    })
  })

  test.each([
    [
      {},
      [
        ['name', 'required'],
        ['type', 'required'],
      ],
    ],
    [{ name: 'Weight g', type: 'text' }, [['name', 'invalid_name']]],
    [{ name: 'a'.repeat(64), type: 'text' }, [['name', 'invalid_name']]],
    [{ name: '_private', type: 'text' }, [['name', 'invalid_name']]],
    [{ name: 'x" TEXT; DROP TABLE finds; --', type: 'text' }, [['name', 'invalid_name']]],
    [{ name: 'id', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'id_link', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'rowid', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: '_rowid_', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'table_link', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'xmin', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'true', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'false', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'constructor', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'chrono_from', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'osteo_data', type: 'text' }, [['name', 'reserved_name']]],
    [{ name: 'a', type: 'list' }, [['type', 'invalid_type']]],
    [{ name: 'a', type: 'text', db_type: 'TEXT; DROP' }, [['db_type', 'invalid_db_type']]],
    [{ name: 'a', type: 'text', db_type: 5 }, [['db_type', 'invalid_db_type']]],
    [{ name: 'a', type: 'select', id_from_tb: 'finds', db_type: 'TEXT' }, [['db_type', 'invalid_db_type']]],
    [{ name: 'a', type: 'select', id_from_tb: 'coin' }, [['id_from_tb', 'unknown_table']]],
    [{ name: 'a', type: 'select', id_from_tb: 'sys_users' }, [['id_from_tb', 'unknown_table']]],
    [{ name: 'a', type: 'select', get_values_from_tb: 'coin:x' }, [['get_values_from_tb', 'unknown_table']]],
    [{ name: 'a', type: 'select', get_values_from_tb: 'finds:x' }, [['get_values_from_tb', 'unknown_field']]],
    [{ name: 'a', type: 'select', get_values_from_tb: 'finds' }, [['get_values_from_tb', 'invalid_value']]],
    [
      {
        name: 'a',
        type: 'select',
        vocabulary_set: 'fuels',
        get_values_from_tb: 'finds:material',
        dic: ['x'],
      },
      [
        ['vocabulary_set', 'ambiguous_source'],
        ['dic', 'ambiguous_source'],
      ],
    ],
    [{ name: 'a', type: 'text', vocabulary_set: 'fuels' }, [['vocabulary_set', 'invalid_type']]],
    [{ name: 'a', type: 'text', pattern: '(' }, [['pattern', 'invalid_pattern']]],
    [{ name: 'a', type: 'text', pattern: 'a'.repeat(501) }, [['pattern', 'invalid_pattern']]],
    [{ name: 'a', type: 'text', pattern: '^(?!0)\\d+$' }, [['pattern', 'invalid_pattern']]],
    [{ name: 'a', type: 'text', pattern: '^(.)\\1$' }, [['pattern', 'invalid_pattern']]],
    [{ name: 'a', type: 'text', pattern: ['^a$'] }, [['pattern', 'invalid_pattern']]],
    [{ name: 'a', type: 'slider', min: 5, max: '4' }, [['max', 'invalid_range']]],
    [{ name: 'a', type: 'slider', min: 'low' }, [['min', 'invalid_value']]],
    [{ name: 'a', type: 'date', max: '2024-02-31' }, [['max', 'invalid_value']]],
    [
      {
        name: 'a',
        type: 'text',
        max_length: 0,
        check: ['lucky'],
        widget: '../x',
        direction: 'up',
        hide: 'x',
      },
      [
        ['max_length', 'invalid_value'],
        ['check', 'invalid_value'],
        ['widget', 'invalid_name'],
        ['direction', 'invalid_value'],
        ['hide', 'invalid_value'],
      ],
    ],
    [{ name: 'a', type: 'text', novel: 'x'.repeat(17_000) }, [['', 'too_large']]],
  ])('%j makes no field', async (body, problems) => {
    const before = Object.keys(await fieldsOf())
    const reply = await dig.post(field, body, as)
    const { code, errors } = reply.json()
    expect([reply.statusCode, code]).toEqual([422, 'error_cfg_data_updated'])
    expect(codes(errors).sort()).toEqual([...problems].sort())
    expect(Object.keys(await fieldsOf())).toEqual(before)
  })

  test.each([
    ['PUT', { type: 'text' }],
    ['PATCH', { new_name: 'other' }],
    ['DELETE', undefined],
  ] as const)('%s of a field that does not exist is refused', async (method, body) => {
    const url = `${field}/gone`
    const reply =
      method === 'PUT'
        ? await dig.put(url, body, as)
        : method === 'PATCH'
          ? await dig.patch(url, body, as)
          : await dig.delete(url, undefined, as)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'field_not_found'])
  })

  test.each([
    ['material', 'weight_g', 409],
    ['material', 'id', 409],
    ['material', 'chrono_to', 409],
    ['material', 'Raw material', 422],
    ['material', '', 422],
    ['creator', 'author', 409],
  ])('%s is not renamed to %j', async (name, newName, status) => {
    const reply = await dig.patch(`${field}/${name}`, { old_name: name, new_name: newName }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, 'error_renaming_column'])
  })

  test('a field that a switch owns is neither renamed nor deleted while the switch is on', async () => {
    const owned = '/api/config/table/contexts/field/chrono_from'
    const renamed = await dig.patch(owned, { new_name: 'since' }, as)
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, 'error_renaming_column'])
    const deleted = await dig.delete(owned, undefined, as)
    expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'error_cfg_clumn_delete'])
  })

  test.each(['id', 'creator'])('the column %s cannot be deleted', async (name) => {
    const reply = await dig.delete(`${field}/${name}`, undefined, as)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'error_cfg_clumn_delete'])
    expect(reply.json().text).toBe(`The column "${name}" belongs to every table and cannot be deleted.`)
  })
})
