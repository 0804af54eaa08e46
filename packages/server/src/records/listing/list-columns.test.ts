import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const all = ['id', 'creator', 'inv_no', 'context', 'material', 'weight_g', 'found_on']
const preview = ['id', 'inv_no', 'material']

describe.each(engines)('lists for clients that send no columns (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.put('/api/config/table/finds', { preview: ['inv_no', 'material'] }, 'super_admin')
  })
  afterAll(() => dig.close())

  const set = (listColumns: unknown, role: 'super_admin' | 'admin' | 'key10' = 'super_admin') =>
    dig.put('/api/config/app', { list_columns: listColumns }, role)

  async function listed(address: string, body?: object): Promise<string[]> {
    const url = `/api/records/finds${address}`
    const reply = body ? await dig.post(url, body, 'reader') : await dig.get(url, 'reader')
    const { fields, data } = reply.json()
    const names = fields.map(({ name }: { name: string }) => name)
    expect(Object.keys(data[0])).toEqual(names)
    return names
  }

  const unset: readonly (readonly [string, object?])[] = [
    [''],
    ['?columns='],
    ['', {}],
    ['', { columns: null }],
    ['', { columns: '' }],
    ['', { columns: [] }],
    ['?search_type=fast&search=F', {}],
  ]

  test('have all fields unless the application says otherwise', async () => {
    for (const [address, body] of unset) expect(await listed(address, body)).toEqual(all)
  })

  test('have the preview fields of the table where the application says so, by GET and POST alike', async () => {
    expect((await set('preview')).statusCode).toBe(200)
    for (const [address, body] of unset) expect(await listed(address, body)).toEqual(preview)
    expect((await set('all')).statusCode).toBe(200)
    for (const [address, body] of unset) expect(await listed(address, body)).toEqual(all)
  })

  test('columns that a client sends win over the setting', async () => {
    await set('preview')
    expect(await listed('?columns=*')).toEqual(all)
    expect(await listed('', { columns: '*' })).toEqual(all)
    expect(await listed('', { columns: ['*'] })).toEqual(all)
    expect(await listed('?columns=weight_g')).toEqual(['id', 'weight_g'])
    expect(await listed('', { columns: ['weight_g', 'inv_no'] })).toEqual(['id', 'weight_g', 'inv_no'])
    expect(await listed('?columns=weight_g', { columns: ['inv_no'] })).toEqual(['id', 'weight_g'])
    const unknown = await dig.get('/api/records/finds?columns=nothing', 'reader')
    expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'unknown_field'])
  })

  test('exports have all fields under either setting', async () => {
    await set('preview')
    const { body } = await dig.get('/api/records/finds/export?format=csv', 'reader')
    expect(body.split(/\r?\n/)[0]).toBe(all.join())
  })

  test('a choice that does not exist is refused, with the setting named', async () => {
    await set('preview')
    const reply = await set('some')
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'error_cfg_data_updated'])
    expect(reply.json().errors).toMatchObject([{ field: 'list_columns', code: 'invalid_value' }])
    expect(await listed('')).toEqual(preview)
  })

  test('only super-admins choose', async () => {
    await set('all')
    for (const role of ['admin', 'key10'] as const) {
      expect((await set('preview', role)).statusCode).toBe(403)
    }
    expect(await listed('')).toEqual(all)
  })
})
