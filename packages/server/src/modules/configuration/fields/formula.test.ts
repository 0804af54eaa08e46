import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows } from '../../../testing/scope-as.js'
import { previewedTable } from '../testing/schema-texts.js'

const as = 'super_admin'
const computed = { type: 'formula', db_type: 'TEXT' }

const formulas: readonly (readonly [table: string, name: string, formula: string])[] = [
  ['samples', 'half', 'litres / 2'],
  ['contexts', 'per_piece', 'round(depth_cm / count_of, 1)'],
  ['contexts', 'double', 'per_piece * 2'],
  ['contexts', 'title', "join(': ', ctx_no, upper(ctx_type), notes)"],
  ['contexts', 'depth_class', "if(depth_cm >= 40, 'deep', if(depth_cm >= 10, 'middle'))"],
  ['contexts', 'litres', 'sum(samples.litres)'],
  ['contexts', 'halves', 'coalesce(max(samples.half), 0) + count(samples)'],
  ['finds', 'season', 'year(found_on)'],
]

const fieldsOf = (table: string) => `/api/config/table/${table}/field`

describe.each(engines)('a computed field (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    for (const [table, name, formula] of formulas) {
      const reply = await dig.post(fieldsOf(table), { name, label: name, ...computed, formula }, as)
      expect([name, reply.json()]).toMatchObject([name, { status: 'success' }])
    }
    await hideRows(dig, 'reader', 'contexts', { ctx_type: { _neq: 'layer' } })
  })
  afterAll(() => dig.close())

  const listed = async (asked: string, who: Role = 'writer', table = 'contexts') => {
    const reply = await dig.get(`/api/records/${table}?${asked}`, who)
    expect(reply.statusCode).toBe(200)
    return reply.json().data as Record<string, string | number | null>[]
  }
  const column = async (name: string, asked = 'sort=ctx_no', table = 'contexts') =>
    (await listed(`columns=${name}&${asked}`, 'writer', table)).map((row) => row[name])
  const refused = async (table: string, body: object) => {
    const reply = await dig.post(fieldsOf(table), { name: 'wrong', label: 'Wrong', ...computed, ...body }, as)
    expect(reply.statusCode).toBe(422)
    return reply.json().errors as { field: string; code: string; text: string }[]
  }

  test('holds numbers and texts, and is empty where it divides by zero or by nothing', async () => {
    expect(await column('per_piece')).toEqual([3.1, null, null, null, 10, 3])
    expect(await column('double')).toEqual([6.2, null, null, null, 20, 6])
    expect(await column('title')).toEqual([
      'C1: LAYER: topsoil',
      'C2: CUT: Öfen pit',
      'C3: FILL',
      'C4: LAYER',
      'C5: WALL: 100% stone_built',
      'C6: LAYER: burnt',
    ])
    expect(await column('depth_class')).toEqual(['middle', 'deep', null, null, 'deep', null])
    expect(await column('season', 'sort=inv_no', 'finds')).toEqual([
      2024,
      2024,
      null,
      2024,
      2023,
      2023,
      2024,
      2024,
    ])
  })

  test('counts and adds up the rows of its record', async () => {
    expect(await column('litres')).toEqual([30, null, 5, null, null, null])
    expect(await column('halves')).toEqual([12, 0, 3.5, 0, 0, 0])
    const { plugins } = (await dig.get('/api/record/contexts/1', 'writer')).json()
    expect(JSON.stringify(plugins)).toContain('"half":{"name":"half","label":"half","val":5')
  })

  test('is filtered, searched, sorted and grouped by, and totalled', async () => {
    const found = async (filter: object) =>
      (await listed(`columns=ctx_no&filter=${encodeURIComponent(JSON.stringify(filter))}`)).map(
        (row) => row['ctx_no'],
      )
    expect(await found({ double: { _gt: 6 } })).toEqual(['C1', 'C5'])
    expect(await found({ title: { _icontains: 'öfen' } })).toEqual(['C2'])
    expect(await found({ title: { _icontains: 'laye' }, litres: { _empty: true } })).toEqual(['C4', 'C6'])
    expect(await found({ depth_class: { _in: ['deep', 'x'] } })).toEqual(['C2', 'C5'])
    expect(await column('ctx_no', 'sort=-halves,per_piece')).toEqual(['C1', 'C3', 'C6', 'C5', 'C2', 'C4'])
    const expert = await listed(
      `columns=ctx_no&search_type=sqlExpert&querytext=${encodeURIComponent("litres > 5 OR depth_class = 'deep'")}`,
    )
    expect(expert.map((row) => row['ctx_no'])).toEqual(['C1', 'C2', 'C5'])
    const groups = await dig.post(
      '/api/records/contexts/groups',
      { group_by: 'depth_class', totals: 'double:SUM,litres:MAX' },
      'writer',
    )
    expect(groups.json().groups).toEqual([
      { key: 'deep', label: null, count: 2, totals: { double: { SUM: 20 }, litres: { MAX: null } } },
      { key: 'middle', label: null, count: 1, totals: { double: { SUM: 6.2 }, litres: { MAX: 30 } } },
      { key: null, label: null, count: 3, totals: { double: { SUM: 6 }, litres: { MAX: 5 } } },
    ])
    const definition = {
      tb: 'contexts',
      type: 'bar',
      x_field: 'depth_class',
      y_field: 'halves',
      y_function: 'SUM',
    }
    expect((await dig.post('/api/chart/data', { definition }, 'writer')).json()).toMatchObject({
      keys: [null, 'deep', 'middle'],
      data: [3.5, 0, 12],
    })
  })

  test('shows no more than its reader may see', async () => {
    expect((await listed('columns=ctx_no,halves', 'reader')).map((row) => row['ctx_no'])).toEqual([
      'C2',
      'C3',
      'C5',
    ])
    const totals = { totals: ['litres:SUM', 'halves:MAX'] }
    expect((await dig.post('/api/records/contexts/totals', totals, 'reader')).json().totals).toEqual({
      litres: { SUM: 5 },
      halves: { MAX: 3.5 },
    })
  })

  test('leaves with the records', async () => {
    const columns = 'columns=ctx_no,double,title,litres'
    const csv = (await dig.get(`/api/records/contexts/export?format=csv&${columns}`, 'writer')).body
    expect(csv.replace('\uFEFF', '').split(/\r?\n/).slice(0, 2)).toEqual([
      'id,ctx_no,double,title,litres',
      '1,C1,6.2,C1: LAYER: topsoil,30',
    ])
    for (const format of ['json', 'xlsx']) {
      const reply = await dig.get(`/api/records/contexts/export?format=${format}&${columns}`, 'writer')
      expect([format, reply.statusCode]).toEqual([format, 200])
    }
    expect((await dig.get('/api/record/contexts/1/print', 'writer')).statusCode).toBe(200)
  })

  test('is read with a record, and what is sent for it is left aside', async () => {
    const before = (await dig.get('/api/record/contexts/2', 'writer')).json()
    expect(before.core.title).toMatchObject({ val: 'C2: CUT: Öfen pit' })
    const field = before.schema.fields.find((one: { name: string }) => one.name === 'double')
    expect(field).toMatchObject({
      type: 'formula',
      db_type: 'FLOAT',
      readonly: true,
      formula: 'per_piece * 2',
    })
    const core = { title: 'mine', double: 7, count_of: 8 }
    expect((await dig.put('/api/record/contexts/2', { core }, 'writer')).statusCode).toBe(200)
    const after = (await dig.get('/api/record/contexts/2', 'writer')).json()
    expect(after.core).toMatchObject({ title: { val: 'C2: CUT: Öfen pit' }, double: { val: 10 } })
    const { versions } = (await dig.get('/api/record/contexts/2/versions', 'writer')).json()
    expect(JSON.stringify(versions)).not.toContain('double')
  })

  test('tells of an earlier state what it held then, and undo brings that back', async () => {
    const lastSet = async (): Promise<number> => {
      const query = sql`SELECT max("id") AS "id" FROM "sys_change_sets"`
      return (await dig.application.db.quick.get<{ id: number }>(query))?.id ?? 0
    }
    await dig.put('/api/record/contexts/6', { core: { depth_cm: 3 } }, 'writer')
    await dig.put('/api/record/contexts/6', { core: { depth_cm: 4 } }, 'writer')
    const then = await lastSet()
    await dig.put('/api/record/contexts/6', { core: { depth_cm: 50 } }, 'writer')
    expect((await listed('columns=depth_class&sort=-id'))[0]).toMatchObject({ depth_class: 'deep' })
    expect((await listed(`columns=depth_class,halves&sort=-id&as_of=${then}`))[0]).toMatchObject({
      depth_class: null,
      halves: 0,
    })
    const undone = await dig.post(`/api/change-set/${await lastSet()}/undo`, {}, 'writer')
    expect(undone.statusCode).toBe(200)
    expect((await listed('columns=depth_class&sort=-id'))[0]).toMatchObject({ depth_class: null })
  })

  test.each([
    ['nothing', {}, 'Write the formula'],
    ['no value', { formula: 'depth_cm +' }, 'at character 11:'],
    ['a field that is not there', { formula: 'round(depth / 2)' }, 'at character 7:'],
    ['a link to another record', { formula: 'trench + 1' }, 'at character 1:'],
    ['itself', { formula: 'depth_cm + wrong' }, 'at character 12:'],
    ['a function that is not there', { formula: 'random(1)' }, 'at character 1:'],
    ['rows of another table', { formula: 'count(finds)' }, 'at character 7:'],
    ['a field of the rows alone', { formula: 'samples.litres' }, 'at character 1:'],
    ['the rows as a value', { formula: 'sum(samples.colour)' }, 'at character 13:'],
    ['SQL', { formula: "depth_cm); DROP TABLE contexts; --'" }, 'at character 10:'],
  ])('%s is refused, with its place', async (_what, body, place) => {
    const errors = await refused('contexts', body)
    expect(errors).toMatchObject([{ field: 'formula', code: 'invalid_formula' }])
    expect(errors[0]?.text).toContain(place)
  })

  test('is computed from no field that is computed from it', async () => {
    const change = { name: 'per_piece', label: 'per_piece', ...computed, formula: 'double / 2' }
    const reply = await dig.put(`${fieldsOf('contexts')}/per_piece`, change, as)
    expect([reply.statusCode, reply.json().errors[0]]).toMatchObject([
      422,
      { field: 'formula', code: 'invalid_formula' },
    ])
  })

  test('has no rules for what people write, and other fields have no formula', async () => {
    const rules = { check: ['not_empty'], def_value: '1', max_length: 5, formula: 'depth_cm' }
    expect((await refused('contexts', rules)).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'check invalid_value',
      'def_value invalid_value',
      'max_length invalid_value',
    ])
    expect(await refused('contexts', { type: 'text', formula: 'depth_cm' })).toMatchObject([
      { field: 'formula', code: 'invalid_value' },
    ])
    const turned = { name: 'double', label: 'double', type: 'text', db_type: 'FLOAT' }
    expect((await dig.put(`${fieldsOf('contexts')}/double`, turned, as)).json().errors).toMatchObject([
      { field: 'type', code: 'immutable' },
    ])
  })

  test('is no column: neither indexes nor relations, names of records, replacements or row filters take it', async () => {
    const index = { name: 'by_double', columns: ['double'] }
    const indexed = await dig.post('/api/config/table/contexts/indexes', index, as)
    expect([indexed.statusCode, indexed.json().code]).toEqual([422, 'field_not_found'])
    const relation = { from_tb: 'contexts', from_col: 'double', to_tb: 'trenches', to_col: 'id' }
    const related = await dig.post('/api/config/relations', relation, as)
    expect([related.statusCode, related.json().code]).toEqual([422, 'reserved_name'])
    const named = await dig.put('/api/config/table/contexts', { name: 'contexts', id_field: 'title' }, as)
    expect(named.json().errors).toMatchObject([{ field: 'id_field', code: 'not_available' }])
    const replaceable = await dig.get('/api/search-replace/contexts/fields', as)
    expect(replaceable.json().fields.map(({ name }: { name: string }) => name)).not.toContain('title')
    const override = {
      table_name: 'contexts',
      privilege: 20,
      filter: { double: { _gt: 5 } },
      outside: 'hide',
    }
    const limited = await dig.post(`/api/user/${dig.userId('writer')}/privileges`, override, 'admin')
    expect([limited.statusCode, limited.json().code]).toEqual([422, 'invalid_filter'])
    expect((await refused('finds', { name: 'chrono_from', formula: '1' })).map(({ code }) => code)).toContain(
      'invalid_type',
    )
  })

  test('is looked up like any other value', async () => {
    const check = async (value: string) =>
      (await dig.get(`/api/record/contexts/check-unique?field=title&value=${value}`, 'writer')).json().unique
    expect([await check('C3: FILL'), await check('C3: PIT')]).toEqual([false, true])
  })

  test('follows new names, and keeps what it is computed from', async () => {
    const gone = await dig.delete(`${fieldsOf('contexts')}/count_of`, undefined, as)
    expect([gone.statusCode, gone.json().text]).toEqual([
      409,
      expect.stringContaining('The formula of "per_piece"'),
    ])
    await dig.patch(`${fieldsOf('contexts')}/count_of`, { new_name: 'pieces' }, as)
    await dig.patch(`${fieldsOf('samples')}/litres`, { new_name: 'or' }, as)
    await dig.patch(`${fieldsOf('contexts')}/double`, { new_name: 'twice' }, as)
    const { fields } = (await dig.get('/api/config/table/contexts', as)).json().table
    expect(fields).toMatchObject({
      per_piece: { formula: 'round(depth_cm / pieces, 1)' },
      twice: { formula: 'per_piece * 2' },
      litres: { formula: 'sum(samples."or")' },
    })
    expect(await column('litres')).toEqual([30, null, 5, null, null, null])
    expect((await dig.delete(`${fieldsOf('contexts')}/twice`, undefined, as)).statusCode).toBe(200)
    const report = await dig.get('/api/config/validation', as)
    expect(report.body).toContain('All formulas of fields can be computed.')
    expect(report.body).not.toContain('has no column')
  })

  test('goes into a schema text and comes back out of it', async () => {
    const { body } = await dig.get('/api/config/dbml', as)
    const [finds = ''] = body.slice(body.indexOf('Table finds')).split('\n}')
    const copy = `${finds.replace('Table finds', 'Table kilns')}\n}`
    expect(copy).toContain('year(found_on)')
    expect((await previewedTable(dig, copy)).errors).toEqual([])
    const broken = await previewedTable(dig, copy.replace('year(found_on)', 'year(lost_on)'))
    expect(broken.errors).toMatchObject([{ field: 'season', code: 'invalid_formula' }])
    const indexed = await previewedTable(dig, copy.replace(/\}$/, ' indexes {\n  season\n }\n}'))
    expect(indexed.errors).toMatchObject([{ field: 'season', code: 'not_available' }])
  })

  test('is empty, and found wanting, when the rows that it counts are gone', async () => {
    expect((await dig.delete('/api/config/table/samples', undefined, as)).statusCode).toBe(200)
    expect(await column('halves')).toEqual([null, null, null, null, null, null])
    const { body } = await dig.get('/api/config/validation', as)
    expect(body).toContain('The formula of contexts.halves cannot be used')
  })
})
