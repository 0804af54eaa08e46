import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { refuseVersions } from '../../testing/refuse-versions.js'
import { relateTables } from '../../testing/relate-tables.js'
import { savedThings } from '../../testing/saved-things.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

const json = async (reply: ReturnType<Dig['get']>) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}

/** The versions of a record as they are listed, newest first. */
const versionsOf = async (dig: Dig, table: string, id: number, as: Role = 'reader') =>
  (await json(dig.get(`/api/record/${table}/${id}/versions`, as))).versions

/** The id of the newest version of a record. */
const newest = async (dig: Dig, table: string, id: number): Promise<number> =>
  (await versionsOf(dig, table, id, 'super_admin'))[0].id

const save = (dig: Dig, table: string, id: number, body: object, as: Role = 'writer') =>
  json(dig.post(`/api/record/${table}/${id}`, body, as))

const remove = (dig: Dig, table: string, id: number) =>
  json(dig.delete(`/api/record/${table}/${id}`, undefined, 'writer'))

const restore = (dig: Dig, version: number, body: object = {}, as: Role = 'admin') =>
  dig.post(`/api/version/${version}/restore`, body, as)

/** A record as it reads, without the texts around its values. */
async function recordOf(dig: Dig, table: string, id: number) {
  const reply = await json(dig.get(`/api/record/${table}/${id}`, 'super_admin'))
  const values = (row: Record<string, { val: unknown }>) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.val]))
  const plugins: Record<string, { data: Record<string, { val: unknown }>[] }> = reply.plugins
  return {
    core: values(reply.core),
    plugins: Object.fromEntries(Object.entries(plugins).map(([name, { data }]) => [name, data.map(values)])),
    files: reply.files,
    rs: Object.values(reply.rs),
    geodata: Object.values(reply.geodata),
    manualLinks: Object.values(reply.manualLinks),
    bibliography: Object.values(reply.bibliography),
  }
}

describe.each(engines)('the versions of a record (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('are listed newest first with who and when, also after its deletion', async () => {
    expect(await versionsOf(dig, 'contexts', 1)).toEqual([])
    await save(dig, 'contexts', 1, { core: { notes: 'a' } })
    await save(dig, 'contexts', 1, { core: { notes: 'b' } }, 'key20')
    await remove(dig, 'contexts', 1)
    const writer = dig.userId('writer')
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(await versionsOf(dig, 'contexts', 1)).toEqual([
      { id: 3, userid: writer, user_name: 'writer', time, operation: 'delete' },
      { id: 2, userid: 0, user_name: null, time, operation: 'update' },
      { id: 1, userid: writer, user_name: 'writer', time, operation: 'update' },
    ])
    expect(await versionsOf(dig, 'samples', 1)).toEqual([])
  })

  test('keep the state before, beside the record as it is now', async () => {
    await save(dig, 'contexts', 1, { core: { notes: 'new', trench: 2 } })
    const { version, current, diff } = await json(dig.get('/api/version/1', 'reader'))
    expect(version).toMatchObject({ id: 1, tb: 'contexts', rowid: 1, operation: 'update' })
    expect(version.content.core).toMatchObject({
      id: 1,
      ctx_no: 'C1',
      notes: 'topsoil',
      trench: 1,
      depth_cm: 12.5,
    })
    expect(version.content.plugins.samples).toHaveLength(2)
    expect(current.core).toMatchObject({ id: 1, notes: 'new', trench: 2 })
    expect(current.plugins.samples).toHaveLength(2)
    expect(diff).toBeUndefined()
    await remove(dig, 'contexts', 1)
    expect((await json(dig.get('/api/version/1', 'reader'))).current).toEqual({ core: null, plugins: {} })
  })

  test('tell what differs, in the words of people', async () => {
    await save(dig, 'contexts', 1, {
      core: { trench: 2, notes: 'dug' },
      plugins: {
        samples: [{ id: 1, fields: { lab: 'Graz' } }, { id: 2, _delete: true }, { fields: { litres: 3 } }],
      },
    })
    await save(dig, 'contexts', 1, { core: { notes: 'dug deeper', trench: '' } })
    const change = (await json(dig.get('/api/version/1?diff=change', 'reader'))).diff
    expect(change).toEqual({
      fields: [
        { field: 'trench', label: 'Trench', before: 1, after: 2, before_label: 'A', after_label: 'B' },
        {
          field: 'notes',
          label: 'Notes',
          before: 'topsoil',
          after: 'dug',
          before_label: null,
          after_label: null,
        },
      ],
      plugins: [
        {
          tb: 'samples',
          label: 'Samples',
          added: [{ id: 4, fields: [expect.objectContaining({ field: 'litres', before: null, after: 3 })] }],
          removed: [
            { id: 2, fields: [expect.objectContaining({ field: 'litres', before: 20, after: null })] },
          ],
          changed: [
            { id: 1, fields: [expect.objectContaining({ field: 'lab', before: 'Oxford', after: 'Graz' })] },
          ],
        },
      ],
    })
    const now = (await json(dig.get('/api/version/1?diff=1', 'reader'))).diff
    expect(now.fields).toMatchObject([
      { field: 'trench', before: 1, after: null, before_label: 'A', after_label: null },
      { field: 'notes', before: 'topsoil', after: 'dug deeper' },
    ])
    await remove(dig, 'contexts', 1)
    const gone = (await json(dig.get('/api/version/3?diff=change', 'reader'))).diff
    expect(gone.fields).toContainEqual(
      expect.objectContaining({ field: 'ctx_no', before: 'C1', after: null }),
    )
    expect(gone.plugins[0].removed).toHaveLength(2)
  })

  test('of a record that a row filter hides do not exist, nor those of a deleted one', async () => {
    await save(dig, 'contexts', 1, { core: { notes: 'x' } })
    await save(dig, 'contexts', 3, { core: { notes: 'y' } })
    await hideRows(dig, 'reader', 'contexts', { trench: { _eq: 1 } })
    expect(await versionsOf(dig, 'contexts', 1)).toHaveLength(1)
    expect(await versionsOf(dig, 'contexts', 3)).toEqual([])
    expect((await dig.get('/api/version/1', 'reader')).statusCode).toBe(200)
    const hidden = await dig.get('/api/version/2', 'reader')
    expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'version_not_found'])
    await remove(dig, 'contexts', 1)
    expect(await versionsOf(dig, 'contexts', 1)).toEqual([])
    expect((await dig.get('/api/version/1', 'reader')).statusCode).toBe(404)
    expect(await json(dig.get('/api/record/contexts/deleted', 'reader'))).toEqual({
      status: 'success',
      total: 0,
      deleted: [],
    })
    expect((await json(dig.get('/api/record/contexts/deleted', 'admin'))).total).toBe(1)
  })

  test('of a table that was taken away do not exist', async () => {
    await save(dig, 'contexts', 1, { core: { notes: 'x' } })
    await hideTable(dig, 'reader', 'contexts')
    expect((await dig.get('/api/record/contexts/1/versions', 'reader')).statusCode).toBe(403)
    expect((await dig.get('/api/record/contexts/deleted', 'reader')).statusCode).toBe(403)
    expect((await dig.get('/api/version/1', 'reader')).statusCode).toBe(404)
  })

  test('show no label and no link of what the caller cannot read', async () => {
    await dig.application.db.write(async (tx) => {
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 3, relation: 5 })
      await tx.insert('sys_userlinks', { tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 1 })
      await tx.insert('sys_userlinks', { tb_one: 'trenches', id_one: 3, tb_two: 'contexts', id_two: 1 })
      await tx.insert('sys_userlinks', { tb_one: 'trenches', id_one: 1, tb_two: 'contexts', id_two: 1 })
    })
    await save(dig, 'contexts', 1, { core: { trench: 3 } })
    await hideTable(dig, 'reader', 'finds')
    await hideRows(dig, 'reader', 'trenches', { code: { _eq: 'A' } })
    const { diff } = await json(dig.get('/api/version/1?diff=1', 'reader'))
    expect(diff.fields).toEqual([
      { field: 'trench', label: 'Trench', before: 1, after: 3, before_label: 'A', after_label: null },
    ])
    await remove(dig, 'contexts', 1)
    const related = async (as: Role) => (await json(dig.get('/api/version/2', as))).version.content.related
    expect((await related('reader')).manual_links).toMatchObject([{ tb_one: 'trenches', id_one: 1 }])
    expect((await related('reader')).rs).toHaveLength(1)
    expect((await related('admin')).manual_links).toHaveLength(3)
  })

  describe('deleted records', () => {
    test('are listed with what they were, newest first, until they are back', async () => {
      await remove(dig, 'contexts', 2)
      await remove(dig, 'contexts', 1)
      const list = await json(dig.get('/api/record/contexts/deleted', 'reader'))
      expect(list.total).toBe(2)
      expect(list.deleted).toMatchObject([
        { version_id: 2, rowid: 1, user_name: 'writer', content: { core: { ctx_no: 'C1' } } },
        { version_id: 1, rowid: 2, content: { core: { ctx_no: 'C2' }, plugins: { samples: [] } } },
      ])
      expect(list.deleted[0].content.related).toBeUndefined()
      const second = await json(dig.get('/api/record/contexts/deleted?page=2&per_page=1', 'reader'))
      expect([second.total, second.deleted.length, second.deleted[0].rowid]).toEqual([2, 1, 2])
      await restore(dig, 2)
      await remove(dig, 'contexts', 1)
      const again = await json(dig.get('/api/record/contexts/deleted', 'reader'))
      expect(again.deleted.map((one: { version_id: number }) => one.version_id)).toEqual([3, 1])
      await restore(dig, 3)
      expect((await json(dig.get('/api/record/contexts/deleted', 'reader'))).total).toBe(1)
    })
  })

  describe('a record that is still there', () => {
    beforeEach(async () => {
      await save(dig, 'contexts', 1, {
        core: { trench: 2, notes: 'dug', depth_cm: 99 },
        plugins: {
          samples: [{ id: 1, fields: { lab: 'Graz' } }, { id: 2, _delete: true }, { fields: { litres: 3 } }],
        },
      })
    })

    test('gets all fields of the version, no plugin rows unless asked, and a version of its own', async () => {
      const reply = await restore(dig, 1, { version_id: 1 })
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        {
          status: 'success',
          code: 'success_restored',
          tb: 'contexts',
          id: 1,
          created: false,
          skipped_fields: [],
          skipped_plugins: [],
          emptied_fields: [],
          skipped_related: {},
        },
      ])
      const { core, plugins } = await recordOf(dig, 'contexts', 1)
      expect(core).toMatchObject({ id: 1, creator: 1, trench: 1, notes: 'topsoil', depth_cm: 12.5 })
      expect(plugins['samples']).toHaveLength(2)
      const [version] = await versionsOf(dig, 'contexts', 1)
      expect(version).toMatchObject({ operation: 'restore', user_name: 'admin' })
      expect((await json(dig.get(`/api/version/${version.id}`, 'reader'))).version.content.core.notes).toBe(
        'dug',
      )
    })

    test('gets back its old plugin rows under their old ids', async () => {
      await restore(dig, 1, { fields: [], restore_plugins: ['samples'] })
      const { core, plugins } = await recordOf(dig, 'contexts', 1)
      expect(core).toMatchObject({ trench: 2, notes: 'dug' })
      expect(plugins['samples']).toEqual([
        { id: 1, id_link: 1, litres: 10, lab: 'Oxford' },
        { id: 2, id_link: 1, litres: 20, lab: null },
      ])
    })

    test('gets only what is asked for', async () => {
      await restore(dig, 1, { fields: ['trench'] })
      const { core } = await recordOf(dig, 'contexts', 1)
      expect(core).toMatchObject({ trench: 1, notes: 'dug', depth_cm: 99 })
    })

    test('stays without a new version when nothing is asked for, or nothing differs', async () => {
      await restore(dig, 1, { fields: [] })
      await restore(dig, 1, { fields: ['ctx_no'] })
      expect(await versionsOf(dig, 'contexts', 1)).toHaveLength(1)
    })

    test('a plugin row that another record has by now comes back as a new row', async () => {
      await dig.application.db.write((tx) => tx.insert('samples', { id: 2, id_link: 5, litres: 77 }))
      await restore(dig, 1, { fields: [], restore_plugins: ['samples'] })
      const rows = (await recordOf(dig, 'contexts', 1)).plugins['samples']
      expect(rows).toHaveLength(2)
      expect(rows).toContainEqual({ id: expect.any(Number), id_link: 1, litres: 20, lab: null })
      expect((await recordOf(dig, 'contexts', 5)).plugins['samples']).toMatchObject([{ id: 2, litres: 77 }])
    })

    test('stays as it is when its version cannot be kept', async () => {
      await refuseVersions(dig, engine)
      expect((await restore(dig, 1)).statusCode).toBe(500)
      expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 'dug' })
    })

    test('keeps rows that others need', async () => {
      const form = {
        name: 'sample',
        label: 'Sample',
        type: 'select',
        db_type: 'INTEGER',
        id_from_tb: 'samples',
      }
      await json(dig.post('/api/config/table/finds/field', form, 'super_admin'))
      await relateTables(dig, ['finds', 'sample'], 'samples', 'RESTRICT')
      await save(dig, 'finds', 1, { core: { sample: 4 } })
      const refused = await restore(dig, 1, { fields: [], restore_plugins: ['samples'] })
      expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
        409,
        'in_use',
        [{ tb: 'finds', count: 1 }],
      ])
      await save(dig, 'finds', 1, { core: { sample: 1 } })
      expect((await restore(dig, 1, { fields: [], restore_plugins: ['samples'] })).statusCode).toBe(200)
      expect((await recordOf(dig, 'finds', 1)).core['sample']).toBe(1)
    })
  })

  describe('a record that is gone', () => {
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
      const reply = await restore(dig, 1, { fields: ['nothing at all'] })
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
      const third = await restore(dig, 2)
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

    test('keeps its id to itself: the next new record has another', async () => {
      await remove(dig, 'contexts', 6)
      await restore(dig, 1)
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
      expect((await restore(dig, 1)).json()).toMatchObject({ created: true, id: 7 })
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
          await tx.schema.createIndex('contexts__by_no', 'contexts', ['ctx_no'], true)
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
      const reply = await restore(dig, 1)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict'])
      expect(reply.json().errors).toMatchObject([{ tb: 'contexts', field: 'ctx_no' }])
      expect((await dig.get('/api/record/contexts/1', 'admin')).statusCode).toBe(404)
      expect(await json(dig.get('/api/records/samples', 'admin'))).toMatchObject({ total: 1 })
    })
  })

  describe('after the tables changed', () => {
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
      // The first version has "topsoil", the second "12", the third an old text for another record.
      expect((await restore(dig, 1)).json().skipped_fields.sort()).toEqual(['ctx_type', 'notes'])
      expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 13, count_of: '4' })
      expect((await restore(dig, 2)).json().skipped_fields).toEqual(['ctx_type'])
      expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 12 })
      expect((await restore(dig, 2, { fields: ['ctx_type'] })).json().skipped_fields).toEqual(['ctx_type'])
      const { diff } = await json(dig.get('/api/version/1?diff=1', 'reader'))
      expect(diff.fields).toContainEqual(
        expect.objectContaining({ field: 'ctx_type', label: 'ctx_type', before: 'layer', after: null }),
      )
    })

    test('plugin tables that are gone are skipped and named', async () => {
      await remove(dig, 'contexts', 1)
      await remove(dig, 'contexts', 2)
      await configure('DELETE', 'samples')
      expect((await restore(dig, 1)).json()).toMatchObject({ created: true, skipped_plugins: ['samples'] })
      expect((await restore(dig, 2)).json().skipped_plugins).toEqual([])
      await save(dig, 'contexts', 1, { core: { notes: 'x' } })
      expect(
        (await restore(dig, 1, { fields: [], restore_plugins: ['samples'] })).json().skipped_plugins,
      ).toEqual(['samples'])
    })

    test('a table that is gone takes its versions out of sight', async () => {
      await remove(dig, 'finds', 1)
      await configure('DELETE', 'finds')
      expect((await dig.get('/api/version/1', 'admin')).statusCode).toBe(404)
      expect((await restore(dig, 1)).json().code).toBe('version_not_found')
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
      expect((await restore(dig, 1)).json()).toMatchObject({
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
})

describe.each(engines)('versions that are refused (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await save(dig, 'contexts', 1, { core: { notes: 'x' } })
  })
  afterAll(() => dig.close())

  test.each<[string, string, Role | undefined, number, string]>([
    ['versions without a token', '/api/record/contexts/1/versions', undefined, 401, 'unauthenticated'],
    ['versions of no table', '/api/record/coins/1/versions', 'reader', 404, 'unknown_table'],
    ['versions of a system table', '/api/record/sys_users/1/versions', 'reader', 404, 'unknown_table'],
    ['a version without a token', '/api/version/1', undefined, 401, 'unauthenticated'],
    ['no such version', '/api/version/99', 'reader', 404, 'version_not_found'],
    ['a number beyond all versions', '/api/version/99999999999999999999', 'reader', 404, 'version_not_found'],
    ['a difference of no kind', '/api/version/1?diff=yesterday', 'reader', 400, 'invalid_parameter'],
    ['a difference in a list', '/api/version/1?diff[]=1', 'reader', 400, 'invalid_parameter'],
    ['deleted records of no table', '/api/record/coins/deleted', 'reader', 404, 'unknown_table'],
    ['deleted records, page 0', '/api/record/contexts/deleted?page=0', 'reader', 400, 'invalid_parameter'],
    [
      'deleted records, half a page',
      '/api/record/contexts/deleted?per_page=0.5',
      'reader',
      400,
      'invalid_parameter',
    ],
  ])('%s', async (_case, url, as, status, code) => {
    const reply = await dig.get(url, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('versions of an id beyond all numbers are none', async () => {
    const { versions } = await json(dig.get('/api/record/contexts/99999999999999999999/versions', 'reader'))
    expect(versions).toEqual([])
  })

  test.each<[string, string, unknown, Role | undefined, number, string]>([
    ['no token', '1', {}, undefined, 401, 'unauthenticated'],
    ['a writer', '1', {}, 'writer', 403, 'not_enough_privilege'],
    ['no such version', '99', {}, 'admin', 404, 'version_not_found'],
    ['another version in the body', '1', { version_id: 2 }, 'admin', 400, 'invalid_parameter'],
    ['fields that are no list', '1', { fields: 'notes' }, 'admin', 400, 'invalid_parameter'],
    ['a field that never was', '1', { fields: ['colour'] }, 'admin', 400, 'unknown_field'],
    ['plugins that are no names', '1', { restore_plugins: [1] }, 'admin', 400, 'invalid_parameter'],
    ['a plugin table that never was', '1', { restore_plugins: ['finds'] }, 'admin', 400, 'invalid_parameter'],
  ])('restoring: %s', async (_case, version, body, as, status, code) => {
    const reply = await dig.post(`/api/version/${version}/restore`, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a frozen application restores nothing', async () => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE sys_cfg_app SET status = 'frozen'`))
    await dig.application.reload()
    const reply = await restore(dig, 1, {}, 'super_admin')
    expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
  })
})
