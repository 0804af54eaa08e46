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

  const ask = (query: Record<string, unknown>, ms: number, times: number): void => {
    const plan = planList(scope, tableOf(scope.catalogue, 'finds'), query, {})
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
    await dig.application.db.settled()
    expect(await automatic()).toEqual(['context,weight_g'])
  })

  test('what an index answers already gets no second one', async () => {
    ask({ filter: { context: { _eq: 1 } } }, 5, 8)
    ask({ sort_field: 'weight_g' }, 5, 8)
    await eventually(['context,weight_g', 'weight_g'])
  })
})
