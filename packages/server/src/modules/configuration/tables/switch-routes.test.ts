import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'
const chronology = ['chrono_from', 'chrono_to', 'chrono_label', 'chrono_certainty', 'chrono_period']

describe.each(oneEngine)('switches of a table (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table
  const on = (table: string, name: string) => dig.post(`/api/config/table/${table}/${name}`, undefined, as)
  const off = (table: string, name: string) => dig.delete(`/api/config/table/${table}/${name}`, undefined, as)

  test('chronology brings its five fields and an index, twice as well as once', async () => {
    for (let k = 0; k < 2; k++) {
      expect((await on('finds', 'fuzzy-date')).json()).toEqual({
        status: 'success',
        code: 'fuzzy_date_activated',
      })
    }
    const { fuzzy_date: flag, fields } = await tableOf('finds')
    expect(flag).toBe(true)
    expect(Object.keys(fields).slice(-5)).toEqual(chronology)
    expect(fields.chrono_from).toMatchObject({
      label: 'Chronology from',
      db_type: 'INTEGER',
      type: 'text',
      hide: true,
    })
    expect(fields.chrono_period).toMatchObject({ db_type: 'TEXT', max_length: 200 })
    const indexes = (await dig.get('/api/config/table/finds/indexes', as)).json().data
    expect(indexes).toMatchObject([{ columns: ['chrono_from', 'chrono_to'], auto: true }])
  })

  test('switched off, chronology hides its fields and keeps dates and definitions until it is on again', async () => {
    const { db } = dig.application
    const label = '/api/config/table/contexts/field/chrono_label'
    await dig.put(label, { label: 'Epoch', type: 'text', max_length: 80 }, as)
    await dig.put('/api/config/table/contexts', { preview: ['ctx_no', 'chrono_label'] }, as)
    await db.write((tx) => tx.run(sql`UPDATE "contexts" SET "chrono_from" = -450, "chrono_label" = 'c5 BCE'`))
    for (let k = 0; k < 2; k++) {
      expect((await off('contexts', 'fuzzy-date')).json()).toEqual({
        status: 'success',
        code: 'fuzzy_date_deactivated',
      })
    }
    const hidden = await tableOf('contexts')
    expect(Object.keys(hidden.fields).filter((name) => name.startsWith('chrono_'))).toEqual([])
    expect([hidden.fuzzy_date, hidden.preview]).toEqual([false, ['ctx_no']])
    const list = await dig.get('/api/records/contexts?sort_field=chrono_from', 'reader')
    expect(list.json().code).toBe('unknown_field')

    await on('contexts', 'fuzzy-date')
    const shown = await tableOf('contexts')
    expect(shown.fields.chrono_label).toMatchObject({ label: 'Epoch', max_length: 80 })
    const again = await dig.get('/api/records/contexts?columns=chrono_from,chrono_label', 'reader')
    expect(again.json().data[0]).toEqual({ id: 1, chrono_from: -450, chrono_label: 'c5 BCE' })
  })

  test('the form of the table switches them too, and leaves alone what it does not name', async () => {
    await dig.put('/api/config/table/contexts', { osteology: '1' }, as)
    expect(await tableOf('contexts')).toMatchObject({ osteology: true, fuzzy_date: true })
    await dig.put('/api/config/table/contexts', { fuzzy_date: 0 }, as)
    const table = await tableOf('contexts')
    expect(table).toMatchObject({ osteology: true, fuzzy_date: false })
    expect(table.fields.chrono_from).toBeUndefined()
    expect(table.fields.osteo_data).toMatchObject({
      label: 'Osteological inventory',
      db_type: 'TEXT',
      hide: true,
    })
  })

  test('osteology comes and goes without loss', async () => {
    expect((await on('finds', 'osteology')).json().code).toBe('osteology_activated')
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "finds" SET "osteo_data" = '{}'`))
    expect((await off('finds', 'osteology')).json().code).toBe('osteology_deactivated')
    expect((await tableOf('finds')).fields.osteo_data).toBeUndefined()
    await on('finds', 'osteology')
    const list = await dig.get('/api/records/finds?columns=osteo_data', 'reader')
    expect(list.json().data[0].osteo_data).toBe('{}')
  })

  test('what a switch left behind is removed by deleting the column', async () => {
    await off('contexts', 'fuzzy-date')
    for (const name of chronology) {
      const reply = await dig.delete(`/api/config/table/contexts/field/${name}`, undefined, as)
      expect(reply.json().code).toBe('ok_cfg_column_delete')
    }
    const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('contexts'), { schema: true })
    expect(shape?.columns.filter(({ name }) => name.startsWith('chrono_'))).toEqual([])
    await on('contexts', 'fuzzy-date')
    expect((await tableOf('contexts')).fields.chrono_label).toMatchObject({ label: 'Chronology label' })
  })

  test('a script may add an owned field while its switch is on: that defines it anew', async () => {
    const form = {
      name: 'chrono_period',
      label: 'Phase',
      type: 'select',
      db_type: 'TEXT',
      vocabulary_set: 'phases',
    }
    const reply = await dig.post('/api/config/table/contexts/field', form, as)
    expect(reply.json()).toMatchObject({ status: 'success', fld: 'chrono_period' })
    expect((await tableOf('contexts')).fields.chrono_period).toMatchObject({ label: 'Phase', type: 'select' })
    const refused = await dig.post('/api/config/table/contexts/field', { ...form, db_type: 'INTEGER' }, as)
    expect(refused.json().errors).toMatchObject([{ field: 'db_type', code: 'immutable' }])
  })

  test('a column that a switch left behind can be defined as a field like any other', async () => {
    await off('contexts', 'fuzzy-date')
    const form = { name: 'chrono_from', label: 'Since', type: 'text' }
    expect((await dig.post('/api/config/table/contexts/field', form, as)).statusCode).toBe(200)
    expect((await tableOf('contexts')).fields.chrono_from).toMatchObject({
      label: 'Since',
      db_type: 'INTEGER',
    })
    const again = await dig.post('/api/config/table/contexts/field', form, as)
    expect([again.statusCode, again.json().code]).toEqual([409, 'fld_already_available'])
  })

  test('radiocarbon dates live in a plugin table of their own', async () => {
    const reply = await on('contexts', 'radiocarbon')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'radiocarbon_activated',
      tb: 'contexts_radiocarbon',
    })
    const table = await tableOf('contexts_radiocarbon')
    expect(table).toMatchObject({
      label: 'Radiocarbon dating',
      plugin_of: 'contexts',
      radiocarbon: true,
      order: 'id',
      id_field: 'id',
      preview: ['lab_code'],
    })
    expect(Object.keys(table.fields)).toEqual([
      'id',
      'id_link',
      'lab_code',
      'bp',
      'bp_error',
      'material',
      'd13c',
      'curve',
      'cal_1s_from',
      'cal_1s_to',
      'cal_2s_from',
      'cal_2s_to',
      'notes',
    ])
    expect(table.fields.bp_error).toMatchObject({ db_type: 'INTEGER', check: ['int'], min: 1 })
    expect(table.fields.d13c.db_type).toBe('FLOAT')
    expect(table.fields.curve.def_value).toBe('intcal20')
    expect(table.fields.cal_2s_to).toMatchObject({
      readonly: true,
      help: expect.stringContaining('IntCal20'),
    })
  })

  test('taken away and given back, radiocarbon dates and labels are as they were', async () => {
    const { db } = dig.application
    await on('contexts', 'radiocarbon')
    await dig.put('/api/config/table/contexts_radiocarbon', { label: 'C14' }, as)
    await db.write((tx) => tx.insert('contexts_radiocarbon', { id_link: 2, lab_code: 'OxA-1', bp: 2450 }))
    expect((await off('contexts', 'radiocarbon')).json().code).toBe('radiocarbon_deactivated')
    expect(await tableOf('contexts_radiocarbon')).toMatchObject({
      plugin_of: null,
      radiocarbon: true,
      is_plugin: '1',
    })
    await on('contexts', 'radiocarbon')
    expect(await tableOf('contexts_radiocarbon')).toMatchObject({ plugin_of: 'contexts', label: 'C14' })
    expect(await db.quick.all(sql`SELECT "lab_code" FROM "contexts_radiocarbon"`)).toEqual([
      { lab_code: 'OxA-1' },
    ])
  })

  test('radiocarbon dates are not taken from a table that never had them', async () => {
    const reply = await off('finds', 'radiocarbon')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'unknown_table'])
  })

  test('another table of that name is not taken for radiocarbon dates', async () => {
    await dig.post('/api/config/tables', { name: 'finds_radiocarbon', label: 'X', is_plugin: '1' }, as)
    const reply = await on('finds', 'radiocarbon')
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'tb_already_available'])
  })

  test.each(['fuzzy-date', 'osteology', 'radiocarbon'])('a plugin table has no %s', async (name) => {
    for (const reply of [await on('samples', name), await off('samples', name)]) {
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_a_core_table'])
    }
  })
})
