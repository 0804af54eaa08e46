import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows } from '../../../testing/scope-as.js'

describe.each(oneEngine)('what a save would be refused for (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    await hideRows(dig, 'writer', 'finds', { inv_no: { _neq: 'F8' } })
  })
  afterAll(() => dig.close())

  const check = async (place: string, body: object, as: Role = 'writer') => {
    const reply = await dig.post(`/api/record/${place}/check`, body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().errors
  }
  const codesOf = (errors: { field: string; code: string }[]) =>
    errors.map(({ field, code }) => [field, code])

  test('is told as the save tells it, and nothing is written', async () => {
    const body = {
      core: { inv_no: 'F8', weight_g: 'heavy', context: 99, found_on: 'yesterday' },
      plugins: {},
    }
    const errors = await check('finds', body)
    const refused = await dig.post('/api/record/finds', body, 'writer')
    expect(errors).toEqual(refused.json().errors)
    expect(codesOf(errors)).toEqual([
      ['weight_g', 'number'],
      ['found_on', 'date'],
      ['inv_no', 'no_dupl'],
      ['context', 'reference'],
    ])
    expect(await check('finds', { core: { inv_no: 'F9' } })).toEqual([])
    expect((await dig.get('/api/records/finds', 'admin')).json().total).toBe(8)
  })

  test('concerns what a change would make of the record and its rows', async () => {
    expect(await check('contexts/1', { core: { ctx_no: 'C1', notes: 'x' } })).toEqual([])
    const body = {
      core: { ctx_no: 'C2', depth_cm: 'deep' },
      plugins: {
        samples: [
          { id: 1, fields: { litres: 'many' } },
          { _isNew: true, fields: { litres: '1,5' } },
        ],
      },
    }
    const errors = await check('contexts/1', body)
    expect(errors).toEqual((await dig.patch('/api/record/contexts/1', body, 'writer')).json().errors)
    expect(codesOf(errors).map(([field]) => field)).toEqual(['depth_cm', 'litres', 'litres', 'ctx_no'])
  })

  test('leaves out numbers that the service will give', async () => {
    const field = { name: 'inv_no', label: 'Inventory', type: 'text', db_type: 'TEXT' }
    const settings = { ...field, check: ['not_empty', 'no_dupl'], number_pattern: 'F{n}' }
    await dig.put('/api/config/table/finds/field/inv_no', settings, 'super_admin')
    expect(codesOf(await check('finds', { core: {} }))).toEqual([['inv_no', 'required']])
    expect(await check('finds', { core: {}, proposed: ['inv_no'] })).toEqual([])
    expect(await check('finds', { core: { inv_no: 'F1' }, proposed: ['inv_no'] })).toEqual([])
    await dig.put('/api/config/table/finds/field/inv_no', { ...settings, number_auto: true }, 'super_admin')
    expect(await check('finds', { core: {} })).toEqual([])
    expect(codesOf(await check('finds', { core: { inv_no: 'F1' } }))).toEqual([['inv_no', 'no_dupl']])
  })

  test.each<[string, object, Role | undefined, number, string]>([
    ['finds', { core: { nope: 1 } }, 'writer', 400, 'unknown_field'],
    ['finds', {}, 'writer', 400, 'parameter_missing'],
    ['finds', { core: {} }, 'reader', 403, 'not_enough_privilege'],
    ['finds', { core: {} }, undefined, 401, 'unauthenticated'],
    ['samples', { core: {} }, 'writer', 422, 'plugin_table_not_allowed'],
    ['coins', { core: {} }, 'writer', 404, 'unknown_table'],
    ['finds/8', { core: {} }, 'writer', 404, 'record_not_found'],
    ['finds/1', { core: {} }, 'self_writer', 403, 'not_enough_privilege'],
    ['finds/1', { plugins: { contexts: [] } }, 'writer', 400, 'invalid_parameter'],
  ])('%s with %j as %s is refused', async (place, body, as, status, code) => {
    const reply = await dig.post(`/api/record/${place}/check`, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
