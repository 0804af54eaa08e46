import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { learnFromPage } from './index-advisor.js'
import { planList } from './list-plan.js'

describe.each(engines)('learning from slow pages (%s)', (engine) => {
  let dig: Dig
  let scope: RequestScope
  beforeAll(async () => {
    dig = await openDig(engine)
    scope = await scopeAs(dig, 'writer')
  })
  afterAll(() => dig.close())

  const ask = (query: Record<string, unknown>, ms: number, times: number, table = 'finds'): void => {
    const plan = planList(scope, tableOf(scope.catalogue, table), query, {})
    for (let k = 0; k < times; k++) learnFromPage(scope, plan, 100_000, ms)
  }
  const indexes = async (): Promise<{ columns: string[]; auto: boolean }[]> =>
    (await dig.get('/api/config/table/finds/indexes', 'super_admin')).json().data
  const automatic = async () =>
    (await indexes()).filter((index) => index.auto).map((index) => index.columns.join())
  const eventually = async (expected: string[]) => {
    await expect.poll(automatic, { timeout: 20_000 }).toEqual(expected)
  }

  test('a question that is slow again and again gets an index, which stands in the list as automatic', async () => {
    ask({ filter: { context: { _eq: 1 } }, sort_field: 'weight_g' }, 5, 7)
    expect(await automatic()).toEqual([])
    ask({ filter: { context: { _eq: 2 } }, sort_field: 'weight_g' }, 5, 1)
    await eventually(['context,weight_g'])
    const page = await dig.get(
      '/api/records/finds?filter[context][_eq]=1&sort_field=weight_g&columns=inv_no',
      'reader',
    )
    expect(page.json().data.map((row: { inv_no: string }) => row.inv_no)).toEqual(['F2', 'F1'])
  })

  test('quick questions, and those that no index answers, get none', async () => {
    ask({ filter: { context: { _eq: 1 } } }, 0.5, 50)
    ask({ filter: { material: { _icontains: 'iron' } } }, 50, 50)
    ask({ filter: { weight_g: { _gt: 5 } } }, 50, 50)
    await dig.application.db.whenIdle()
    expect(await automatic()).toEqual(['context,weight_g'])
  })

  test('what an index answers already gets no second one', async () => {
    ask({ filter: { context: { _eq: 1 } } }, 5, 8)
    ask({ sort_field: 'weight_g' }, 5, 8)
    await eventually(['context,weight_g', 'weight_g'])
  })

  test('several fields that sort a list make one index, unless one of them is no column', async () => {
    const weight = { field: 'weight_g', descending: true }
    ask({ sort: [weight, { field: 'sys_changed_at', descending: true }] }, 5, 8)
    ask({ sort: [weight, { field: 'context', descending: false }] }, 5, 8)
    await eventually(['context,weight_g', 'weight_g', 'weight_g,context'])
  })

  /** What no engine makes any shorter. */
  const longText = (start: string): string => start + randomBytes(1900).toString('hex')
  const listed = async (query: string): Promise<string[]> =>
    (await dig.get(`/api/records/finds?${query}&columns=inv_no`, 'reader'))
      .json()
      .data.map((row: { inv_no: string }) => row.inv_no)

  test('texts of any length get one, and may become as long as they like', async () => {
    const same = 'A bead, '.repeat(20)
    ask({ filter: { material: { _eq: 'glass' } }, sort_field: 'inv_no' }, 5, 8)
    await eventually(['context,weight_g', 'material,inv_no', 'weight_g', 'weight_g,context'])
    const [long, longer] = [longText(same), longText(same)].sort() as [string, string]
    for (const [inv_no, material] of [
      [longer, 'glass'],
      ['G2', 'glass'],
      [`${same}b`, 'glass'],
      ['G1', 'glass'],
      [`${same}a`, 'glass'],
      [long, 'glass'],
      ['G3', longer],
      ['G4', long],
      ['G5', `${same}c`],
    ]) {
      const made = await dig.post('/api/record/finds', { core: { inv_no, material } }, 'writer')
      expect(made.statusCode).toBe(200)
    }
    const ordered = [long, longer, `${same}a`, `${same}b`].sort()
    expect(await listed('filter[material][_eq]=glass&sort_field=inv_no')).toEqual([...ordered, 'G1', 'G2'])
    expect(await listed('filter[material][_eq]=glass&sort_field=inv_no&sort_dir=desc')).toEqual([
      'G2',
      'G1',
      ...ordered.reverse(),
    ])
    expect(await listed(`filter[material][_eq]=${encodeURIComponent(`${same}c`)}`)).toEqual(['G5'])
    const found = async (material: string): Promise<number> =>
      (await dig.get(`/api/records/finds?filter[material][_eq]=${material}`, 'reader')).json().total
    expect([await found('glass'), await found('glas'), await found(same)]).toEqual([6, 0, 0])
  })

  test('what sorts after texts of any length gets one where an engine has whole texts in it', async () => {
    ask(
      {
        sort: [
          { field: 'material', descending: false },
          { field: 'weight_g', descending: false },
        ],
      },
      5,
      8,
    )
    await dig.application.db.whenIdle()
    const before = ['context,weight_g', 'material,inv_no', 'weight_g', 'weight_g,context']
    await eventually(engine === 'sqlite' ? [...before, 'material,weight_g'].sort() : before)
  })

  test('pages of many records come out of such an index in their order', async () => {
    const { db } = dig.application
    await db.write((tx) =>
      tx.run(sql`INSERT INTO finds (inv_no, material)
        WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20000)
        SELECT 'M' || n, 'kind ' || (n % 50) FROM counted`),
    )
    await db.write((tx) => tx.run(sql`ANALYZE finds`))
    const page = () => listed('filter[material][_eq]=kind 7&sort_field=inv_no&per_page=3')
    expect(await page()).toEqual(['M10007', 'M10057', 'M1007'])
    expect(await listed('filter[material][_eq]=kind 7&sort=-inv_no,-id&per_page=2')).toEqual([
      'M9957',
      'M9907',
    ])
    // SQLite tells no statistics of its indexes.
    if (engine === 'sqlite') return
    const used = async (): Promise<unknown> => {
      await page()
      return db.quick.get(sql`SELECT idx_scan > 0 AS used FROM pg_stat_user_indexes
        WHERE indexrelname = 'finds__auto_material_inv_no' AND schemaname = current_schema()`)
    }
    await expect.poll(used, { timeout: 20_000 }).toEqual({ used: 1 })
  })

  test('what was slow a few times is suggested, with the call that makes the index, until there is one', async () => {
    const suggested = async () =>
      (await dig.get('/api/config/indexes/suggestions', 'super_admin')).json().data
    expect(await suggested()).toEqual([])
    ask({ filter: { trench: { _eq: 1 } } }, 5, 1, 'contexts')
    ask({ filter: { context: { _eq: 1 } }, sort_field: 'id' }, 90, 1)
    ask({ filter: { count_of: { _eq: 3 } }, sort_field: 'depth_cm' }, 10, 2, 'contexts')
    ask({ filter: { count_of: { _eq: 1 } }, sort_field: 'depth_cm' }, 25, 1, 'contexts')
    const [first, second, ...more] = await suggested()
    expect([first.tb, first.columns, first.times, first.ms, first.slowest_ms, first.total_ms]).toEqual([
      'contexts',
      ['count_of', 'depth_cm'],
      3,
      15,
      25,
      45,
    ])
    expect([second.columns, more]).toEqual([['trench'], []])
    const { method, path, body } = first.call
    expect(method).toBe('POST')
    expect((await dig.post(path, body, 'super_admin')).statusCode).toBe(200)
    expect((await suggested()).map(({ columns }: { columns: string[] }) => columns)).toEqual([['trench']])
    await dig.confirm()
    await dig.delete('/api/config/table/contexts/field/trench', undefined, 'super_admin')
    expect(await suggested()).toEqual([])
    expect((await dig.get('/api/config/indexes/suggestions', 'admin')).statusCode).toBe(403)
  })
})
