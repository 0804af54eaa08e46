import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'

/** The first context, as a version from before the journal has it: with a field that is gone since. */
const core = {
  id: 1,
  creator: 1,
  ctx_no: 'C1',
  trench: 1,
  ctx_type: 'layer',
  notes: 'seen first',
  colour: 'grey',
}
const samples = [{ id: 1, id_link: 1, litres: 9, lab: 'Oxford' }]

describe.each(engines)('versions from before the journal (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const contents = [
      { core, plugins: { samples } },
      { core: { ...core, notes: 'seen again' }, plugins: { samples } },
    ]
    await dig.application.db.write(async (tx) => {
      // The journal begins after them, as the migration leaves it.
      const last =
        (await tx.get<{ last: number }>(sql`SELECT max("id") AS "last" FROM "sys_changes"`))?.last ?? 0
      for (const table of ['sys_change_sets', 'sys_change_counts', 'sys_changes'])
        await tx.run(sql`DELETE FROM ${id(table)}`)
      await tx.insert('sys_change_sets', {
        ...{ id: 3, time: 1_600_000_000_000, user_id: 0, key_id: null, origin: 'api', note: null },
        ...{ incomplete: 0, first_change: 0, last_change: last, undone_by: null },
      })
      for (const [k, content] of contents.entries())
        await tx.insert('sys_versions', {
          ...{ userid: dig.userId('writer'), time: 1_500_000_000_000 + k, tb: 'contexts', rowid: 1 },
          ...{ operation: 'update', content: JSON.stringify(content) },
        })
    })
  })
  afterAll(() => dig.close())

  const get = async (url: string, as: Role = 'admin') => (await dig.get(url, as)).json()

  test('are change sets of their own, with number, time and person, that cannot be undone', async () => {
    const { total, data } = await get('/api/change-sets?to=2018-01-01&user=*')
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { id: 2, time: '2017-07-14T02:40:00Z', user_name: 'writer', undoable: false },
      { id: 1, undoable: false, record: { table: 'contexts', id: 1, label: 'C1' } },
    ])
    expect((await get('/api/change-sets?record=contexts:1&to=2018-01-01', 'writer')).total).toBe(2)
    expect((await get('/api/change-sets?table=finds&to=2018-01-01&user=*')).total).toBe(0)
    const reply = await dig.post('/api/change-set/1/undo', {}, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'not_undoable'])
    expect(reply.json().sentence).toBe('undo_before_journal')
  })

  test('are shown with what they changed, up to what the journal began with', async () => {
    expect(await get('/api/change-set/1')).toMatchObject({
      total: 1,
      changes: [
        {
          ...{ entity: 'record', table: 'contexts', id: 1, operation: 'updated' },
          fields: [{ field: 'notes', label: 'Notes', before: 'seen first', after: 'seen again' }],
        },
      ],
    })
    const { changes } = await get('/api/change-set/2')
    expect(changes[0].fields).toContainEqual({
      ...{ field: 'notes', label: 'Notes' },
      ...{ before: 'seen again', after: 'topsoil' },
    })
    expect(changes.slice(1)).toMatchObject([
      { entity: 'plugin_row', table: 'samples', id: 2, operation: 'created' },
      { entity: 'plugin_row', table: 'samples', id: 1, operation: 'updated' },
    ])
    expect((await dig.get('/api/change-set/1', 'reader')).statusCode).toBe(404)
  })

  test('stand below those of the journal among the versions of their record', async () => {
    expect((await dig.post('/api/record/contexts/1', { core: { notes: 'dug' } }, 'writer')).statusCode).toBe(
      200,
    )
    const { versions } = await get('/api/record/contexts/1/versions')
    expect(versions.map((one: { id: number }) => one.id)).toEqual([expect.any(Number), 2, 1])
    const { version } = await get('/api/version/1')
    expect(version.content).toEqual({ core, plugins: { samples } })
    expect((await get('/api/history?user=writer')).data.map((one: { id: number }) => one.id)).toEqual([
      versions[0].id,
      2,
      1,
    ])
  })

  test('are not told to who follows the changes', async () => {
    const { data } = await get('/api/changes?after=0&limit=500')
    expect(data.filter((one: { id: number }) => one.id <= 2)).toEqual([])
  })

  test('go with a purge', async () => {
    await dig.confirm()
    const purge = (body: object) =>
      dig.post('/api/change-sets/purge', { before: '2018-01-01', ...body }, 'super_admin')
    expect((await purge({ preview: true })).json()).toMatchObject({ sets: 2, changes: 2 })
    expect((await get('/api/version/1')).status).toBe('success')
    expect((await purge({})).json()).toMatchObject({ sets: 2 })
    expect((await get('/api/version/1')).code).toBe('version_not_found')
    expect((await get('/api/record/contexts/1/versions')).versions).toHaveLength(1)
  })
})
