import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideTable } from '../../testing/scope-as.js'

const finds = { id: 'a', tb: 'finds', colouring: { by: 'field', field: 'material' }, labels: null }
const contexts = { id: 'b', tb: 'contexts', opacity: 0.5 }
const plan = { id: 'c', layer: '0a1b2c3d', shown: false }
const whole = { layers: [finds, contexts, plan], base: null, at: [15, 40, 17, 0] }

describe.each(oneEngine)('map views (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_map_views"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const save = async (definition: unknown = whole) => {
    const reply = await dig.post('/api/map-views', { name: 'All of it', definition }, 'writer')
    return { status: reply.statusCode, ...reply.json() }
  }
  const list = async (as: 'reader' | 'writer' | 'super_admin') =>
    (await dig.get('/api/map-views', as)).json().views
  const share = (id: number) => dig.post(`/api/map-view/${id}/share`, undefined, 'writer')
  const layersOf = async (as: 'reader' | 'writer') =>
    (await list(as)).map(({ definition }: { definition: typeof whole }) => definition.layers)

  test('are kept as they came, as an object or as its text', async () => {
    const { code, view } = await save()
    expect(code).toBe('ok_save_map_view')
    expect(view).toMatchObject({ name: 'All of it', definition: whole, owned_by_me: true, is_global: 0 })
    expect((await save(JSON.stringify(whole))).view.definition).toEqual(whole)
    expect(await list('writer')).toMatchObject([{ definition: whole }, { definition: whole }])
  })

  test('leave out what a viewer may not read, and are gone where nothing else is in them', async () => {
    const { view } = await save()
    const other = (await save({ layers: [finds] })).view
    await share(view.id)
    await share(other.id)
    expect(await layersOf('reader')).toEqual([whole.layers, [finds]])
    await hideTable(dig, 'reader', 'finds')
    expect(await layersOf('reader')).toEqual([[contexts, plan]])
    await hideTable(dig, 'reader', 'contexts')
    expect(await layersOf('reader')).toEqual([[plan]])
  })

  test('leave out a layer whose filter leads where a viewer may not look', async () => {
    const crossing = { ...finds, select: { filter: { context: { ctx_no: { _eq: 'C1' } } } } }
    const { view } = await save({ layers: [crossing, plan] })
    await share(view.id)
    await hideTable(dig, 'reader', 'contexts')
    expect(await layersOf('reader')).toEqual([[plan]])
  })

  test('are changed by their owner, and keep layers that he may no longer read', async () => {
    const { view } = await save()
    await hideTable(dig, 'writer', 'finds')
    expect(await layersOf('writer')).toEqual([[contexts, plan]])
    const change = (body: object, as: 'writer' | 'reader' = 'writer') =>
      dig.post(`/api/map-view/${view.id}`, body, as)
    expect((await change({ definition: { layers: [plan] } })).json().view.definition.layers).toEqual([plan])
    expect((await change({ name: 'Plan alone' })).json().view).toMatchObject({
      name: 'Plan alone',
      definition: { layers: [plan] },
    })
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
    expect(await layersOf('writer')).toEqual([[plan, finds]])
    for (const [reply, code] of [
      [await change({}), 'nothing_to_update'],
      [await change({ name: 'x' }, 'reader'), 'map_view_access_denied'],
      [await dig.post('/api/map-view/999', { name: 'x' }, 'writer'), 'map_view_not_found'],
    ] as const)
      expect(reply.json().code).toBe(code)
  })

  test.each<[string, unknown, number, string]>([
    ['no layers', {}, 400, 'invalid_parameter'],
    ['layers that are no list', { layers: 'all' }, 400, 'invalid_parameter'],
    ['a layer of nothing', { layers: [{ id: 'a' }] }, 400, 'invalid_parameter'],
    ['a layer that is no object', { layers: [7] }, 400, 'invalid_parameter'],
    ['too many layers', { layers: Array(101).fill(plan) }, 400, 'invalid_parameter'],
    ['too much', { layers: [{ ...plan, note: 'x'.repeat(70_000) }] }, 400, 'invalid_parameter'],
    ['no object', 7, 400, 'invalid_parameter'],
    ['nothing', undefined, 400, 'parameter_missing'],
    ['an unknown table', { layers: [{ id: 'a', tb: 'coins' }] }, 404, 'unknown_table'],
  ])('with %s are not kept', async (_what, definition, status, code) => {
    const reply = await dig.post('/api/map-views', { name: 'x', definition }, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await list('writer')).toEqual([])
  })

  test('of a table that the caller may not read are not kept', async () => {
    await hideTable(dig, 'writer', 'finds')
    expect(await save()).toMatchObject({ status: 'error', code: 'not_enough_privilege' })
  })

  test('stand in the journal, and what was deleted comes back', async () => {
    const { view } = await save()
    await dig.post(`/api/map-view/${view.id}`, { name: 'Renamed' }, 'writer')
    const removed = await dig.delete(`/api/map-view/${view.id}`, undefined, 'writer')
    expect(await list('writer')).toEqual([])
    const set = Number(removed.headers['x-change-set'])
    const changes = (await dig.get(`/api/change-set/${set}`, 'writer')).json().changes
    expect(changes).toMatchObject([{ entity: 'map_view', operation: 'deleted', id: view.id }])
    const undone = await dig.post(`/api/change-set/${set}/undo`, {}, 'writer')
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await list('writer')).toMatchObject([{ id: view.id, name: 'Renamed', definition: whole }])
  })
})
