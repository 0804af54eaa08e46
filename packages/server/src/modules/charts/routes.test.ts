import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

type Definition = Readonly<Record<string, unknown>>

const byMaterial = {
  tb: 'finds',
  type: 'bar',
  x_field: 'material',
  y_field: 'weight_g',
  y_function: 'SUM',
}
const metric = { tb: 'finds', type: 'metric', field: 'weight_g', function: 'SUM' }

describe.each(engines)('charts (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_charts"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const draw = async (definition: Definition, as: Role = 'reader') => {
    const reply = await dig.post('/api/chart/data', { definition }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const save = async (name: string, as: Role = 'writer', definition: Definition = byMaterial) => {
    const reply = await dig.post('/api/charts', { name, definition }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().chart.id as number
  }
  const names = async (as: Role): Promise<string[]> =>
    (await dig.get('/api/charts', as)).json().charts.map((chart: { name: string }) => chart.name)

  describe('what they show', () => {
    test('one number for each value of a field, ascending; no value and an empty text are one group', async () => {
      expect(await draw(byMaterial)).toEqual({
        status: 'success',
        type: 'bar',
        labels: ['', 'Iron slag', 'amber', 'bone', 'bronze', 'flint', 'iron'],
        keys: [null, 'Iron slag', 'amber', 'bone', 'bronze', 'flint', 'iron'],
        data: [107, 1.5, 0.5, 12, null, 3.2, 55],
        truncated: false,
      })
    })

    test('one number of all records', async () => {
      const value = async (field: string, name: string) =>
        (await draw({ ...metric, field, function: name })).value
      expect(await draw(metric)).toEqual({
        status: 'success',
        type: 'metric',
        value: 179.2,
        label: 'SUM of weight_g',
      })
      expect(await value('id', 'COUNT')).toBe(8)
      expect(await value('material', 'count')).toBe(7)
      expect(await value('found_on', 'count_distinct')).toBe(6)
      expect(await value('weight_g', 'Avg')).toBe(25.6)
      expect(await value('material', 'MIN')).toBe('')
      expect(await value('material', 'MAX')).toBe('iron')
      expect(await value('weight_g', 'MIN')).toBe(0.5)
    })

    test('numbers are numbers, and nothing is null when no record qualifies', async () => {
      const none = { filter: { filter: { id: { _eq: 99 } } } }
      expect((await draw({ ...metric, ...none })).value).toBeNull()
      expect((await draw({ ...metric, ...none, function: 'COUNT' })).value).toBe(0)
      expect(await draw({ ...byMaterial, ...none })).toMatchObject({ labels: [], keys: [], data: [] })
      const counted = {
        tb: 'contexts',
        type: 'line',
        x_field: 'trench',
        y_field: 'count_of',
        y_function: 'SUM',
      }
      expect((await draw(counted)).data).toEqual([9, 4, 2, 1])
    })

    test('texts count as the numbers that they write out, and are compared as texts', async () => {
      await dig.application.db.write(async (tx) => {
        for (const lab of [' 10 ', '9', '0.25', '1,5', 'n/a']) {
          await tx.insert('samples', { id_link: 2, lab })
        }
      })
      const only = { filter: { filter: { id_link: { _eq: 2 } } } }
      const samples = { tb: 'samples', type: 'metric', field: 'lab', ...only }
      expect((await draw({ ...samples, function: 'SUM' })).value).toBe(19.25)
      expect((await draw({ ...samples, function: 'MAX' })).value).toBe('n/a')
      const series = { ...samples, type: 'bar', x_field: 'id_link', y_field: 'lab' }
      expect((await draw({ ...series, y_function: 'MAX' })).data).toEqual([null])
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "samples" WHERE "id_link" = 2`))
    })

    test('what the list view hands over: a filter, an expert search, an order that means nothing here', async () => {
      const of = async (filter: unknown) => (await draw({ ...metric, filter })).value
      expect(await of({ filter: { context: { trench: { code: { _eq: 'A' } } } }, sort_field: 'x' })).toBe(
        15.7,
      )
      expect(await of({ filter: JSON.stringify({ weight_g: { _gt: 50 } }) })).toBe(155)
      expect(await of({ search_type: 'sqlExpert', querytext: "material = 'bone'", join: '' })).toBe(12)
      expect(await of({ search_type: 'fast', search: 'iron' })).toBe(56.5)
      for (const nothing of [undefined, null, {}, [], '', { sort_field: '', sort_dir: 'asc' }]) {
        expect(await of(nothing)).toBe(179.2)
      }
    })

    test('legitimate words of an expert search stay as they are', async () => {
      const querytext = "notes = 'profile; DROP TABLE' OR notes = 'burnt'"
      const definition = { tb: 'contexts', type: 'metric', field: 'id', function: 'COUNT' }
      expect((await draw({ ...definition, filter: { search_type: 'sqlExpert', querytext } })).value).toBe(1)
    })

    test('the definition may come as JSON text, its aggregate in small letters', async () => {
      const reply = await dig.post(
        '/api/chart/data',
        { definition: JSON.stringify({ ...metric, function: 'sum' }) },
        'key30',
      )
      expect(reply.json()).toMatchObject({ value: 179.2, label: 'SUM of weight_g' })
    })

    test('groups of a lookup field are called what the records are called', async () => {
      const byContext = { tb: 'finds', type: 'pie', x_field: 'context', y_field: 'id', y_function: 'COUNT' }
      expect(await draw(byContext)).toMatchObject({
        keys: [null, 1, 2, 3, 5, 6],
        labels: ['', 'C1', 'C2', 'C3', 'C5', 'C6'],
        data: [1, 2, 1, 1, 1, 2],
      })
    })

    test('rows of plugin tables are counted like records', async () => {
      const litres = {
        tb: 'samples',
        type: 'doughnut',
        x_field: 'id_link',
        y_field: 'litres',
        y_function: 'AVG',
      }
      expect(await draw(litres)).toMatchObject({ keys: [1, 3], labels: ['1', '3'], data: [15, 5] })
    })

    test('a thousand groups are shown, and more are said to be there', async () => {
      const { db } = dig.application
      const rows = Array.from({ length: 1001 }, (_, index) => [`T${String(index).padStart(4, '0')}`, 1])
      const ids = await db.write((tx) => tx.insertMany('trenches', ['code', 'creator'], rows))
      const byCode = { tb: 'trenches', type: 'bar', x_field: 'code', y_field: 'id', y_function: 'COUNT' }
      const { labels, data, truncated } = await draw(byCode)
      expect([labels.length, data.length, truncated, labels[3]]).toEqual([1000, 1000, true, 'T0000'])
      await db.write((tx) => tx.run(sql`DELETE FROM "trenches" WHERE "id" >= ${ids[0] ?? 0}`))
    })
  })

  if (oneEngine.includes(engine)) {
    describe('rights', () => {
      test('only the records that somebody may see are counted', async () => {
        await hideRows(dig, 'reader', 'finds', { context: { _in: [1, 2] } })
        expect((await draw(metric)).value).toBe(15.7)
        expect((await draw(byMaterial)).labels).toEqual(['amber', 'bone', 'flint'])
        expect((await draw(metric, 'writer')).value).toBe(179.2)
        expect((await draw(metric, 'key30')).value).toBe(179.2)
      })

      test('plugin rows follow the records that carry them', async () => {
        await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C1' } })
        const litres = { tb: 'samples', type: 'metric', field: 'litres', function: 'SUM' }
        expect((await draw(litres)).value).toBe(5)
      })

      test('a label that may not be read does not exist', async () => {
        const byContext = { tb: 'finds', type: 'pie', x_field: 'context', y_field: 'id', y_function: 'COUNT' }
        await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C2' } })
        expect((await draw(byContext)).labels).toEqual(['', 'C1', '2', 'C3', 'C5', 'C6'])
        await hideTable(dig, 'reader', 'contexts')
        expect((await draw(byContext)).labels).toEqual(['', '1', '2', '3', '5', '6'])
      })

      test('a table that may not be read is refused, also on the way of a filter, and to be kept', async () => {
        await hideTable(dig, 'writer', 'contexts')
        const forbidden = { tb: 'contexts', type: 'metric', field: 'id', function: 'COUNT' }
        const crossing = { ...metric, filter: { filter: { context: { notes: { _nempty: true } } } } }
        for (const definition of [forbidden, crossing]) {
          for (const [path, body] of [
            ['/api/chart/data', { definition }],
            ['/api/charts', { name: 'x', definition }],
          ] as const) {
            const reply = await dig.post(path, body, 'writer')
            expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
          }
        }
      })
    })

    describe('what cannot be drawn', () => {
      test.each<[string, unknown, number, string, unknown]>([
        ['no definition', undefined, 400, 'parameter_missing', 'definition'],
        ['an empty definition', '', 400, 'parameter_missing', 'definition'],
        ['a list', [], 400, 'invalid_parameter', expect.anything()],
        ['a number', 5, 400, 'invalid_parameter', expect.anything()],
        ['no JSON', '{', 400, 'invalid_parameter', expect.anything()],
        ['JSON that nobody can follow', '['.repeat(9999), 400, 'invalid_parameter', expect.anything()],
        ['no table', { ...metric, tb: '' }, 400, 'parameter_missing', 'tb'],
        ['a table that is a number', { ...metric, tb: 5 }, 400, 'parameter_missing', 'tb'],
        ['an unknown table', { ...metric, tb: 'coins' }, 404, 'unknown_table', { table: 'coins' }],
        ['a system table', { ...metric, tb: 'sys_users' }, 404, 'unknown_table', expect.anything()],
        ['no type', { ...metric, type: undefined }, 422, 'invalid_chart_type', null],
        ['an unknown type', { ...metric, type: 'Bar' }, 422, 'invalid_chart_type', 'Bar'],
        ['no field', { ...metric, field: undefined }, 400, 'parameter_missing', 'field'],
        ['no aggregate', { ...metric, function: null }, 400, 'parameter_missing', 'function'],
        ['an unknown aggregate', { ...metric, function: 'MEDIAN' }, 400, 'parameter_missing', 'function'],
        ['a name of Object', { ...metric, function: 'constructor' }, 400, 'parameter_missing', 'function'],
        ['no x', { ...byMaterial, x_field: undefined }, 400, 'parameter_missing', 'x_field'],
        ['no y', { ...byMaterial, y_field: undefined }, 400, 'parameter_missing', 'y_field'],
        ['no aggregate of y', { ...byMaterial, y_function: 'X' }, 400, 'parameter_missing', 'y_function'],
        ['an unknown field', { ...metric, field: 'weigth' }, 422, 'invalid_chart_field', 'weigth'],
        ['an unknown x', { ...byMaterial, x_field: '1 = 1; --' }, 422, 'invalid_chart_field', '1 = 1; --'],
        ['a filter of a wrong form', { ...metric, filter: 'all' }, 400, 'invalid_filter', expect.anything()],
        [
          'a selection that is not in its place',
          { ...metric, filter: { material: { _eq: 'bone' } } },
          400,
          'invalid_filter',
          expect.anything(),
        ],
        [
          'an unknown field in the filter',
          { ...metric, filter: { filter: { mat: { _eq: 1 } } } },
          400,
          'unknown_field',
          { table: 'finds', field: 'mat' },
        ],
        [
          'an unknown operator',
          { ...metric, filter: { filter: { material: { _is: 1 } } } },
          400,
          'unknown_operator',
          expect.anything(),
        ],
        [
          'raw SQL in an expert search',
          { ...metric, filter: { search_type: 'sqlExpert', querytext: '1=1; DROP TABLE finds' } },
          400,
          'expert_syntax_error',
          expect.anything(),
        ],
        [
          'a join',
          { ...metric, filter: { search_type: 'sqlExpert', querytext: '', join: 'JOIN x' } },
          400,
          'invalid_parameter',
          expect.anything(),
        ],
      ])('%s is refused with its place', async (_what, definition, status, code, detail) => {
        const reply = await dig.post('/api/chart/data', { definition }, 'reader')
        expect([reply.statusCode, reply.json().code]).toEqual([status, code])
        expect(reply.json().detail ?? null).toEqual(detail)
        expect(reply.body).not.toMatch(/SELECT|FROM "/)
      })
    })

    describe('that people keep', () => {
      test('a chart comes back as it was sent, its aggregate in capitals, for its owner alone', async () => {
        const style = { color: '#aa0000', yMin: 0, decimals: 1, own: { note: 'kept' } }
        const filter = { filter: { weight_g: { _gt: 1 } }, sort_field: '', sort_dir: 'asc' }
        const definition = { ...byMaterial, y_function: 'sum', style, filter }
        const reply = await dig.post('/api/charts', { name: ' Weights ', definition }, 'writer')
        const saved = {
          id: expect.any(Number),
          user_id: dig.userId('writer'),
          name: 'Weights',
          definition: { ...definition, y_function: 'SUM' },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          is_global: 0,
          tb_label: 'Finds',
          owned_by_me: true,
          owner_name: 'writer',
        }
        expect(reply.json()).toEqual({ status: 'success', code: 'ok_save_chart', chart: saved })
        expect((await dig.get('/api/charts', 'writer')).json()).toEqual({
          status: 'success',
          charts: [saved],
        })
        expect([await names('reader'), await names('super_admin')]).toEqual([[], []])
        const asText = JSON.stringify(definition)
        const again = await dig.post('/api/charts', { name: 'text', definition: asText }, 'self_writer')
        expect(again.json().chart.definition).toEqual(saved.definition)
      })

      test('own and shared charts come by name, then by id', async () => {
        await save('b')
        await save('B', 'self_writer')
        const shared = [await save('a', 'admin'), await save('a', 'super_admin')]
        for (const id of shared) await dig.post(`/api/chart/${id}/share`, undefined, 'super_admin')
        const list = (await dig.get('/api/charts', 'writer')).json().charts
        expect(list.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
          [shared[0], 'a'],
          [shared[1], 'a'],
          [expect.any(Number), 'b'],
        ])
      })

      test("one's own chart of a table that one may not read any more does not say what it is called", async () => {
        await save('mine')
        await hideTable(dig, 'writer', 'finds')
        expect((await dig.get('/api/charts', 'writer')).json().charts).toMatchObject([{ tb_label: 'finds' }])
      })

      test('its owner changes the name, the definition, or both, and so does a super-administrator', async () => {
        const id = await save('first')
        await dig.post(`/api/chart/${id}/share`, undefined, 'writer')
        const change = async (body: unknown, as: Role = 'writer') =>
          (await dig.post(`/api/chart/${id}`, body, as)).json()
        expect(await change({ name: ' second ' })).toMatchObject({
          code: 'ok_save_chart',
          chart: { id, name: 'second', definition: byMaterial, is_global: 1, owned_by_me: true },
        })
        expect(await change({ definition: { ...metric, function: 'sum' } }, 'super_admin')).toMatchObject({
          chart: { name: 'second', definition: metric, owned_by_me: false, user_id: dig.userId('writer') },
        })
        expect(await change({ name: 'third', definition: JSON.stringify(byMaterial) })).toMatchObject({
          chart: { name: 'third', definition: byMaterial },
        })
        const { charts } = (await dig.get('/api/charts', 'writer')).json()
        expect(charts).toMatchObject([{ id, name: 'third', definition: byMaterial, is_global: 1 }])
      })

      test('a chart of somebody else is not changed', async () => {
        const id = await save('mine')
        await dig.post(`/api/chart/${id}/share`, undefined, 'writer')
        for (const as of ['admin', 'key10', 'reader'] as const) {
          const reply = await dig.post(`/api/chart/${id}`, { name: 'mine now' }, as)
          expect([reply.statusCode, reply.json().code]).toEqual([403, 'chart_access_denied'])
        }
        const reply = await dig.post('/api/chart/99', { name: 'mine now' }, 'super_admin')
        expect([reply.statusCode, reply.json().code]).toEqual([404, 'chart_not_found'])
        expect(await names('writer')).toEqual(['mine'])
      })

      test.each<[string, unknown, number, string]>([
        ['nothing', {}, 400, 'nothing_to_update'],
        ['a blank name', { name: '  ' }, 400, 'parameter_missing'],
        ['a definition without a table', { name: 'x', definition: {} }, 400, 'parameter_missing'],
        ['what cannot be drawn', { definition: { ...metric, field: 'y' } }, 422, 'invalid_chart_field'],
      ])('a change to %s is refused, and nothing changes', async (_what, body, status, code) => {
        const id = await save('as it was')
        const reply = await dig.post(`/api/chart/${id}`, body, 'writer')
        expect([reply.statusCode, reply.json().code]).toEqual([status, code])
        const { charts } = (await dig.get('/api/charts', 'writer')).json()
        expect(charts).toMatchObject([{ name: 'as it was', definition: byMaterial }])
      })

      test.each<[string, unknown, Role | undefined, number, string, unknown]>([
        ['no definition', { name: 'x' }, 'writer', 400, 'parameter_missing', 'definition.tb'],
        [
          'no table',
          { name: 'x', definition: { type: 'bar' } },
          'writer',
          400,
          'parameter_missing',
          'definition.tb',
        ],
        [
          'a table that is a list',
          { name: 'x', definition: { ...metric, tb: ['finds'] } },
          'writer',
          400,
          'parameter_missing',
          'definition.tb',
        ],
        [
          'a chart that cannot be drawn',
          { name: 'x', definition: { ...metric, field: 'y' } },
          'writer',
          422,
          'invalid_chart_field',
          'y',
        ],
        [
          'a type that there is not',
          { name: 'x', definition: { ...metric, type: 'map' } },
          'writer',
          422,
          'invalid_chart_type',
          'map',
        ],
        [
          'a definition beyond 64 KiB',
          { name: 'x', definition: { ...metric, style: 'x'.repeat(65_536) } },
          'writer',
          400,
          'invalid_parameter',
          expect.anything(),
        ],
      ])('%s is refused', async (_what, body, as, status, code, detail) => {
        const reply = await dig.post('/api/charts', body, as)
        expect([reply.statusCode, reply.json().code]).toEqual([status, code])
        expect(reply.json().detail ?? null).toEqual(detail)
        expect(await names('writer')).toEqual([])
      })

      test('a frozen application draws charts and keeps them, for they are no records', async () => {
        await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
        expect((await draw(metric)).value).toBe(179.2)
        await dig.delete(`/api/chart/${await save('kept')}`, undefined, 'writer')
        await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
      })
    })

    // They change the dig, so they come last.
    describe('a configuration that changed since', () => {
      const stored = async () => (await dig.get('/api/charts', 'writer')).json().charts[0]
      const run = (definition: Definition) => dig.post('/api/chart/data', { definition }, 'reader')

      test('a chart follows its table and its fields to new names, and shows the same', async () => {
        const filter = { filter: { material: { _eq: 'bone' } } }
        await save('follows', 'writer', { ...byMaterial, filter })
        const before = await draw((await stored()).definition)
        for (const path of ['finds/field/material', 'finds/field/weight_g', 'finds']) {
          const new_name = `${path.split('/').at(-1)}_anew`
          const reply = await dig.patch(`/api/config/table/${path}`, { new_name }, 'super_admin')
          expect(reply.statusCode, reply.body).toBe(200)
        }
        const { definition, tb_label } = await stored()
        expect([definition.tb, definition.x_field, tb_label]).toEqual([
          'finds_anew',
          'material_anew',
          'Finds',
        ])
        expect(await draw(definition)).toEqual(before)
      })

      test('a chart whose field is gone says so when it is run, and never fails', async () => {
        await dig.confirm()
        await save('gone', 'writer', { ...byMaterial, tb: 'finds_anew', x_field: 'found_on', y_field: 'id' })
        await save('filtered', 'writer', {
          ...metric,
          tb: 'finds_anew',
          field: 'id',
          filter: { filter: { found_on: { _nempty: true } } },
        })
        const { charts } = (await dig.get('/api/charts', 'writer')).json()
        const deleted = await dig.delete(
          '/api/config/table/finds_anew/field/found_on',
          undefined,
          'super_admin',
        )
        expect(deleted.statusCode, deleted.body).toBe(200)
        const answers = await Promise.all(
          charts.map(
            async ({ definition }: { definition: Definition }) => (await run(definition)).json().code,
          ),
        )
        expect(answers.sort()).toEqual(['invalid_chart_field', 'unknown_field'])
      })

      test('a chart whose table is gone stays with its owner alone', async () => {
        const id = await save('of samples', 'writer', { ...metric, tb: 'samples', field: 'litres' })
        await dig.post(`/api/chart/${id}/share`, undefined, 'writer')
        const deleted = await dig.delete('/api/config/table/samples', undefined, 'super_admin')
        expect(deleted.statusCode, deleted.body).toBe(200)
        expect(await stored()).toMatchObject({ id, tb_label: 'samples' })
        expect((await run((await stored()).definition)).json().code).toBe('unknown_table')
        expect(await names('reader')).toEqual([])
      })
    })
  }
})
