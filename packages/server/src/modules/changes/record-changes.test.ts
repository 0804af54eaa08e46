import type { FollowedSet } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'

describe.each(engines)('the changes of a record (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  type Reply = Awaited<ReturnType<Dig['get']>>
  const must = async (asked: Promise<Reply>) => {
    const reply = await asked
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const lifeOf = async (
    table: string,
    id: number,
    as: Role = 'reader',
    query = '',
  ): Promise<{ total: number; data: FollowedSet[] }> =>
    must(dig.get(`/api/record/${table}/${id}/changes${query}`, as))
  const told = ({ data }: { data: FollowedSet[] }) =>
    data.map(({ user_name, changes }) => [
      user_name,
      ...changes.map(({ entity, operation }) => [entity, operation]),
    ])

  test('are those of whomever: its fields, plugin rows, relations, links and files', async () => {
    const core = { ctx_no: 'L1', notes: 'loam' }
    const { id } = await must(
      dig.post('/api/record/contexts', { core, plugins: { samples: [{ fields: { litres: 2 } }] } }, 'writer'),
    )
    await must(dig.patch(`/api/record/contexts/${id}`, { core: { notes: 'silt' } }, 'admin'))
    await must(dig.post('/api/record/contexts/rs', { first: id, second: 2, relation: 5 }, 'writer'))
    await must(sendFile(dig, `/api/record/contexts/${id}/file`, 'a.txt', 'bytes', 'writer'))
    await must(dig.delete(`/api/record/contexts/${id}`, undefined, 'admin'))
    const life = await lifeOf('contexts', id)
    expect(life.total).toBe(5)
    expect(told(life)).toMatchObject([
      ['admin', ...Array.from({ length: 4 }, () => [expect.any(String), 'deleted'])],
      ['writer', ['file', 'created'], ['file_link', 'created']],
      ['writer', ['relation', 'created']],
      ['admin', ['record', 'updated']],
      ['writer', ['record', 'created'], ['plugin_row', 'created']],
    ])
    expect(life.data[3]?.changes[0]?.fields).toEqual([
      { field: 'notes', label: 'Notes', before: 'loam', after: 'silt' },
    ])
    const page = await lifeOf('contexts', id, 'reader', '?page=2&per_page=2')
    expect([page.total, page.data]).toEqual([5, life.data.slice(2, 4)])
  })

  test('tell of a set of many records only what is about the one', async () => {
    const looked = await preview(dig, csvForm('inv_no,material\nL10,bone\nL11,clay\nL12,flint\n'))
    const { temp_id } = looked.json<{ temp_id: string }>()
    const mapping = ['inv_no', 'material'].map((name) => ({ column: name, field: name }))
    const body = { temp_id, tb: 'finds', mapping, key_field: null, mode: 'insert' }
    const { new_ids } = await must(dig.post('/api/import/data', body, 'writer'))
    const life = await lifeOf('finds', new_ids.first + 1)
    expect(life.data).toMatchObject([
      {
        title: '3 records in Finds',
        total: 1,
        changes: [{ entity: 'record', id: new_ids.first + 1, operation: 'created' }],
      },
    ])
  })

  test('keep notes to those who made them and to administrators', async () => {
    const { id } = await must(dig.post('/api/record/finds', { core: { inv_no: 'L20' } }, 'writer'))
    const headers = { 'x-change-note': 'weighed again' }
    const payload = { core: { weight_g: 3 } }
    await must(dig.request({ method: 'PATCH', url: `/api/record/finds/${id}`, headers, payload }, 'writer'))
    const notes = async (as: Role) => (await lifeOf('finds', id, as)).data.map(({ note }) => note)
    expect(await notes('writer')).toEqual(['weighed again', null])
    expect(await notes('admin')).toEqual(['weighed again', null])
    expect(await notes('reader')).toEqual([null, null])
  })

  test('are asked for of a main table that the caller may read', async () => {
    const asked = (path: string, as?: Role) => dig.get(`/api/record/${path}/changes`, as)
    expect((await asked('finds/1')).statusCode).toBe(401)
    expect((await asked('coins/1', 'reader')).json().code).toBe('unknown_table')
    expect((await asked('samples/1', 'reader')).json().code).toBe('plugin_table_not_allowed')
    expect((await asked('finds/99999999999999999999', 'reader')).json()).toMatchObject({ total: 0, data: [] })
    expect((await asked('finds/1', 'waiting')).statusCode).toBe(403)
  })

  test('hide what is hidden from the caller', async () => {
    const { id } = await must(dig.post('/api/record/finds', { core: { inv_no: 'L30' } }, 'writer'))
    await must(dig.patch(`/api/record/finds/${id}`, { core: { material: 'gold' } }, 'writer'))
    expect((await lifeOf('finds', id)).total).toBe(2)
    await hideRows(dig, 'reader', 'finds', { material: { _neq: 'gold' } })
    expect((await lifeOf('finds', id)).total).toBe(0)
    await hideTable(dig, 'reader', 'finds')
    expect((await dig.get(`/api/record/finds/${id}/changes`, 'reader')).statusCode).toBe(403)
  })
})
