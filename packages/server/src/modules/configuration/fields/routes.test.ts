import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'
const field = '/api/config/table/finds/field'

const codes = (errors: { field: string; code: string }[]) => errors.map((error) => [error.field, error.code])

describe.each(engines)('a field that is configured (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterEach(() => dig.close())

  const fieldsOf = async (table = 'finds') =>
    (await dig.get(`/api/config/table/${table}`, as)).json().table.fields
  const valuesOf = async (name: string) => {
    const rows = (await dig.get(`/api/records/finds?columns=${name}`, as)).json().data
    return rows.map((row: Record<string, unknown>) => row[name])
  }

  test('a new field has an empty column at once, and all that was said of it', async () => {
    const form = {
      name: 'munsell',
      label: 'Munsell colour',
      type: 'combo_select',
      db_type: 'varchar(20)',
      vocabulary_set: 'munsell_codes',
      max_length: '20',
      check: 'required no_dupl',
      readonly: false,
      hide: '0',
      def_value: '',
      min: null,
      direction: 'rtl',
      dic: [],
      shade: ['deep', 0],
    }
    expect((await dig.post(field, form, as)).json()).toEqual({
      status: 'success',
      code: 'ok_cfg_data_updated',
      fld: 'munsell',
    })
    expect((await fieldsOf()).munsell).toEqual({
      name: 'munsell',
      label: 'Munsell colour',
      type: 'combo_select',
      db_type: 'TEXT',
      sort: 7,
      vocabulary_set: 'munsell_codes',
      max_length: 20,
      check: ['not_empty', 'no_dupl'],
      direction: 'rtl',
      shade: ['deep', 0],
    })
    expect(await valuesOf('munsell')).toEqual(Array(8).fill(null))
  })

  test('a field that holds ids of records has a column of whole numbers', async () => {
    await dig.post(field, { name: 'near', type: 'id_from_tb', id_from_tb: 'finds' }, as)
    expect((await fieldsOf()).near).toMatchObject({ type: 'select', db_type: 'INTEGER', id_from_tb: 'finds' })
  })

  test('a name that is taken makes no field, be it by a field or by a column that nobody configured', async () => {
    const taken = await dig.post(field, { name: 'material', type: 'text' }, as)
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'fld_already_available'])
    await dig.application.db.write((tx) => tx.schema.addColumns('finds', { name: 'ghost', type: 'TEXT' }), {
      schema: true,
    })
    const ghost = await dig.post(field, { name: 'ghost', type: 'text' }, as)
    expect([ghost.statusCode, ghost.json().code, ghost.json().detail]).toEqual([
      409,
      'fld_already_available',
      'orphan_column',
    ])
    const renamed = await dig.patch(`${field}/material`, { new_name: 'ghost' }, as)
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, 'error_renaming_column'])
    const gone = await dig.delete(`${field}/ghost`, undefined, as)
    expect(gone.json().code).toBe('ok_cfg_column_delete')
  })

  test('an edited field is what its form says; name, place and column stay where the form is silent', async () => {
    await dig.post(
      field,
      { name: 'grade', type: 'slider', min: 0, max: 5, help: 'x', hide: true, mood: 'kept' },
      as,
    )
    const reply = await dig.put(
      `${field}/grade`,
      { label: 'Grade', type: 'slider', min: 0, max: '', help: null },
      as,
    )
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_cfg_data_updated' })
    expect((await fieldsOf()).grade).toEqual({
      name: 'grade',
      label: 'Grade',
      type: 'slider',
      db_type: 'INTEGER',
      sort: 7,
      min: 0,
      mood: 'kept',
    })
  })

  test('what every table has keeps all but its texts', async () => {
    const reply = await dig.put(
      `${field}/creator`,
      { label: 'Who', help: 'typed it', type: 'date', hide: true },
      as,
    )
    expect(reply.statusCode).toBe(200)
    expect((await fieldsOf()).creator).toEqual({
      name: 'creator',
      label: 'Who',
      type: 'text',
      db_type: 'INTEGER',
      sort: 1,
      readonly: true,
      help: 'typed it',
    })
  })

  test('values are converted with the column, or all stays as it was', async () => {
    const { db } = dig.application
    await dig.post(field, { name: 'pieces', type: 'text', db_type: 'TEXT' }, as)
    await db.write((tx) =>
      tx.run(sql`UPDATE "finds" SET "pieces" = CASE WHEN "id" = 1 THEN '12' WHEN "id" = 2 THEN '' END`),
    )
    expect((await dig.put(`${field}/pieces`, { type: 'text', db_type: 'int' }, as)).statusCode).toBe(200)
    expect((await valuesOf('pieces')).slice(0, 3)).toEqual([12, null, null])

    const refused = await dig.put(`${field}/material`, { label: 'M', type: 'text', db_type: 'INTEGER' }, as)
    expect([refused.statusCode, refused.json().code, codes(refused.json().errors)]).toEqual([
      422,
      'error_cfg_data_updated',
      [['db_type', 'not_convertible']],
    ])
    expect((await fieldsOf()).material).toMatchObject({ label: 'Material', db_type: 'TEXT' })
    expect((await valuesOf('material')).slice(0, 2)).toEqual(['flint', 'amber'])
  })

  test('text becomes a lookup where it holds ids, and only there', async () => {
    const { db } = dig.application
    await dig.post(field, { name: 'trench_no', type: 'text' }, as)
    await db.write((tx) => tx.run(sql`UPDATE "finds" SET "trench_no" = '2'`))
    const form = { type: 'select', db_type: 'TEXT', id_from_tb: 'trenches' }
    expect((await dig.put(`${field}/trench_no`, form, as)).statusCode).toBe(200)
    expect((await fieldsOf()).trench_no).toMatchObject({ db_type: 'INTEGER', id_from_tb: 'trenches' })
    const refused = await dig.put(`${field}/material`, { type: 'select', id_from_tb: 'trenches' }, as)
    expect(codes(refused.json().errors)).toEqual([['db_type', 'not_convertible']])
  })

  test('the column of a relation keeps its type', async () => {
    await dig.put(
      '/api/config/table/finds',
      { link: [{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }] },
      as,
    )
    const reply = await dig.put(`${field}/context`, { type: 'text', db_type: 'TEXT' }, as)
    expect(codes(reply.json().errors)).toEqual([['db_type', 'in_use']])
  })

  test('a renamed field keeps its place and its values', async () => {
    const before = await valuesOf('material')
    const reply = await dig.patch(`${field}/material`, { new_name: 'raw_material' }, as)
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_renaming_column', warnings: [] })
    expect(Object.keys(await fieldsOf())).toEqual([
      'id',
      'creator',
      'inv_no',
      'context',
      'raw_material',
      'weight_g',
      'found_on',
    ])
    expect(await valuesOf('raw_material')).toEqual(before)
  })

  test('a deleted field is gone with its column, and its name is free again', async () => {
    expect((await dig.delete(`${field}/material`, undefined, as)).json()).toEqual({
      status: 'success',
      code: 'ok_cfg_column_delete',
    })
    const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('finds'), { schema: true })
    expect(shape?.columns.map(({ name }) => name)).not.toContain('material')
    const list = await dig.get('/api/records/finds?columns=material', as)
    expect(list.json().code).toBe('unknown_field')
    await dig.post(field, { name: 'material', type: 'text' }, as)
    expect(await valuesOf('material')).toEqual(Array(8).fill(null))
  })

  test('fields are put in order, in the form and in lists alike', async () => {
    const url = '/api/config/table/finds/fields/sort'
    expect((await dig.post(url, { sort: ['found_on', 'id', 'material'] }, as)).json().code).toBe(
      'ok_sort_update',
    )
    const order = ['found_on', 'material', 'creator', 'inv_no', 'context', 'weight_g']
    expect(Object.keys(await fieldsOf())).toEqual(['id', ...order])
    const list = (await dig.get('/api/records/finds', as)).json()
    expect(list.fields.map(({ name }: { name: string }) => name)).toEqual(['id', ...order])
    const refused = await dig.post(url, { sort: ['gone'] }, as)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'error_sort_update'])
  })

  test('a field with a number as place stands there', async () => {
    await dig.post(field, { name: 'first', type: 'text', sort: '2' }, as)
    expect((await fieldsOf()).first.sort).toBe(2)
  })
})

describe.each(engines)('a new field (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each([
    ['note', 'text', undefined, 'TEXT'],
    ['is_whole', 'boolean', undefined, 'INTEGER'],
    ['share', 'slider', '', 'INTEGER'],
    ['drawn_on', 'date', undefined, 'TEXT'],
    ['number_before', 'text', 'bigint', 'INTEGER'],
    ['price', 'text', 'DECIMAL(5, 2)', 'FLOAT'],
    ['seen_at', 'date', 'datetime', 'TIMESTAMP'],
  ])('%s of type %s with column type %j is stored as %s', async (name, type, dbType, stored) => {
    await dig.post(field, { name, type, db_type: dbType }, as)
    const { fields } = (await dig.get('/api/config/table/finds', as)).json().table
    expect(fields[name]).toMatchObject({ type, db_type: stored, label: name })
  })
})
