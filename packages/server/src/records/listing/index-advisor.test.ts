import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
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
