import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { nthVersion } from '../../testing/versions.js'
import { json, remove, restore, save, versionsOf } from './testing/saved-versions.js'

describe.each(oneEngine)('the versions of a record (%s)', (engine) => {
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
      { id: await nthVersion(dig, 3), userid: writer, user_name: 'writer', time, operation: 'delete' },
      { id: await nthVersion(dig, 2), userid: 0, user_name: null, time, operation: 'update' },
      { id: await nthVersion(dig, 1), userid: writer, user_name: 'writer', time, operation: 'update' },
    ])
    expect(await versionsOf(dig, 'samples', 1)).toEqual([])
  })

  test('keep the state before, beside the record as it is now', async () => {
    await save(dig, 'contexts', 1, { core: { notes: 'new', trench: 2 } })
    const { version, current, diff } = await json(
      dig.get(`/api/version/${await nthVersion(dig, 1)}`, 'reader'),
    )
    expect(version).toMatchObject({ tb: 'contexts', rowid: 1, operation: 'update' })
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
    expect((await json(dig.get(`/api/version/${await nthVersion(dig, 1)}`, 'reader'))).current).toEqual({
      core: null,
      plugins: {},
    })
  })

  test('tell what differs, in the words of people', async () => {
    await save(dig, 'contexts', 1, {
      core: { trench: 2, notes: 'dug' },
      plugins: {
        samples: [{ id: 1, fields: { lab: 'Graz' } }, { id: 2, _delete: true }, { fields: { litres: 3 } }],
      },
    })
    await save(dig, 'contexts', 1, { core: { notes: 'dug deeper', trench: '' } })
    const change = (await json(dig.get(`/api/version/${await nthVersion(dig, 1)}?diff=change`, 'reader')))
      .diff
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
    const now = (await json(dig.get(`/api/version/${await nthVersion(dig, 1)}?diff=1`, 'reader'))).diff
    expect(now.fields).toMatchObject([
      { field: 'trench', before: 1, after: null, before_label: 'A', after_label: null },
      { field: 'notes', before: 'topsoil', after: 'dug deeper' },
    ])
    await remove(dig, 'contexts', 1)
    const gone = (await json(dig.get(`/api/version/${await nthVersion(dig, 3)}?diff=change`, 'reader'))).diff
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
    expect((await dig.get(`/api/version/${await nthVersion(dig, 1)}`, 'reader')).statusCode).toBe(200)
    const hidden = await dig.get(`/api/version/${await nthVersion(dig, 2)}`, 'reader')
    expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'version_not_found'])
    await remove(dig, 'contexts', 1)
    expect(await versionsOf(dig, 'contexts', 1)).toEqual([])
    expect((await dig.get(`/api/version/${await nthVersion(dig, 1)}`, 'reader')).statusCode).toBe(404)
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
    expect((await dig.get(`/api/version/${await nthVersion(dig, 1)}`, 'reader')).statusCode).toBe(404)
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
    const { diff } = await json(dig.get(`/api/version/${await nthVersion(dig, 1)}?diff=1`, 'reader'))
    expect(diff.fields).toEqual([
      { field: 'trench', label: 'Trench', before: 1, after: 3, before_label: 'A', after_label: null },
    ])
    await remove(dig, 'contexts', 1)
    const related = async (as: Role) =>
      (await json(dig.get(`/api/version/${await nthVersion(dig, 2)}`, as))).version.content.related
    expect((await related('reader')).manual_links).toMatchObject([{ tb_one: 'trenches', id_one: 1 }])
    expect((await related('reader')).rs).toHaveLength(1)
    expect((await related('admin')).manual_links).toHaveLength(3)
  })

  test('name no record of a hidden table, and show no rows of one that carried rows of the record once', async () => {
    await save(dig, 'contexts', 1, { core: { trench: 3 } })
    const content = { core: { ctx_no: 'C1' }, plugins: { samples: [], finds: [{ id: 1, inv_no: 'F1' }] } }
    await dig.application.db.write((tx) =>
      tx.insert('sys_versions', {
        ...{ id: 1, userid: 1, time: 1, tb: 'contexts', rowid: 1, operation: 'update' },
        content: JSON.stringify(content),
      }),
    )
    const pluginsOf = async (as: Role) =>
      Object.keys((await json(dig.get('/api/version/1', as))).version.content.plugins)
    expect(await pluginsOf('reader')).toEqual(['samples', 'finds'])
    await hideTable(dig, 'reader', 'trenches')
    await hideTable(dig, 'reader', 'finds')
    const { diff } = await json(dig.get(`/api/version/${await nthVersion(dig, 2)}?diff=1`, 'reader'))
    expect(diff.fields).toMatchObject([{ field: 'trench', before_label: null, after_label: null }])
    expect(await pluginsOf('reader')).toEqual(['samples'])
  })

  describe('deleted records', () => {
    test('are listed with what they were, newest first, until they are back', async () => {
      await remove(dig, 'contexts', 2)
      await remove(dig, 'contexts', 1)
      const list = await json(dig.get('/api/record/contexts/deleted', 'reader'))
      expect(list.total).toBe(2)
      expect(list.deleted).toMatchObject([
        {
          version_id: await nthVersion(dig, 2),
          rowid: 1,
          user_name: 'writer',
          content: { core: { ctx_no: 'C1' } },
        },
        {
          version_id: await nthVersion(dig, 1),
          rowid: 2,
          content: { core: { ctx_no: 'C2' }, plugins: { samples: [] } },
        },
      ])
      expect(list.deleted[0].content.related).toBeUndefined()
      const second = await json(dig.get('/api/record/contexts/deleted?page=2&per_page=1', 'reader'))
      expect([second.total, second.deleted.length, second.deleted[0].rowid]).toEqual([2, 1, 2])
      await restore(dig, await nthVersion(dig, 2))
      await remove(dig, 'contexts', 1)
      const again = await json(dig.get('/api/record/contexts/deleted', 'reader'))
      expect(again.deleted.map((one: { version_id: number }) => one.version_id)).toEqual([
        await nthVersion(dig, 3),
        await nthVersion(dig, 1),
      ])
      await restore(dig, await nthVersion(dig, 3))
      expect((await json(dig.get('/api/record/contexts/deleted', 'reader'))).total).toBe(1)
    })
  })
})
