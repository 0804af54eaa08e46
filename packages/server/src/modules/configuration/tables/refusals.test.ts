import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'

const codes = (errors: { field: string; code: string }[]) => errors.map((error) => [error.field, error.code])

describe.each(oneEngine)('configured tables (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table

  test('are listed in configuration order with their kind as text', async () => {
    const reply = await dig.get('/api/config/tables', as)
    expect(reply.json()).toEqual({
      status: 'success',
      tables: [
        { name: 'trenches', label: 'Trenches', is_plugin: '0' },
        { name: 'contexts', label: 'Contexts', is_plugin: '0' },
        { name: 'samples', label: 'Samples', is_plugin: '1' },
        { name: 'finds', label: 'Finds', is_plugin: '0' },
      ],
    })
  })

  test('one is read with its settings, its fields in order, and the names its form offers', async () => {
    const reply = (await dig.get('/api/config/table/samples', as)).json()
    expect(reply.table).toMatchObject({
      name: 'samples',
      label: 'Samples',
      is_plugin: '1',
      plugin_of: 'contexts',
      plugin: [],
      order: 'id',
      id_field: 'id',
      preview: ['id'],
      rs: false,
      geodata: false,
      refman: false,
      zotero: false,
      fuzzy_date: false,
      osteology: false,
      radiocarbon: false,
      chrono_density_path: [],
      backlinks: [],
      backlink: [],
      link: [],
    })
    expect(Object.keys(reply.table.fields)).toEqual(['id', 'id_link', 'litres', 'lab'])
    expect(reply.table.fields.id).toEqual({
      name: 'id',
      label: 'Id',
      type: 'text',
      db_type: 'INTEGER',
      sort: 0,
      readonly: true,
    })
    expect(reply.table.fields.id_link).toMatchObject({ label: 'Linked id', db_type: 'INTEGER', hide: true })
    expect(reply.field_labels).toEqual({ id: 'Id', id_link: 'Linked id', litres: 'Litres', lab: 'Lab' })
    expect(reply.available_plugins).toEqual({ samples: 'Samples' })
    expect(Object.keys(reply.available_tables)).toEqual(['trenches', 'contexts', 'samples', 'finds'])
    expect(reply.fuzzy_date_tables).toEqual(['contexts'])
    const contexts = (await dig.get('/api/config/table/contexts', as)).json().table
    expect([contexts.is_plugin, contexts.plugin, contexts.rs, contexts.geodata]).toEqual([
      '',
      ['samples'],
      true,
      true,
    ])
  })

  test.each(['coin', 'sys_users', 'sys_files', 'sys_geodata'])('"%s" is no table of theirs', async (name) => {
    for (const reply of [
      await dig.get(`/api/config/table/${name}`, as),
      await dig.put(`/api/config/table/${name}`, { label: 'X' }, as),
      await dig.patch(`/api/config/table/${name}`, { new_name: 'other' }, as),
      await dig.delete(`/api/config/table/${name}`, undefined, as),
      await dig.get(`/api/config/table/${name}/fields`, as),
      await dig.post(`/api/config/table/${name}/field`, { name: 'a', type: 'text' }, as),
      await dig.get(`/api/config/table/${name}/indexes`, as),
      await dig.post(`/api/config/table/${name}/fuzzy-date`, undefined, as),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'unknown_table'])
    }
  })

  test.each([
    ['a name with a space', { name: 'Trench 4', label: 'T' }, [['name', 'invalid_name']]],
    ['a name in capitals', { name: 'Finds2', label: 'T' }, [['name', 'invalid_name']]],
    ['a name that is too long', { name: 'a'.repeat(49), label: 'T' }, [['name', 'invalid_name']]],
    ['a name of the service', { name: 'sys_more', label: 'T' }, [['name', 'reserved_name']]],
    ['a name of the engine', { name: 'pg_more', label: 'T' }, [['name', 'reserved_name']]],
    ['an injected name', { name: 'x"; DROP TABLE sys_users; --', label: 'T' }, [['name', 'invalid_name']]],
    ['a number as name', { name: 7, label: 'T' }, [['name', 'invalid_name']]],
    [
      'nothing',
      {},
      [
        ['name', 'required'],
        ['label', 'required'],
      ],
    ],
    ['an unknown drawing', { name: 'walls', label: 'W', icon: 'dragon' }, [['icon', 'invalid_value']]],
    ['an unknown colour', { name: 'walls', label: 'W', color: '#ff0000' }, [['color', 'invalid_value']]],
    ['an empty label', { name: 'walls', label: ' ' }, [['label', 'required']]],
    ['a label that is too long', { name: 'walls', label: 'x'.repeat(201) }, [['label', 'too_long']]],
    [
      'an unknown parent and wrong flags, all at once',
      {
        name: 'walls',
        label: 'W',
        is_plugin: '1',
        plugin_of: 'coin',
        rs: [],
        geodata: 'perhaps',
        order: 'code',
      },
      [
        ['plugin_of', 'unknown_table'],
        ['order', 'unknown_field'],
        ['rs', 'invalid_value'],
        ['geodata', 'invalid_value'],
      ],
    ],
    [
      'a plugin table as parent',
      { name: 'walls', label: 'W', is_plugin: 1, plugin_of: 'samples' },
      [['plugin_of', 'not_a_core_table']],
    ],
    [
      'a parent for a main table',
      { name: 'walls', label: 'W', plugin_of: 'finds' },
      [['plugin_of', 'invalid_value']],
    ],
    ['more settings than fit', { name: 'walls', label: 'W', novel: 'x'.repeat(17_000) }, [['', 'too_large']]],
  ])('%s makes no table', async (_case, body, problems) => {
    const reply = await dig.post('/api/config/tables', body, as)
    const { code, errors } = reply.json()
    expect([reply.statusCode, code]).toEqual([422, 'error_cfg_data_updated'])
    expect(codes(errors).sort()).toEqual([...problems].sort())
    expect((await dig.get('/api/config/tables', as)).json().tables).toHaveLength(4)
  })

  test('a name that is taken makes no table', async () => {
    const reply = await dig.post('/api/config/tables', { name: 'finds', label: 'F' }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'tb_already_available'])
  })

  test('a table of the database that nobody configured is not adopted', async () => {
    await dig.application.db.write(
      (tx) => tx.schema.createTable('ruins', [{ name: 'x', type: 'TEXT' }], []),
      {
        schema: true,
      },
    )
    const reply = await dig.post('/api/config/tables', { name: 'ruins', label: 'R' }, as)
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      409,
      'tb_already_available',
      'orphan_table',
    ])
    const renamed = await dig.patch('/api/config/table/finds', { new_name: 'ruins' }, as)
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, 'error_renaming_table'])
  })

  test.each([
    ['body', { sort: ['finds', 'contexts'] }, '', ['finds', 'contexts', 'trenches', 'samples']],
    [
      'query',
      {},
      '?sort[]=trenches&sort[]=contexts&sort[]=samples',
      ['trenches', 'contexts', 'samples', 'finds'],
    ],
  ])('are put in order by a list in the %s; the others follow', async (_case, body, query, names) => {
    const reply = await dig.post(`/api/config/tables/sort${query}`, body, as)
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_sort_update' })
    const tables = (await dig.get('/api/config/tables', as)).json().tables
    expect(tables.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test.each([[{ sort: ['finds', 'coin'] }], [{ sort: ['finds', 'finds'] }], [{ sort: 'finds' }], [{}]])(
    'are not put in order by %j',
    async (body) => {
      const reply = await dig.post('/api/config/tables/sort', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'error_sort_update'])
    },
  )

  test.each([
    ['Trench 4', 422, 'invalid_name'],
    ['sys_finds', 422, 'reserved_name'],
    ['', 422, 'required'],
    [undefined, 422, 'required'],
    ['contexts', 409, 'tb_already_available'],
  ])('are not renamed to %j', async (newName, status, problem) => {
    const reply = await dig.patch('/api/config/table/finds', { old_name: 'finds', new_name: newName }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, 'error_renaming_table'])
    expect(reply.json().errors[0].code).toBe(problem)
  })

  test.each([
    [{ name: 'other' }, [['name', 'immutable']]],
    [{ is_plugin: '1' }, [['is_plugin', 'immutable']]],
    [{ is_plugin: 'yes' }, [['is_plugin', 'invalid_value']]],
    [
      { label: '', order: '', id_field: 'gone', preview: [] },
      [
        ['label', 'required'],
        ['order', 'required'],
        ['id_field', 'unknown_field'],
        ['preview', 'required'],
      ],
    ],
    [{ preview: ['ctx_no', 'gone'] }, [['preview', 'unknown_field']]],
    [{ preview: 'ctx_no' }, [['preview', 'invalid_value']]],
    [
      { backlinks: ['finds:coin:find', 'finds:samples:gone', 'finds', 'finds:samples:litres'] },
      [
        ['backlinks[0]', 'unknown_table'],
        ['backlinks[1]', 'unknown_field'],
        ['backlinks[2]', 'invalid_value'],
      ],
    ],
    [
      { link: [{ other_tb: 'coin', fld: [{ my: 'trench', other: 'id' }] }, { other_tb: 'finds' }] },
      [
        ['link[0].fld[0].other', 'unknown_table'],
        ['link[1]', 'invalid_value'],
      ],
    ],
    [
      {
        link: [
          {
            other_tb: 'finds',
            fld: [
              { my: 'gone', other: 'nor' },
              { my: 'id', other: 'id' },
            ],
          },
        ],
      },
      [
        ['link[0].fld[0].other', 'field_not_found'],
        ['link[0].fld[0].my', 'field_not_found'],
        ['link[0].fld[1].my', 'reserved_name'],
      ],
    ],
    [
      { link: [{ other_tb: 'samples', fld: [{ my: 'trench', other: 'id' }] }] },
      [['link[0].fld[0]', 'plugin_relation_not_allowed']],
    ],
  ])('are not changed by %j', async (body, problems) => {
    const before = await tableOf('contexts')
    const reply = await dig.put('/api/config/table/contexts', body, as)
    const { code, errors } = reply.json()
    expect([reply.statusCode, code]).toEqual([422, 'error_cfg_data_updated'])
    expect(codes(errors).sort()).toEqual([...problems].sort())
    expect(await tableOf('contexts')).toEqual(before)
  })

  test('refuse switches that only main tables have on a plugin table', async () => {
    const reply = await dig.put('/api/config/table/samples', { fuzzy_date: true, osteology: 0 }, as)
    expect(reply.json().errors).toMatchObject([{ field: 'fuzzy_date', code: 'not_a_core_table' }])
  })

  test('are deleted only after the password was confirmed', async () => {
    const other = await openDig(engine)
    const reply = await other.delete('/api/config/table/finds', undefined, as)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'password_confirmation_required'])
    await other.close()
  })

  test.each(['admin', 'writer', 'key10'] as const)('are no business of %s', async (role) => {
    for (const reply of [
      await dig.get('/api/config/tables', role),
      await dig.post('/api/config/tables', { name: 'walls', label: 'W' }, role),
      await dig.put('/api/config/table/finds', { label: 'W' }, role),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })
})
