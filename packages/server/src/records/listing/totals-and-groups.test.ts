import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

describe.each(engines)('totals and groups of a listing (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await hideRows(dig, 'reader', 'finds', { material: { _neq: 'iron' } })
  })
  afterAll(() => dig.close())

  const totals = async (body: object, as: Role = 'writer') =>
    (await dig.post('/api/records/finds/totals', body, as)).json()
  const groups = async (body: object, as: Role = 'writer', table = 'finds') =>
    (await dig.post(`/api/records/${table}/groups`, body, as)).json()
  const told = (reply: { groups: { key: unknown; label: unknown; count: number }[] }) =>
    reply.groups.map(({ key, label, count }) => (label === null ? [key, count] : [key, label, count]))
  const members = async (asked: string, as: Role = 'writer') => {
    const { total, data } = (await dig.get(`/api/records/finds?columns=inv_no&${asked}`, as)).json()
    expect(data).toHaveLength(total)
    return data.map((row: { inv_no: string }) => row.inv_no)
  }

  test('totals are those of all records that are found, an empty text being no value', async () => {
    const every = ['COUNT', 'COUNT_DISTINCT', 'SUM', 'AVG', 'MIN', 'MAX'].map((name) => `weight_g:${name}`)
    expect(
      await totals({ totals: [...every, 'material:COUNT', 'material:count_distinct', 'found_on:MAX'] }),
    ).toEqual({
      status: 'success',
      total: 8,
      totals: {
        weight_g: { COUNT: 7, COUNT_DISTINCT: 7, SUM: 179.2, AVG: 25.6, MIN: 0.5, MAX: 100 },
        material: { COUNT: 6, COUNT_DISTINCT: 6 },
        found_on: { MAX: '2024-06-10' },
      },
    })
    expect(await totals({ filter: { weight_g: { _gt: 50 } }, totals: 'weight_g:SUM' })).toMatchObject({
      total: 2,
      totals: { weight_g: { SUM: 155 } },
    })
    expect(await totals({ search_type: 'fast', search: 'iron', totals: 'weight_g:AVG' })).toMatchObject({
      total: 2,
      totals: { weight_g: { AVG: 28.25 } },
    })
    expect(
      await totals({ filter: { material: { _eq: 'gold' } }, totals: 'weight_g:SUM,weight_g:COUNT' }),
    ).toMatchObject({
      total: 0,
      totals: { weight_g: { SUM: null, COUNT: 0 } },
    })
    expect(await totals({})).toEqual({ status: 'success', total: 8, totals: {} })
  })

  test('totals may be those of records that follow each other in the order of the list', async () => {
    const heaviest = await totals({
      sort: '-weight_g',
      filter: { weight_g: { _nempty: 1 } },
      limit: 2,
      totals: 'weight_g:SUM',
    })
    expect(heaviest).toMatchObject({ total: 2, totals: { weight_g: { SUM: 155 } } })
    const body = { sort: ['inv_no'], offset: 6, limit: 50, totals: ['weight_g:SUM', 'sys_created_at:COUNT'] }
    const last = (await dig.post('/api/records/finds/totals', body, 'writer')).json()
    expect(last).toMatchObject({ total: 2, totals: { weight_g: { SUM: 56.5 } } })
    expect(await totals({ offset: 100, totals: 'weight_g:SUM' })).toMatchObject({ total: 0 })
  })

  test('groups tell what their records have in common, how many they are, and their totals', async () => {
    const byContext = await groups({ group_by: 'context', totals: 'weight_g:SUM,weight_g:COUNT' })
    expect(told(byContext)).toEqual([
      [1, 'C1', 2],
      [2, 'C2', 1],
      [3, 'C3', 1],
      [5, 'C5', 1],
      [6, 'C6', 2],
      [null, 1],
    ])
    expect(byContext).toMatchObject({ total: 8, truncated: false })
    expect(byContext.groups[0].totals).toEqual({ weight_g: { SUM: 3.7, COUNT: 2 } })
    expect(told(await groups({ group_by: 'context', group_order: 'desc' }))[0]).toEqual([null, 1])
    expect(told(await groups({ group_by: 'context', group_order: 'size' }))).toEqual([
      [1, 'C1', 2],
      [6, 'C6', 2],
      [2, 'C2', 1],
      [3, 'C3', 1],
      [5, 'C5', 1],
      [null, 1],
    ])
    expect(
      told(
        await groups({ group_by: 'depth_cm', filter: { ctx_type: { _eq: 'layer' } } }, 'writer', 'contexts'),
      ),
    ).toEqual([
      [0.1, 1],
      [3, 1],
      [12.5, 1],
    ])
  })

  test('each record is in one group, whose records are a list of their own', async () => {
    for (const [by, table] of [
      ['material', 'finds'],
      ['context', 'finds'],
      ['weight_g', 'finds'],
      ['found_on', 'finds'],
      ['found_on:year', 'finds'],
      ['found_on:month', 'finds'],
      ['sys_created_by', 'finds'],
      ['sys_created_at', 'finds'],
      ['sys_created_at:year', 'finds'],
      ['sys_created_at:month', 'finds'],
    ] as const) {
      const all: string[] = []
      for (const { key, count } of (await groups({ group_by: by }, 'writer', table)).groups) {
        const found = await members(`group_by=${by}&group_key=${encodeURIComponent(key ?? '')}`)
        expect([by, key, found.length]).toEqual([by, key, count])
        all.push(...found)
      }
      expect(all.toSorted()).toEqual('F1 F2 F3 F4 F5 F6 F7 F8'.split(' '))
    }
    expect(told(await groups({ group_by: 'found_on:year' }))).toEqual([
      ['2023', 2],
      ['2024', 5],
      [null, 1],
    ])
    expect(await members('group_by=material&group_key=&sort=-inv_no')).toEqual(['F6', 'F5'])
  })

  test('a group is joined with what else is asked for, and measured like any list', async () => {
    expect(await members('group_by=found_on:month&group_key=2024-05&filter[weight_g][_lt]=3')).toEqual([
      'F2',
      'F8',
    ])
    const body = { group_by: 'found_on:month', group_key: '2024-05', search_type: 'fast', search: 'iron' }
    const list = (await dig.post('/api/records/finds', body, 'writer')).json()
    expect(list.total).toBe(2)
    const total = (
      await dig.post('/api/records/finds/totals', { ...body, totals: 'weight_g:SUM' }, 'writer')
    ).json()
    expect(total.totals.weight_g.SUM).toBe(56.5)
    const none = await dig.post('/api/records/finds', { group_by: 'context', group_key: null }, 'writer')
    expect(none.json().data.map(({ id }: { id: number }) => id)).toEqual([5])
  })

  test('texts that are no days are groups of their own beside the years', async () => {
    const core = { found_on: '2024-12-31' }
    await dig.patch('/api/record/finds/1', { core }, 'writer')
    const other = sql`UPDATE "finds" SET "found_on" = ${'2024.5'} WHERE "id" = 3`
    await dig.application.db.write((tx) => tx.run(other))
    expect(told(await groups({ group_by: 'found_on:year' }))).toEqual([
      ['2023', 2],
      ['2024', 5],
      ['2024.5', 1],
    ])
    expect(await members('group_by=found_on:year&group_key=2024')).toEqual('F1 F2 F4 F7 F8'.split(' '))
    expect(await members('group_by=found_on:year&group_key=2024.5')).toEqual(['F3'])
    await dig.patch('/api/record/finds/1', { core: { found_on: '2024-05-01' } }, 'writer')
    await dig.patch('/api/record/finds/3', { core: { found_on: null } }, 'writer')
  })

  test('rows that a caller may not see are neither counted nor measured nor named', async () => {
    expect(await totals({ totals: 'weight_g:SUM' }, 'reader')).toMatchObject({
      total: 6,
      totals: { weight_g: { SUM: 117.2 } },
    })
    expect(
      (await groups({ group_by: 'material' }, 'reader')).groups.map(({ key }: { key: string }) => key),
    ).toEqual(['Iron slag', 'amber', 'bone', 'bronze', 'flint', null])
    expect(await members('group_by=material&group_key=iron', 'reader')).toEqual([])
    await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C2' } })
    const named = (await groups({ group_by: 'context' }, 'reader')).groups
    expect(named.find(({ key }: { key: number }) => key === 2)).toMatchObject({ label: null, count: 1 })
  })

  test('what is written is in the next totals, and earlier ones can be asked for', async () => {
    const sum = async () => (await totals({ totals: 'weight_g:SUM' })).totals.weight_g.SUM
    const before = await sum()
    const made = await dig.post('/api/record/finds', { core: { inv_no: 'F9', weight_g: 1.25 } }, 'writer')
    expect(await sum()).toBe(before + 1.25)
    const state = Number(made.headers['x-change-set'])
    await dig.delete(`/api/record/finds/${made.json().id}`, undefined, 'writer')
    expect(await sum()).toBe(before)
    const then = await totals({ totals: 'weight_g:SUM', as_of: state })
    expect([then.totals.weight_g.SUM, then.as_of.set]).toEqual([before + 1.25, state])
    const groupsThen = await groups({ group_by: 'material', as_of: state })
    expect(groupsThen.total).toBe(9)
    expect((await groups({ group_by: 'material' })).total).toBe(8)
  })

  test('what other tables say of the records is in the next totals and lists, too', async () => {
    const cut = { filter: { context: { ctx_type: { _eq: 'cut' } } } }
    const changedBy = async () => told(await groups({ group_by: 'sys_changed_by' }, 'writer', 'contexts'))
    const listed = async () => (await dig.post('/api/records/finds', cut, 'writer')).json().total
    const weight = async () => (await totals({ ...cut, totals: 'weight_g:SUM' })).totals.weight_g.SUM
    expect([await listed(), await weight()]).toEqual([1, 12])
    await dig.patch('/api/record/contexts/6', { core: { ctx_type: 'cut' } }, 'writer')
    expect([await listed(), await weight()]).toEqual([3, 68.5])
    await dig.patch('/api/record/contexts/6', { core: { ctx_type: 'layer' } }, 'writer')
    expect(await changedBy()).not.toContainEqual([dig.userId('admin'), 'admin', 1])
    const plugins = { samples: [{ _isNew: true, fields: { litres: 1 } }] }
    await dig.patch('/api/record/contexts/6', { plugins }, 'admin')
    expect(await changedBy()).toContainEqual([dig.userId('admin'), 'admin', 1])
  })

  test('names of people stand with what they made', async () => {
    const made = await groups({ group_by: 'sys_created_by' })
    expect(made.groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(8)
    for (const { key, label } of made.groups) expect(label === null).toBe(key === null)
  })

  test.each([
    ['a field that there is not', 'finds/totals', { totals: 'colour:SUM' }, 400, 'unknown_field'],
    ['an aggregate that there is not', 'finds/totals', { totals: 'id:MEDIAN' }, 400, 'invalid_parameter'],
    ['a field alone', 'finds/totals', { totals: 'weight_g' }, 400, 'invalid_parameter'],
    ['no list', 'finds/totals', { totals: 7 }, 400, 'invalid_parameter'],
    ['a table that there is not', 'coins/totals', { totals: 'id:COUNT' }, 404, 'unknown_table'],
    ['groups by nothing', 'finds/groups', {}, 400, 'parameter_missing'],
    ['groups by a field that there is not', 'finds/groups', { group_by: 'colour' }, 400, 'unknown_field'],
    ['the years of a text', 'finds/groups', { group_by: 'material:year' }, 400, 'invalid_parameter'],
    ['the weeks of a day', 'finds/groups', { group_by: 'found_on:week' }, 400, 'invalid_parameter'],
    ['an unknown order', 'finds/groups', { group_by: 'id', group_order: 'best' }, 400, 'invalid_parameter'],
    ['a group without its key', 'finds', { group_by: 'material' }, 400, 'parameter_missing'],
    ['a key of another kind', 'finds', { group_by: 'context', group_key: 'first' }, 400, 'invalid_parameter'],
    ['a key that is no value', 'finds', { group_by: 'context', group_key: [] }, 400, 'invalid_parameter'],
    ['no year', 'finds', { group_by: 'sys_created_at:year', group_key: 'soon' }, 400, 'invalid_parameter'],
  ])('%s is refused', async (_case, path, body, status, code) => {
    const reply = await dig.post(`/api/records/${path}`, body, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(reply.json().text.length).toBeGreaterThan(10)
  })

  test('a table that a caller may not read is not measured', async () => {
    await hideTable(dig, 'reader', 'trenches')
    for (const path of ['totals', 'groups']) {
      const reply = await dig.post(`/api/records/trenches/${path}`, { group_by: 'code' }, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
    // Nor does it name the groups of another table.
    expect(told(await groups({ group_by: 'trench' }, 'reader', 'contexts'))).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [null, 1],
    ])
  })
})
