import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

describe.each(engines)('a list that is sorted by several fields (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const sorted = async (table: string, sort: string, name: string, more = ''): Promise<string[]> => {
    const reply = await dig.get(`/api/records/${table}?sort=${sort}&columns=${name}${more}`, 'reader')
    return reply.json().data.map((row: Record<string, string>) => row[name])
  }

  test('has what is equal in the first field in the order of the second, each in its own direction', async () => {
    expect(await sorted('contexts', 'ctx_type,-depth_cm', 'ctx_no')).toEqual('C2 C3 C1 C6 C4 C5'.split(' '))
    expect(await sorted('contexts', '-ctx_type,depth_cm', 'ctx_no')).toEqual('C5 C4 C6 C1 C3 C2'.split(' '))
  })

  test('has missing values last in ascending and first in descending order, in each of the fields', async () => {
    expect(await sorted('finds', 'context,-material', 'inv_no')).toEqual('F1 F2 F3 F4 F6 F7 F8 F5'.split(' '))
    expect(await sorted('finds', '-context,material', 'inv_no')).toEqual('F5 F8 F7 F6 F4 F3 F2 F1'.split(' '))
  })

  test('is in the order of the ids where all fields are equal, so that pages never overlap', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => sorted('contexts', '-ctx_type,trench', 'ctx_no', `&per_page=2&page=${page}`)),
    )
    expect(pages).toEqual([
      ['C5', 'C1'],
      ['C4', 'C6'],
      ['C3', 'C2'],
    ])
  })

  test('sorts by who made records and when, too, beside fields', async () => {
    const mine = await dig.post('/api/record/finds', { core: { inv_no: 'F9', material: 'bone' } }, 'writer')
    expect(mine.statusCode).toBe(200)
    const wanted = '&filter[material][_in][]=bone&filter[material][_in][]=flint'
    expect(await sorted('finds', 'material,-sys_created_at', 'inv_no', wanted)).toEqual(['F9', 'F3', 'F1'])
    expect(await sorted('finds', '-sys_created_at,-material', 'inv_no', wanted)).toEqual(['F9', 'F1', 'F3'])
    expect((await sorted('finds', 'sys_created_by,inv_no', 'inv_no', wanted)).toSorted()).toEqual([
      'F1',
      'F3',
      'F9',
    ])
    await dig.delete(`/api/record/finds/${mine.json().id}`, undefined, 'super_admin')
  })

  test('takes a list in a body as well, which goes before the single field of older clients', async () => {
    const body = { sort: ['ctx_type', '-depth_cm'], sort_field: 'ctx_no', columns: ['ctx_no'], per_page: 3 }
    const { data } = (await dig.post('/api/records/contexts', body, 'reader')).json()
    expect(data.map((row: { ctx_no: string }) => row.ctx_no)).toEqual(['C2', 'C3', 'C1'])
    expect(await sorted('contexts', '', 'ctx_no', '&sort_field=ctx_no&sort_dir=desc&per_page=1')).toEqual([
      'C6',
    ])
  })

  test('asks nothing more of a field that comes again, or of what comes after the id', async () => {
    expect(await sorted('contexts', 'ctx_type,-ctx_type,-id,notes', 'ctx_no')).toEqual(
      'C2 C3 C6 C4 C1 C5'.split(' '),
    )
  })

  test('is exported in the same order', async () => {
    const file = await dig.get(
      '/api/records/contexts/export?format=csv&columns=ctx_no&sort=ctx_type,-depth_cm',
      'reader',
    )
    expect(file.body.trim().split(/\r?\n/).slice(1).join(' ')).toMatch(/C2.*C3.*C1.*C6.*C4.*C5/)
  })

  test.each([
    ['a field that there is not', 'ctx_type,-colour', 'unknown_field'],
    ['a field that there is not, behind the id', 'id,colour', 'unknown_field'],
    ['more fields than can be told apart', 'a,b,c,d,e,f,g,h,i', 'invalid_parameter'],
  ])('is refused with %s', async (_case, sort, code) => {
    const reply = await dig.get(`/api/records/contexts?sort=${sort}`, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, code])
  })
})
