import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { json, recordOf, remove, restore, save } from '../../modules/records/testing/saved-versions.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { nthVersion } from '../../testing/versions.js'

describe.each(engines)('restoring after the tables changed (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const configure = async (method: 'DELETE' | 'PATCH', url: string, body?: object) => {
    await dig.confirm()
    const payload = body ? { payload: body } : {}
    const reply = await dig.request({ method, url: `/api/config/table/${url}`, ...payload }, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
  }

  test('fields that are gone or no longer fit are skipped and named', async () => {
    await save(dig, 'contexts', 1, { core: { notes: '12', ctx_type: 'pit' } })
    await save(dig, 'contexts', 1, { core: { notes: '13' } })
    await save(dig, 'contexts', 2, { core: { notes: '14' } })
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE contexts SET notes = NULL, count_of = 7 WHERE id > 2 OR id = 2`),
    )
    await configure('DELETE', 'contexts/field/ctx_type')
    await dig.application.db.write(
      async (tx) => {
        await tx.schema.changeColumnType('contexts', 'notes', 'INTEGER')
        await tx.run(
          sql`UPDATE sys_cfg_fields SET db_type = 'INTEGER' WHERE table_name = 'contexts' AND name = 'notes'`,
        )
        await tx.schema.changeColumnType('contexts', 'count_of', 'TEXT')
        await tx.run(
          sql`UPDATE sys_cfg_fields SET db_type = 'TEXT' WHERE table_name = 'contexts' AND name = 'count_of'`,
        )
      },
      { schema: true },
    )
    await dig.application.reload()
    // The first version has "topsoil", the second "12"; what a field held that is gone went with it.
    const [first, second] = [await nthVersion(dig, 1), await nthVersion(dig, 2)]
    expect((await restore(dig, first)).json().skipped_fields).toEqual(['notes'])
    expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 13, count_of: '4' })
    expect((await restore(dig, second)).json().skipped_fields).toEqual([])
    expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 12 })
    expect((await restore(dig, second, { fields: ['ctx_type'] })).json().code).toBe('unknown_field')
    // A version from before the journal has it still.
    const old = await keepOld({ core: { id: 1, notes: '14', ctx_type: 'layer' }, plugins: {} })
    expect((await restore(dig, old)).json().skipped_fields).toEqual(['ctx_type'])
    expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 14 })
    expect((await restore(dig, old, { fields: ['ctx_type'] })).json().skipped_fields).toEqual(['ctx_type'])
    const { diff } = await json(dig.get(`/api/version/${old}?diff=1`, 'reader'))
    expect(diff.fields).toContainEqual(
      expect.objectContaining({ field: 'ctx_type', label: 'ctx_type', before: 'layer', after: null }),
    )
  })

  /** A version of the first context from before the journal. */
  const keepOld = (content: object) =>
    dig.application.db.write((tx) =>
      tx.insert('sys_versions', {
        userid: 1,
        time: 1,
        tb: 'contexts',
        rowid: 1,
        content: JSON.stringify(content),
        operation: 'update',
      }),
    )

  test('plugin tables that are gone are skipped and named where a version knows them', async () => {
    await remove(dig, 'contexts', 1)
    await configure('DELETE', 'samples')
    const deleted = await nthVersion(dig, 1)
    expect((await restore(dig, deleted)).json()).toMatchObject({ created: true, skipped_plugins: [] })
    await remove(dig, 'contexts', 1)
    const old = await keepOld({ core: { id: 1 }, plugins: { samples: [{ id: 1, id_link: 1, litres: 10 }] } })
    expect((await restore(dig, old)).json()).toMatchObject({ created: true, skipped_plugins: ['samples'] })
    expect(
      (await restore(dig, old, { fields: [], restore_plugins: ['samples'] })).json().skipped_plugins,
    ).toEqual(['samples'])
  })

  test('a table that is gone takes its versions out of sight', async () => {
    await remove(dig, 'finds', 1)
    const version = await nthVersion(dig, 1)
    await configure('DELETE', 'finds')
    expect((await dig.get(`/api/version/${version}`, 'admin')).statusCode).toBe(404)
    expect((await restore(dig, version)).json().code).toBe('version_not_found')
    expect((await dig.get('/api/record/finds/1/versions', 'admin')).json().code).toBe('unknown_table')
  })

  test('a table with a new name brings its records back with their relations', async () => {
    await dig.application.db.write(async (tx) => {
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 })
      await tx.insert('sys_geodata', { table_link: 'contexts', id_link: 1, geometry: 'POINT(1 2)' })
      await tx.insert('sys_userlinks', { tb_one: 'finds', id_one: 1, tb_two: 'contexts', id_two: 1 })
    })
    await remove(dig, 'contexts', 1)
    await configure('PATCH', 'contexts', { new_name: 'units' })
    expect((await restore(dig, await nthVersion(dig, 1))).json()).toMatchObject({
      tb: 'units',
      created: true,
      skipped_related: {},
    })
    const record = await recordOf(dig, 'units', 1)
    expect([record.rs.length, record.geodata.length, record.manualLinks.length]).toEqual([1, 1, 1])
  })

  test('a version that keeps nothing readable restores nothing', async () => {
    await dig.application.db.write(async (tx) => {
      for (const content of ['{}', 'no json', '[1]', '{"core":{"id":1},"plugins":5,"related":[]}']) {
        await tx.insert('sys_versions', {
          userid: 1,
          time: 1,
          tb: 'finds',
          rowid: 99,
          content,
          operation: 'delete',
        })
      }
    })
    for (const version of [1, 2, 3]) {
      expect((await dig.get(`/api/version/${version}?diff=1`, 'reader')).statusCode).toBe(200)
      expect((await restore(dig, version)).json().code).toBe('conflict')
    }
    expect((await restore(dig, 4)).json()).toMatchObject({ created: true, id: 99 })
  })
})
