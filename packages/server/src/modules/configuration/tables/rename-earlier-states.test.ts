import { changeSetHeader } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'
import { savedThings } from '../../../testing/saved-things.js'

describe.each(engines)('earlier states of a table that has another name now (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    await dig.application.db.write(async (tx) => {
      for (const [table, row] of savedThings) await tx.insert(table, row)
    })
  })
  afterAll(() => dig.close())

  const must = async (asked: ReturnType<Dig['get']>) => {
    const reply = await asked
    expect(reply.statusCode, reply.body).toBe(200)
    return reply
  }
  const read = async (url: string) => (await must(dig.get(url, 'super_admin'))).json()
  const setOf = async (asked: ReturnType<Dig['get']>) => Number((await must(asked)).headers[changeSetHeader])
  const rename = (path: string, new_name: string) =>
    setOf(dig.patch(`/api/config/${path}`, { new_name }, 'super_admin'))
  /** All that hangs from a context, and who changed it last. */
  const hangingFrom = async (address: string) => {
    const { files, rs, geodata, manualLinks, bibliography, plugins, metadata } = await read(address)
    const parts = { files, rs, geodata, manualLinks, bibliography, plugins }
    const newNames = JSON.stringify(parts)
      .replaceAll(/\bcontexts\b/g, 'units')
      .replaceAll(/\bsamples\b/g, 'soil')
    return { parts: JSON.parse(newNames), changed: metadata.last_changed }
  }

  test('are looked at and brought back under the new name, and the renaming changes no record', async () => {
    const before = await hangingFrom('/api/record/contexts/1')
    for (const [part, rows] of Object.entries<object>(before.parts))
      expect([part, Object.keys(rows).length]).toEqual([part, expect.toSatisfy((n: number) => n > 0)])
    const neighbour = await hangingFrom('/api/record/contexts/2')
    const { queries } = await read('/api/saved-queries')
    const query = queries.find(({ name }: { name: string }) => name === 'of contexts')

    const queryGone = await setOf(dig.delete(`/api/saved-query/${query.id}`, undefined, 'super_admin'))
    const gone = await setOf(dig.delete('/api/record/contexts/1', undefined, 'super_admin'))
    const untouched = await hangingFrom('/api/record/contexts/3')
    const renamed = [
      await rename('table/contexts', 'units'),
      await rename('table/samples', 'soil'),
      await rename('table/units/field/notes', 'remarks'),
    ]

    expect(await hangingFrom(`/api/record/units/1?as_of=${gone - 1}`)).toEqual(before)
    expect(await hangingFrom(`/api/record/units/2?as_of=${gone - 1}`)).toEqual(neighbour)
    expect(await hangingFrom('/api/record/units/3')).toEqual(untouched)
    for (const set of renamed) {
      const { changes } = await read(`/api/change-set/${set}`)
      expect(new Set(changes.map(({ entity }: { entity: string }) => entity))).toEqual(
        new Set(['configuration']),
      )
    }
    for (const set of [gone, queryGone])
      await must(dig.post(`/api/change-set/${set}/undo`, {}, 'super_admin'))
    expect((await hangingFrom('/api/record/units/1')).parts).toEqual(before.parts)
    expect((await hangingFrom('/api/record/units/2')).parts).toEqual(neighbour.parts)
    const { queries: after } = await read('/api/saved-queries')
    const back = after.find(({ id }: { id: number }) => id === query.id)
    expect([back.tb, back.query]).toEqual([
      'units',
      {
        filter: { soil: { units: { remarks: { _eq: 1 } } } },
        sort: ['-remarks', 'id'],
        sort_field: 'remarks',
        view: {
          columns: ['ctx_no', 'remarks'],
          group_by: 'remarks:year',
          totals: { remarks: 'COUNT' },
          widths: { remarks: 200 },
        },
      },
    ])
  })

  const field = { name: 'note', label: 'Note', type: 'text', db_type: 'TEXT' }
  const makeTable = async (name: string) => {
    await dig.confirm()
    await must(dig.post('/api/config/tables', { name, label: name }, 'super_admin'))
    await must(dig.post(`/api/config/table/${name}/field`, field, 'super_admin'))
  }
  const create = async (table: string, note: string): Promise<number> =>
    (await must(dig.post(`/api/record/${table}`, { core: { note } }, 'super_admin'))).json().id
  const save = (table: string, id: number, note: string) =>
    setOf(dig.post(`/api/record/${table}/${id}`, { core: { note } }, 'super_admin'))
  const deleteTable = (name: string) =>
    must(dig.delete(`/api/config/table/${name}`, undefined, 'super_admin'))

  test('that was deleted are not those of another one of its name', async () => {
    await makeTable('sketches')
    const id = await create('sketches', 'of the table that goes')
    await save('sketches', id, 'changed')
    const ends = { tb_one: 'sketches', id_one: id, tb_two: 'finds', id_two: 1 }
    const { link } = (await must(dig.post('/api/manual-link', ends, 'super_admin'))).json()
    const unlinked = await setOf(dig.delete(`/api/manual-link/${link.key}`, undefined, 'super_admin'))
    const deleted = await create('sketches', 'deleted')
    await must(dig.delete(`/api/record/sketches/${deleted}`, undefined, 'super_admin'))
    await deleteTable('sketches')
    await makeTable('sketches')
    expect(await create('sketches', 'new')).toBe(id)

    expect((await read(`/api/record/sketches/${id}/versions`)).versions).toEqual([])
    const { data } = await read(`/api/record/sketches/${id}/changes`)
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['1 record in sketches'])
    expect(await read('/api/record/sketches/deleted')).toMatchObject({ total: 0 })
    expect(await read('/api/history?tb=sketches&user=*')).toMatchObject({ total: 1 })
    expect(await read('/api/change-sets?table=sketches&user=*')).toMatchObject({ total: 1 })
    const refused = await dig.post(`/api/change-set/${unlinked}/undo`, {}, 'super_admin')
    expect(refused.statusCode, refused.body).not.toBe(200)
    expect((await read(`/api/record/sketches/${id}`)).manualLinks).toEqual({})
  })

  test('are the same under a name that a deleted table had', async () => {
    await makeTable('plans')
    const id = await create('plans', 'first')
    const then = await save('plans', id, 'then')
    const before = (await read(`/api/records/plans?as_of=${then}`)).data
    await makeTable('drawings')
    await save('drawings', await create('drawings', 'of the table that goes'), 'changed')
    await deleteTable('drawings')
    await save('plans', id, 'now')
    await rename('table/plans', 'drawings')
    expect((await read(`/api/records/drawings?as_of=${then}`)).data).toEqual(before)
    expect((await read(`/api/record/drawings/${id}/versions`)).versions).toHaveLength(2)
  })
})
