import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  json,
  newest,
  recordOf,
  remove,
  restore,
  save,
  versionsOf,
} from '../../modules/records/testing/saved-versions.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { savedThings } from '../../testing/saved-things.js'
import { nthVersion } from '../../testing/versions.js'

describe.each(engines)('a record that is gone and comes back (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('comes back under its old id with all that hung from it, as far as the other ends are there', async () => {
    await dig.application.db.write(async (tx) => {
      for (const [table, row] of savedThings) {
        if (table !== 'sys_versions' && table !== 'sys_user_table_privs') await tx.insert(table, row)
      }
      await tx.insert('sys_rs', { tb: 'contexts', first: 3, second: 1, relation: 6 })
      await tx.insert('sys_userlinks', {
        tb_one: 'finds',
        id_one: 5,
        tb_two: 'contexts',
        id_two: 1,
        label: 'see',
      })
      await tx.insert('sys_files', { ext: 'jpg', filename: 'gone', rev: 0 })
      await tx.insert('sys_file_links', { file_id: 2, table_name: 'contexts', record_id: 1, sort: 1 })
    })
    const before = await recordOf(dig, 'contexts', 1)
    await remove(dig, 'contexts', 1)
    await remove(dig, 'contexts', 3)
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM sys_files WHERE id = 2`))
    const reply = await restore(dig, await nthVersion(dig, 1), { fields: ['nothing at all'] })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { created: true, id: 1, skipped_fields: [], skipped_related: { rs: 1, file_links: 1 } },
    ])
    const after = await recordOf(dig, 'contexts', 1)
    expect(after.core).toEqual(before.core)
    expect(after.plugins).toEqual(before.plugins)
    expect(after.rs).toMatchObject([{ first: 1, second: 2, relation: 5 }])
    expect(after.manualLinks).toHaveLength(2)
    expect(after.geodata).toHaveLength(before.geodata.length)
    expect(after.bibliography).toMatchObject([{ refman_key: 'AB' }])
    expect(after.files).toMatchObject([{ filename: 'wall' }])
    expect(await versionsOf(dig, 'contexts', 1)).toHaveLength(1)
    // What was deleted last and comes back last brings its relations along.
    const third = await restore(dig, await nthVersion(dig, 2))
    expect(third.json().skipped_related).toEqual({})
  })

  test('never gets a relation under an id that another had, and none that was stated anew', async () => {
    await dig.application.db.write(async (tx) => {
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 2, second: 3, relation: 5 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 3, second: 1, relation: 5 })
    })
    await remove(dig, 'contexts', 2)
    await restore(dig, await newest(dig, 'contexts', 2))
    const relations = () =>
      dig.application.db.quick.all<{ id: number; first: number; second: number }>(
        sql`SELECT id, first, second FROM sys_rs ORDER BY id`,
      )
    // The three close a loop, as they did before.
    expect(await relations()).toEqual([
      { id: 3, first: 3, second: 1 },
      { id: 4, first: 1, second: 2 },
      { id: 5, first: 2, second: 3 },
    ])
    await remove(dig, 'contexts', 2)
    const version = await newest(dig, 'contexts', 2)
    await dig.application.db.write(async (tx) => {
      await tx.insert('contexts', { id: 2, ctx_no: 'C2 again' })
      await tx.insert('sys_rs', { tb: 'contexts', first: 2, second: 1, relation: 1 })
      await tx.run(sql`DELETE FROM contexts WHERE id = 2`)
    })
    const reply = await restore(dig, version)
    expect(reply.json()).toMatchObject({ created: true, skipped_related: { rs: 1 } })
    expect((await relations()).slice(1)).toEqual([
      { id: 6, first: 2, second: 1 },
      { id: expect.any(Number), first: 2, second: 3 },
    ])
  })

  test('is refused, or warned of, when its relations contradict others that were stated since', async () => {
    const state = async (first: number, second: number) => {
      const body = { first, second, relation: 5 }
      return (await json(dig.post('/api/record/contexts/rs', body, 'writer'))).id
    }
    await state(4, 5)
    await state(5, 6)
    await remove(dig, 'contexts', 5)
    const later = await state(6, 4)
    const version = await newest(dig, 'contexts', 5)
    const refused = await restore(dig, version)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'stratigraphic_loop',
        text: expect.stringMatching(/^It was not restored: .* C6 covers C4.* Take one of these back first/),
        detail: { loop: [{ id: 5 }, { id: 6 }, { id: 4 }] },
      },
    ])
    expect((await dig.get('/api/record/contexts/5', 'reader')).statusCode).toBe(404)
    const [, set] = (await json(dig.get('/api/change-sets?user=*', 'super_admin'))).data
    const undone = await dig.post(`/api/change-set/${set.id}/undo`, {}, 'writer')
    expect(undone.json(), 'an undo is refused, too').toMatchObject({
      code: 'undo_refused',
      errors: [{ code: 'stratigraphic_loop' }, { code: 'stratigraphic_loop' }],
    })
    const forced = await json(restore(dig, version, { force: true }))
    expect(forced).toMatchObject({ created: true, skipped_related: {} })
    expect(forced.warnings).toMatchObject([{ code: 'stratigraphic_loop' }, { code: 'stratigraphic_loop' }])
    // A contradiction that was there before comes back as it was.
    await remove(dig, 'contexts', 5)
    expect((await json(restore(dig, await newest(dig, 'contexts', 5)))).warnings).toBeUndefined()
    await remove(dig, 'contexts', 5)
    await json(dig.delete(`/api/rs/${later}`, undefined, 'writer'))
    await state(6, 4)
    await json(restore(dig, await newest(dig, 'contexts', 5), { force: true }))
  })

  test('keeps its id to itself: the next new record has another', async () => {
    await remove(dig, 'contexts', 6)
    await restore(dig, await nthVersion(dig, 1))
    expect((await json(dig.post('/api/record/contexts', { core: { ctx_no: 'C7' } }, 'writer'))).id).toBe(7)
    await remove(dig, 'contexts', 7)
    await dig.application.db.write((tx) => tx.insert('contexts', { id: 40, ctx_no: 'C40' }))
    await remove(dig, 'contexts', 40)
    await restore(dig, await newest(dig, 'contexts', 40))
    expect((await json(dig.post('/api/record/contexts', { core: { ctx_no: 'C8' } }, 'writer'))).id).toBe(41)
  })

  test('comes back from an older version too, and belongs to nobody when its maker is gone', async () => {
    await json(dig.post('/api/record/contexts', { core: { ctx_no: 'C7' } }, 'self_writer'))
    await save(dig, 'contexts', 7, { core: { notes: 'later' } })
    await remove(dig, 'contexts', 7)
    await dig.application.db.write((tx) =>
      tx.run(sql`DELETE FROM sys_users WHERE id = ${dig.userId('self_writer')}`),
    )
    expect((await restore(dig, await nthVersion(dig, 1))).json()).toMatchObject({ created: true, id: 7 })
    expect((await recordOf(dig, 'contexts', 7)).core).toMatchObject({
      ctx_no: 'C7',
      notes: null,
      creator: null,
    })
  })

  test('leaves references to records that are gone empty, and says so', async () => {
    await relateTables(dig, ['finds', 'context'], 'contexts', 'CASCADE')
    const form = {
      name: 'part_of',
      label: 'Part of',
      type: 'select',
      db_type: 'INTEGER',
      id_from_tb: 'contexts',
    }
    await json(dig.post('/api/config/table/contexts/field', form, 'super_admin'))
    await relateTables(dig, ['contexts', 'part_of'], 'contexts', 'SET NULL')
    await save(dig, 'contexts', 1, { core: { part_of: 1 } })
    await remove(dig, 'contexts', 1)
    const find = await newest(dig, 'finds', 1)
    expect((await restore(dig, find)).json()).toMatchObject({ created: true, emptied_fields: ['context'] })
    expect((await recordOf(dig, 'finds', 1)).core['context']).toBeNull()
    // A record that refers to itself finds itself.
    const context = await newest(dig, 'contexts', 1)
    expect((await restore(dig, context)).json()).toMatchObject({ emptied_fields: [] })
    expect((await recordOf(dig, 'contexts', 1)).core['part_of']).toBe(1)
    expect((await restore(dig, find, { fields: ['context'] })).json()).toMatchObject({ emptied_fields: [] })
    expect((await recordOf(dig, 'finds', 1)).core['context']).toBe(1)
  })

  test('is refused where a unique index has its value elsewhere', async () => {
    const index = { name: 'by_no', columns: ['ctx_no'], is_unique: true }
    await dig.application.db.write(
      async (tx) => {
        await tx.schema.createIndex('contexts__by_no', 'contexts', ['ctx_no'], 'unique')
        await tx.insert('sys_cfg_indexes', {
          tb: 'contexts',
          name: index.name,
          columns: JSON.stringify(index.columns),
          is_unique: 1,
          auto: 0,
        })
      },
      { schema: true },
    )
    await dig.application.reload()
    await remove(dig, 'contexts', 1)
    await json(dig.post('/api/record/contexts', { core: { ctx_no: 'C1' } }, 'writer'))
    const reply = await restore(dig, await nthVersion(dig, 1))
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict'])
    expect(reply.json().errors).toMatchObject([{ tb: 'contexts', field: 'ctx_no' }])
    expect((await dig.get('/api/record/contexts/1', 'admin')).statusCode).toBe(404)
    expect(await json(dig.get('/api/records/samples', 'admin'))).toMatchObject({ total: 1 })
  })
})
