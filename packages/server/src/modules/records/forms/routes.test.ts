import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows, hideTable, scopeAs } from '../../../testing/scope-as.js'
import { addItem } from '../../vocabularies/service.js'

describe.each(oneEngine)('what a form asks (%s)', (engine) => {
  let dig: Dig

  beforeAll(async () => {
    dig = await openDig(engine)
    const scope = await scopeAs(dig, 'admin')
    for (const colour of ['brown', 'black', 'Dark brown'])
      await addItem(scope, { voc: 'colours', def: colour })
    for (const [table, form] of [
      ['contexts', { name: 'colour', label: 'Colour', type: 'select', vocabulary_set: 'colours' }],
      ['contexts', { name: 'state', label: 'State', type: 'select', dic: ['wet', 'dry'], def_value: 'dry' }],
      [
        'contexts',
        { name: 'kind', label: 'Kind', type: 'combo_select', get_values_from_tb: 'finds:material' },
      ],
      ['contexts', { name: 'dug_on', label: 'Dug on', type: 'date', def_value: '%today%' }],
      ['contexts', { name: 'dug_by', label: 'Dug by', type: 'integer', def_value: '%current_user%' }],
      ['contexts', { name: 'area', label: 'Area', type: 'select', id_from_tb: 'trenches', def_value: '2' }],
      ['contexts', { name: 'bags', label: 'Bags', type: 'integer', def_value: 'many' }],
      ['samples', { name: 'trench', label: 'Trench', type: 'select', id_from_tb: 'trenches' }],
    ] as const) {
      const reply = await dig.post(
        `/api/config/table/${table}/field`,
        { db_type: form.type === 'integer' || 'id_from_tb' in form ? 'INTEGER' : 'TEXT', ...form },
        'super_admin',
      )
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await dig.application.db.write((tx) =>
      tx.insertMany(
        'sys_cfg_templates',
        ['table_name', 'name', 'content', 'updated_at'],
        [
          ['contexts', 'sheet', '{"sections":[]}', 1],
          ['contexts', 'Label', '{"sections":[]}', 1],
          ['finds', 'card', '{"sections":[]}', 1],
        ],
      ),
    )
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  const get = async (url: string, as: Role = 'reader') => {
    const reply = await dig.get(`/api/record/${url}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  describe('a new record', () => {
    test('has the form of a stored one, and nothing hangs from it', async () => {
      const blank = await get('contexts/new', 'self_writer')
      const stored = await get('contexts/1', 'self_writer')
      expect(Object.keys(blank).sort()).toEqual(Object.keys(stored).sort())
      expect(Object.keys(blank.core)).toEqual(Object.keys(stored.core))
      expect(blank.schema).toEqual(stored.schema)
      expect(blank).toMatchObject({
        status: 'success',
        metadata: {
          tb_id: 'contexts',
          tb_label: 'Contexts',
          rec_id: null,
          id_field: 'ctx_no',
          can_edit: true,
          can_delete: true,
          can_add: true,
        },
        plugins: { samples: { metadata: { tb_id: 'samples', tb_label: 'Samples', tot: 0 }, data: [] } },
        links: {},
        backlinks: {},
        manualLinks: {},
        files: [],
        geodata: {},
        rs: {},
        bibliography: {},
      })
    })

    test('holds the defaults of its fields', async () => {
      const { core } = await get('contexts/new', 'writer')
      const today = new Date().toISOString().slice(0, 10)
      expect(core).toMatchObject({
        id: { val: null },
        creator: { val: null },
        ctx_no: { name: 'ctx_no', label: 'Context', val: null, val_label: null },
        state: { val: 'dry' },
        dug_on: { val: today },
        dug_by: { val: dig.userId('writer') },
        area: { val: 2, val_label: 'B' },
        trench: { val: null, val_label: null },
        bags: { val: null },
      })
    })

    test('does not name a record that the caller may not read, nor a user for an API key', async () => {
      await hideTable(dig, 'writer', 'trenches')
      expect((await get('contexts/new', 'writer')).core.area).toMatchObject({ val: 2, val_label: null })
      expect((await get('contexts/new', 'key20')).core.dug_by.val).toBeNull()
    })

    test('comes with a template', async () => {
      expect((await get('contexts/new?template=sheet', 'writer')).schema).toMatchObject({
        template: { sections: [] },
        template_errors: null,
      })
      expect((await get('contexts/new?template=nope', 'writer')).schema).toMatchObject({
        template: null,
        template_errors: ['template_not_found'],
      })
    })
  })

  test('the templates of a table are told by name, sorted', async () => {
    expect(await get('contexts/templates')).toEqual({ status: 'success', templates: ['Label', 'sheet'] })
    expect(await get('samples/templates')).toEqual({ status: 'success', templates: [] })
  })

  describe('the options of a field', () => {
    const options = async (url: string, as?: Role) => (await get(`${url}`, as)).options

    test('are the records of the table that it refers to, by name', async () => {
      const trenches = [
        { value: 1, label: 'A' },
        { value: 2, label: 'B' },
        { value: 3, label: 'C' },
      ]
      expect(await options('contexts/field-options?fld=trench')).toEqual(trenches)
      expect(await options('samples/field-options?fld=trench')).toEqual(trenches)
      expect(await options('contexts/field-options?fld=trench&q=b')).toEqual([trenches[1]])
      expect(await options('contexts/field-options?fld=trench&limit=2')).toEqual(trenches.slice(0, 2))
    })

    test('say on demand what the preview fields of their records hold, of what the caller may see', async () => {
      const preview = ['ctx_no', 'ctx_type', 'trench', 'notes']
      const settings = { id_field: 'ctx_no', order: 'id', preview }
      await dig.confirm()
      await dig.put('/api/config/table/contexts', settings, 'super_admin')
      const asked = 'finds/field-options?fld=context&limit=5'
      const detailed = await options(`${asked}&details=1`)
      expect(detailed).toEqual([
        { value: 1, label: 'C1', detail: 'layer · A · topsoil' },
        { value: 2, label: 'C2', detail: 'cut · A · Öfen pit' },
        { value: 3, label: 'C3', detail: 'fill · B' },
        { value: 4, label: 'C4', detail: 'layer · B' },
        { value: 5, label: 'C5', detail: 'wall · 100% stone_built' },
      ])
      expect((await options(asked))[0]).toEqual({ value: 1, label: 'C1' })
      await hideTable(dig, 'reader', 'trenches')
      expect((await options(`${asked}&details=1`))[0].detail).toBe('layer · topsoil')
      expect(await options('contexts/field-options?fld=state&details=1')).toHaveLength(2)
    })

    test('are the values that another field has', async () => {
      expect(await options('contexts/field-options?fld=kind&q=IRON')).toEqual([
        { value: 'Iron slag', label: 'Iron slag' },
        { value: 'iron', label: 'iron' },
      ])
      expect(await options('contexts/field-options?fld=kind')).toHaveLength(6)
    })

    test('stay texts where the field holds texts', async () => {
      await dig.application.db.write((tx) => tx.run(sql`UPDATE "finds" SET "material" = '12' WHERE "id" = 5`))
      expect(await options('contexts/field-options?fld=kind&q=12')).toEqual([{ value: '12', label: '12' }])
    })

    test('are the items of a vocabulary, in their own order', async () => {
      const labels = ['brown', 'black', 'Dark brown']
      expect(await options('contexts/field-options?fld=colour')).toEqual(
        labels.map((label) => ({ value: label, label })),
      )
      expect(await options('contexts/field-options?fld=colour&q=BROWN&limit=1')).toEqual([
        { value: 'brown', label: 'brown' },
      ])
    })

    test('are a fixed list', async () => {
      expect(await options('contexts/field-options?fld=state')).toEqual([
        { value: 'wet', label: 'wet' },
        { value: 'dry', label: 'dry' },
      ])
    })

    test('are none where nothing offers them', async () => {
      expect(await options('contexts/field-options?fld=notes')).toEqual([])
    })

    test('are only of rows that the caller may read', async () => {
      await hideRows(dig, 'reader', 'trenches', { code: { _neq: 'B' } })
      await hideRows(dig, 'reader', 'finds', { material: { _eq: 'bone' } })
      expect(await options('contexts/field-options?fld=trench')).toEqual([
        { value: 1, label: 'A' },
        { value: 3, label: 'C' },
      ])
      expect(await options('contexts/field-options?fld=kind')).toEqual([{ value: 'bone', label: 'bone' }])
    })

    test.each([
      ['trenches', 'trench'],
      ['finds', 'kind'],
    ])('out of the hidden table %s are refused', async (table, field) => {
      await hideTable(dig, 'reader', table)
      const reply = await dig.get(`/api/record/contexts/field-options?fld=${field}`, 'reader')
      const sources = async (as: Role) => {
        const { schema } = (await dig.get('/api/record/contexts/1', as)).json<{
          schema: { fields: { name: string; options_source: { ref?: string } | null }[] }
        }>()
        return schema.fields.find(({ name }) => name === field)?.options_source
      }
      expect(await sources('reader')).toBeNull()
      expect((await sources('admin'))?.ref).toMatch(table)
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    })
  })

  describe('whether a value is free', () => {
    const unique = async (query: string) => (await get(`contexts/check-unique?${query}`)).unique

    test.each([
      ['field=ctx_no&value=C1', false],
      ['field=ctx_no&value=C1&id=1', true],
      ['field=ctx_no&value=C1&id=2', false],
      ['field=ctx_no&value=c1', true],
      ['field=ctx_no&value=C%25', true],
      ['field=depth_cm&value=12.50', false],
      ['field=depth_cm&value=deep', true],
      ['field=count_of&value=0', false],
      ['field=ctx_no&value=%00', true],
    ])('%s: %s', async (query, free) => {
      expect(await unique(query)).toBe(free)
    })

    test('counts records that are hidden from the caller in fields without duplicates, and in no others', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _eq: 'C1' } })
      expect(await unique('field=ctx_no&value=C2')).toBe(false)
      expect(await unique('field=ctx_type&value=layer')).toBe(false)
      expect(await unique('field=ctx_type&value=wall')).toBe(true)
      expect(await unique('field=id&value=2')).toBe(true)
    })

    test('takes no account of the id of a record that is hidden from the caller', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _eq: 'C1' } })
      expect(await unique('field=ctx_no&value=C1&id=1')).toBe(true)
      expect(await unique('field=ctx_no&value=C2&id=2')).toBe(false)
    })

    test('can be asked for rows of a plugin table', async () => {
      expect((await get('samples/check-unique?field=lab&value=Graz')).unique).toBe(false)
      expect((await get('samples/check-unique?field=lab&value=Graz&id=3')).unique).toBe(true)
    })
  })

  describe('candidates for a link', () => {
    const labels = async (url: string): Promise<string[]> =>
      (await get(url)).data.map(({ label }: { label: string }) => label)

    test('are found by a part of their name, by name', async () => {
      expect((await get('finds/link-candidates?q=f8')).data).toEqual([{ id: 8, label: 'F8' }])
      expect(await labels('contexts/link-candidates?q=C')).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6'])
      expect(await labels('contexts/link-candidates?q=%25')).toEqual([])
    })

    test('are the newest before anybody types, at most twenty', async () => {
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'finds',
          ['inv_no'],
          Array.from({ length: 25 }, (_, number) => [`X${number}`]),
        ),
      )
      const newest = await labels('finds/link-candidates?q=')
      expect([newest.length, newest[0], newest[19]]).toEqual([20, 'X24', 'X5'])
      expect(await labels('finds/link-candidates?q=x')).toHaveLength(20)
    })

    test('are found by their exact id in a table that has no other name for them', async () => {
      expect((await get('samples/link-candidates?q=2')).data).toEqual([{ id: 2, label: '2' }])
      for (const q of ['Graz', '-1', '9'.repeat(30)])
        expect((await get(`samples/link-candidates?q=${q}`)).data).toEqual([])
    })

    test('are those that the caller may see', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_type: { _eq: 'layer' } })
      expect(await labels('contexts/link-candidates?q=c')).toEqual(['C1', 'C4', 'C6'])
      expect(await labels('contexts/link-candidates')).toEqual(['C6', 'C4', 'C1'])
    })
  })

  describe('the plugin rows of a record', () => {
    test('are counted before it is deleted', async () => {
      expect(await get('contexts/check-plugins-before-delete?id=1', 'writer')).toEqual({
        status: 'success',
        plugins: [{ tb: 'samples', label: 'Samples', count: 2 }],
      })
      expect((await get('contexts/check-plugins-before-delete?id=2', 'writer')).plugins).toEqual([])
      expect((await get('finds/check-plugins-before-delete?id=7', 'self_writer')).plugins).toEqual([])
    })
  })

  test.each<[string, string, Role | undefined, number, string]>([
    ['no token', 'contexts/new', undefined, 401, 'unauthenticated'],
    ['a new record for a reader', 'contexts/new', 'reader', 403, 'not_enough_privilege'],
    ['a new row of a plugin table alone', 'samples/new', 'writer', 422, 'plugin_table_not_allowed'],
    ['a new record of an unknown table', 'coins/new', 'writer', 404, 'unknown_table'],
    ['templates of an unknown table', 'coins/templates', 'reader', 404, 'unknown_table'],
    ['options of no field', 'contexts/field-options', 'reader', 400, 'parameter_missing'],
    ['options of an unknown field', 'contexts/field-options?fld=nope', 'reader', 400, 'unknown_field'],
    ['a limit of 0', 'contexts/field-options?fld=trench&limit=0', 'reader', 400, 'invalid_parameter'],
    ['options of a system table', 'sys_users/field-options?fld=name', 'reader', 404, 'unknown_table'],
    ['uniqueness of no field', 'contexts/check-unique?value=x', 'reader', 400, 'parameter_missing'],
    ['uniqueness of no value', 'contexts/check-unique?field=ctx_no', 'reader', 400, 'parameter_missing'],
    [
      'uniqueness in an unknown field',
      'contexts/check-unique?field=x&value=x',
      'reader',
      400,
      'field_not_found',
    ],
    [
      'an id that is none',
      'contexts/check-unique?field=ctx_no&value=x&id=x',
      'reader',
      400,
      'invalid_parameter',
    ],
    ['candidates for a list', 'contexts/link-candidates?q[]=x', 'reader', 400, 'invalid_parameter'],
    ['candidates with NUL', 'contexts/link-candidates?q=%00', 'reader', 400, 'invalid_parameter'],
    ['plugin rows of no record', 'contexts/check-plugins-before-delete', 'writer', 400, 'parameter_missing'],
    [
      'plugin rows of a missing record',
      'contexts/check-plugins-before-delete?id=99',
      'writer',
      404,
      'record_not_found',
    ],
    [
      'plugin rows for a reader',
      'contexts/check-plugins-before-delete?id=1',
      'reader',
      403,
      'not_enough_privilege',
    ],
    [
      'plugin rows of a record of somebody else',
      'contexts/check-plugins-before-delete?id=1',
      'self_writer',
      403,
      'not_enough_privilege',
    ],
  ])('%s is refused', async (_what, url, as, status, code) => {
    const reply = await dig.get(`/api/record/${url}`, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
