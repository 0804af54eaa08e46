import { ListQuery } from '@trowel/contract/listing.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableOf } from '../../catalogue/catalogue.js'
import { readInput } from '../../http/read-input.js'
import { type Dig, openDig } from '../../testing/open-dig.js'
import { hideRows, scopeAs } from '../../testing/scope-as.js'
import { planList } from './list-plan.js'
import { selectPage } from './list-store.js'

let dig: Dig
beforeAll(async () => {
  dig = await openDig('sqlite')
  await hideRows(dig, 'reader', 'finds', { material: { _neq: 'iron' } })
})
afterAll(() => dig.close())

test.each([
  ['all records', {}, 6],
  ['a filter that reaches other tables', { filter: { context: { trench: { code: { _eq: 'A' } } } } }, 3],
  ['a search', { search_type: 'fast', search: 'bo' }, 1],
  ['an expression', { search_type: 'sqlExpert', querytext: 'weight_g * 2 > 6 AND material IS NOT NULL' }, 3],
])('the plan of a list is a plain value, whose copy gives the same page: %s', async (_, query, total) => {
  const scope = await scopeAs(dig, 'reader')
  const plan = planList(scope, tableOf(scope.catalogue, 'finds'), readInput(ListQuery, query), {})
  const copy = structuredClone(plan)
  expect(copy).toEqual(plan)
  const { total: found, rows } = await selectPage(scope.db, scope.catalogue, copy)
  const original = await selectPage(scope.db, scope.catalogue, plan)
  expect([found, rows]).toEqual([total, original.rows])
})
