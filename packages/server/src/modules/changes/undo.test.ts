import type { ChangeSet } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { storedRows } from '../../testing/stored-rows.js'

describe.each(engines)('undo (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
  })
  afterAll(() => dig.close())

  type Reply = Awaited<ReturnType<Dig['get']>>
  const must = async (asked: Promise<Reply>) => {
    const reply = await asked
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const create = async (table: string, core: object, more: object = {}, as: Role = 'writer') =>
    (await must(dig.post(`/api/record/${table}`, { core, ...more }, as))).id as number
  const save = (table: string, id: number, body: object, as: Role = 'writer') =>
    must(dig.post(`/api/record/${table}/${id}`, body, as))
  const remove = (table: string, id: number, as: Role = 'writer') =>
    must(dig.delete(`/api/record/${table}/${id}`, undefined, as))
  const newest = async (): Promise<ChangeSet> =>
    (await must(dig.get('/api/change-sets?user=*&per_page=1', 'super_admin'))).data[0]
  const setOf = async (work: Promise<unknown>): Promise<number> => {
    await work
    return (await newest()).id
  }
  const undo = (id: number, body: object = {}, as: Role = 'writer') =>
    dig.post(`/api/change-set/${id}/undo`, body, as)
  const undone = (id: number, body: object = {}, as: Role = 'writer') => must(undo(id, body, as))
  const code = (n: number) => `U${n}-${Math.random().toString(36).slice(2, 7)}`

  /** Undoes what `work` did, which leaves everything as it was; and redoes it, which leaves the result. */
  const thereAndBack = async (work: () => Promise<unknown>) => {
    const before = await storedRows(dig)
    const set = await setOf(work())
    const after = await storedRows(dig)
    expect(after).not.toEqual(before)
    const preview = await undone(set, { preview: true }, 'super_admin')
    expect(await storedRows(dig)).toEqual(after)
    const reply = await undone(set, {}, 'super_admin')
    expect(await storedRows(dig)).toEqual(before)
    expect(preview).toEqual({ ...reply, preview: true, change_set: null })
    expect(reply).toMatchObject({ conflicts: [], kept: 0, change_set: { origin: 'undo', undoes: set } })
    expect(reply.change_set.counts).toEqual(reply.counts)
    await undone(reply.change_set.id, {}, 'super_admin')
    expect(await storedRows(dig)).toEqual(after)
    const { change_set } = await must(dig.get(`/api/change-set/${set}`, 'super_admin'))
    expect(change_set.undone_by).toBeNull()
    await undone(set, {}, 'super_admin')
    expect(await storedRows(dig)).toEqual(before)
    return reply
  }

  test('of a record with plugin rows deletes it; redo brings it back under its id', async () => {
    const reply = await thereAndBack(() =>
      create(
        'contexts',
        { ctx_no: code(1), notes: 'a' },
        { plugins: { samples: [{ fields: { litres: 3 } }] } },
      ),
    )
    expect(reply.counts).toEqual({
      record: { created: 0, updated: 0, deleted: 1 },
      plugin_row: { created: 0, updated: 0, deleted: 1 },
    })
  })

  test('of a deletion brings back all that hung from the record', async () => {
    const first = await create(
      'contexts',
      { ctx_no: code(2) },
      { plugins: { samples: [{ fields: { lab: 'x' } }] } },
    )
    const second = await create('contexts', { ctx_no: code(3) })
    await must(dig.post('/api/record/contexts/rs', { first, second, relation: 5 }, 'writer'))
    await must(
      dig.post(
        '/api/manual-link',
        { tb_one: 'contexts', id_one: first, tb_two: 'finds', id_two: 1 },
        'writer',
      ),
    )
    await must(sendFile(dig, `/api/record/contexts/${first}/file`, 'a.txt', 'bytes', 'writer'))
    const reply = await thereAndBack(() => remove('contexts', first))
    expect(reply.counts).toMatchObject({
      record: { created: 1 },
      plugin_row: { created: 1 },
      relation: { created: 1 },
      manual_link: { created: 1 },
      file_link: { created: 1 },
    })
  })

  test('of an edit restores the columns that it changed, and leaves later changes of others', async () => {
    const id = await create('finds', { inv_no: code(4), material: 'flint', weight_g: 1 })
    const set = await setOf(save('finds', id, { core: { material: 'bone' } }))
    await save('finds', id, { core: { weight_g: 9 } })
    expect((await undone(set)).counts).toEqual({ record: { created: 0, updated: 1, deleted: 0 } })
    const { core } = await must(dig.get(`/api/record/finds/${id}`, 'writer'))
    expect(core).toMatchObject({ material: { val: 'flint' }, weight_g: { val: 9 } })
  })

  test('of a mass edit and of a mass deletion', async () => {
    const ids: number[] = []
    for (const n of [5, 6, 7])
      ids.push(await create('finds', { inv_no: code(n), material: 'clay', context: 1 }))
    await thereAndBack(() =>
      must(dig.patch('/api/records/finds', { ids, core: { material: 'glass' } }, 'writer')),
    )
  })

  test('is refused for values that were changed again, which can be kept or overwritten', async () => {
    const id = await create('finds', { inv_no: code(9), material: 'flint', weight_g: 1 })
    const set = await setOf(save('finds', id, { core: { material: 'bone', weight_g: 2 } }))
    await save('finds', id, { core: { weight_g: 3 } }, 'super_admin')
    await save('finds', id, { core: { material: 'horn' } }, 'admin')
    await save('finds', id, { core: { weight_g: 4 } }, 'super_admin')
    await save('finds', id, { core: { weight_g: 5, found_on: '2020-01-01' } }, 'admin')
    await save('finds', id, { core: { material: 'bone' } }, 'admin')
    const refused = await undo(set)
    expect(refused.statusCode, refused.body).toBe(409)
    const errors = [
      {
        entity: 'record',
        table: 'finds',
        id,
        field: 'weight_g',
        now: 5,
        was: 1,
        by: 'admin',
        time: expect.stringMatching(/Z$/),
        code: 'undo_conflict',
      },
    ]
    expect(refused.json()).toMatchObject({ code: 'undo_conflict', total: 1, errors })
    expect((await undo(set, { preview: true })).json()).toEqual(refused.json())
    const kept = await undone(set, { preview: true, conflicts: 'keep' })
    expect(kept).toMatchObject({ kept: 1, conflicts: errors, counts: { record: { updated: 1 } } })
    const overwritten = await undone(set, { preview: true, conflicts: 'overwrite' })
    expect(overwritten).toMatchObject({ kept: 0, conflicts: errors })
    await undone(set, { conflicts: 'overwrite' })
    const { core } = await must(dig.get(`/api/record/finds/${id}`, 'writer'))
    expect(core).toMatchObject({
      material: { val: 'flint' },
      weight_g: { val: 1 },
      found_on: { val: '2020-01-01' },
    })
  })

  test('of a creation is refused when the record was changed, or something was added to it', async () => {
    const label = code(10)
    const id = await create('contexts', { ctx_no: label })
    const { id: set } = await newest()
    await save('contexts', id, { core: { notes: 'later' } })
    await must(sendFile(dig, `/api/record/contexts/${id}/file`, 'b.txt', 'bytes', 'writer'))
    await save('contexts', id, { plugins: { samples: [{ fields: { lab: 'later' } }] } })
    const refused = await undo(set)
    expect(refused.statusCode, refused.body).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'undo_conflict', total: 1 })
    expect(refused.json().errors).toMatchObject([
      { table: 'contexts', id, field: 'notes', now: 'later', was: null },
    ])
    const kept = await undone(set, { conflicts: 'keep', preview: true })
    expect(kept).toMatchObject({ kept: 1, counts: {} })
    const preview = await undone(set, { conflicts: 'overwrite', preview: true })
    const record = { table: 'contexts', id, label }
    expect(preview.conflicts).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ entity: 'file_link', record }),
        expect.objectContaining({ entity: 'plugin_row', table: 'samples', record }),
      ]),
    )
    const reply = await undone(set, { conflicts: 'overwrite' })
    expect(reply).toMatchObject({
      counts: { record: { deleted: 1 }, plugin_row: { deleted: 1 }, file_link: { deleted: 1 } },
    })
    expect(reply.conflicts.map((each: { entity: string }) => each.entity).sort()).toEqual([
      'file_link',
      'plugin_row',
      'record',
    ])
    expect((await dig.get(`/api/record/contexts/${id}`, 'writer')).statusCode).toBe(404)
  })

  test('is refused by a relation that keeps records from being deleted, whatever was said of conflicts', async () => {
    const context = await create('contexts', { ctx_no: code(11) })
    const { id: set } = await newest()
    const find = await create('finds', { inv_no: code(12), context })
    for (const conflicts of ['refuse', 'keep', 'overwrite']) {
      const refused = await undo(set, { conflicts })
      expect(refused.statusCode, refused.body).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'undo_refused',
        total: 1,
        errors: [{ table: 'finds', id: find, field: 'context', code: 'in_use' }],
      })
    }
    const both = await must(dig.post('/api/change-sets/undo', { ids: [set, (await newest()).id] }, 'writer'))
    expect(both.counts).toEqual({ record: { created: 0, updated: 0, deleted: 2 } })
  })

  test('of what was made and deleted again changes nothing, and the deletion can still be undone', async () => {
    const id = await create('finds', { inv_no: code(19) })
    const { id: made } = await newest()
    const deletion = await setOf(remove('finds', id))
    const before = await storedRows(dig)
    for (const preview of [true, false]) {
      const body = { ids: [made, deletion], preview }
      const expected = { preview, change_set: null, counts: {}, conflicts: [], kept: 0 }
      expect(await must(dig.post('/api/change-sets/undo', body, 'writer'))).toMatchObject(expected)
    }
    expect(await storedRows(dig)).toEqual(before)
    for (const set of [made, deletion]) {
      const { change_set } = await must(dig.get(`/api/change-set/${set}`, 'writer'))
      expect(change_set).toMatchObject({ undone_by: null, undoable: true })
    }
    await undone(deletion)
    await must(dig.get(`/api/record/finds/${id}`, 'writer'))
  })

  test('is refused for a value that another record has now', async () => {
    const inv_no = code(13)
    const id = await create('finds', { inv_no })
    const set = await setOf(save('finds', id, { core: { inv_no: code(14) } }))
    const other = await create('finds', { inv_no })
    const refused = await undo(set)
    expect(refused.statusCode, refused.body).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ table: 'finds', id, field: 'inv_no', code: 'no_dupl' }],
    })
    await remove('finds', other)
    await undone(set)
  })

  test('is refused for a reference to a record that is gone', async () => {
    const context = await create('contexts', { ctx_no: code(15) })
    const id = await create('finds', { inv_no: code(16), context })
    const set = await setOf(save('finds', id, { core: { context: 1 } }))
    const deletion = await setOf(remove('contexts', context))
    const refused = await undo(set)
    expect(refused.json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ table: 'finds', id, field: 'context', code: 'reference' }],
    })
    await must(dig.post('/api/change-sets/undo', { ids: [set, deletion] }, 'writer'))
    expect((await must(dig.get(`/api/record/finds/${id}`, 'writer'))).core.context.val).toBe(context)
  })

  test('is refused for relations that contradict later ones, or were stated again', async () => {
    const [a, b] = [
      await create('contexts', { ctx_no: code(17) }),
      await create('contexts', { ctx_no: code(18) }),
    ]
    const state = (first: number, second: number, relation: number) =>
      must(dig.post('/api/record/contexts/rs', { first, second, relation }, 'writer'))
    const { id: covers } = await state(a, b, 5)
    const set = await setOf(must(dig.delete(`/api/rs/${covers}`, undefined, 'writer')))
    const later = await state(b, a, 5)
    const loop = await undo(set)
    expect(loop.json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ entity: 'relation', id: covers, code: 'stratigraphic_loop' }],
    })
    await must(dig.delete(`/api/rs/${later.id}`, undefined, 'writer'))
    const again = await state(b, a, 1)
    expect((await undo(set)).json()).toMatchObject({
      errors: [{ entity: 'relation', id: covers, code: 'no_dupl' }],
    })
    await must(dig.delete(`/api/rs/${again.id}`, undefined, 'writer'))
    await undone(set)
    const closing = await dig.post('/api/record/contexts/rs', { first: b, second: a, relation: 5 }, 'writer')
    expect(closing.json(), 'what came back counts').toMatchObject({ code: 'stratigraphic_loop' })
  })

  test('of two callers at once happens once', async () => {
    const set = await setOf(create('finds', { inv_no: code(22) }))
    const replies = await Promise.all([undo(set), undo(set), undo(set, {}, 'admin')])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  const hideBone = async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
    await hideRows(dig, 'writer', 'finds', { material: { _neq: 'bone' } })
  }

  if (oneEngine.includes(engine)) {
    test('twice is refused, and says by which set', async () => {
      const set = await setOf(create('finds', { inv_no: code(8) }))
      const { change_set } = await undone(set)
      const twice = await undo(set)
      expect(twice.statusCode).toBe(409)
      expect(twice.json()).toMatchObject({
        code: 'already_undone',
        detail: { id: set, undone_by: change_set.id },
      })
      await undone(change_set.id)
      await undone(set)
    })

    test('belongs to him who made the changes, and to administrators', async () => {
      const set = await setOf(create('finds', { inv_no: code(19) }, {}, 'self_writer'))
      expect((await undo(set, {}, 'writer')).json()).toMatchObject({ code: 'change_set_not_found' })
      expect((await undo(set, {}, 'reader')).statusCode).toBe(404)
      expect((await undo(9_999_999, {}, 'admin')).statusCode).toBe(404)
      await undone(set, {}, 'self_writer')
      const other = await setOf(create('finds', { inv_no: code(20) }, {}, 'self_writer'))
      await undone(other, {}, 'admin')
    })

    test('by an API key is of what was written with it', async () => {
      const find = await create('finds', { inv_no: code(24) }, {}, 'key20')
      const set = (await newest()).id
      const { data } = await must(dig.get('/api/change-sets', 'key20'))
      expect(data[0]).toMatchObject({ id: set, user: 0, undoable: true })
      const ofPerson = await setOf(create('finds', { inv_no: code(25) }))
      for (const [id, as] of [
        [ofPerson, 'key20'],
        [set, 'writer'],
        [set, 'key30'],
      ] as const)
        expect((await undo(id, {}, as)).statusCode).toBe(404)
      const { change_set: made } = await undone(set, {}, 'key20')
      expect(made).toMatchObject({ origin: 'undo', undoes: set, undoable: true })
      await undone(made.id, {}, 'key20')
      await save('finds', find, { core: { material: 'horn' } })
      expect((await undo(set, {}, 'key20')).json()).toMatchObject({ code: 'undo_conflict' })
    })

    test('of the configuration is refused', async () => {
      await must(dig.put('/api/config/table/trenches', { label: 'Trenches!' }, 'super_admin'))
      const refused = await undo((await newest()).id, {}, 'super_admin')
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'not_undoable' })
    })

    test('of a saved query is for its owner, of a vocabulary for administrators', async () => {
      const query = { type: 'fast', querytext: 'flint' }
      const saved = { name: 'Flint', tb: 'finds', query }
      await must(dig.post('/api/saved-queries', saved, 'self_writer'))
      const own = (await must(dig.get('/api/change-sets?per_page=1', 'self_writer'))).data[0].id
      expect((await undo(own, {}, 'writer')).statusCode).toBe(404)
      await undone(own, {}, 'self_writer')
      expect((await storedRows(dig))['sys_queries']).toEqual([])
      const set = await setOf(must(dig.post('/api/vocabularies', { voc: 'soil', def: 'silt' }, 'admin')))
      expect((await undo(set, {}, 'writer')).statusCode).toBe(404)
      await undone(set, {}, 'admin')
      expect((await storedRows(dig))['sys_vocabularies']).toEqual([])
    })

    test('in the background is a job with the same answer', async () => {
      const set = await setOf(create('finds', { inv_no: code(21) }))
      const { job } = await undone(set, { background: true })
      const state = async () => (await must(dig.get(`/api/jobs/${job.id}`, 'writer'))).job
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('done')
      expect(await state()).toMatchObject({
        kind: 'undo',
        total: 1,
        done: 1,
        result: { status: 'success', change_set: { undoes: set }, counts: { record: { deleted: 1 } } },
      })
    })

    test('refuses a caller whose row filter leaves out a row, before or after', async () => {
      const set = await setOf(save('finds', 3, { core: { material: 'ivory' } }))
      const both = { ids: [1, 2], core: { weight_g: 77 } }
      const several = await setOf(must(dig.patch('/api/records/finds', both, 'writer')))
      const mixed = { ids: [3, 4], core: { material: 'horn' } }
      await save('finds', 3, { core: { material: 'bone' } })
      const leadingOut = await setOf(must(dig.patch('/api/records/finds', mixed, 'writer')))
      await save('finds', 2, { core: { material: 'bone' } })
      await hideBone()
      expect((await undo(set)).json(), 'nothing of it is seen').toMatchObject({
        code: 'change_set_not_found',
      })
      for (const conflicts of ['keep', 'overwrite']) {
        for (const partly of [several, leadingOut]) {
          const refused = await undo(partly, { conflicts })
          expect(refused.statusCode, refused.body).toBe(403)
        }
      }
      expect((await must(dig.get('/api/record/finds/3', 'admin'))).core.material.val).toBe('horn')
    })

    test('says that something hidden stands in its way, and neither names nor counts it', async () => {
      await hideBone()
      let context = 0
      const contextMade = await setOf(
        create('contexts', { ctx_no: code(30) }).then((id) => {
          context = id
        }),
      )
      const hidden = await create('finds', { inv_no: code(31), context, material: 'bone' }, {}, 'admin')
      let find = 0
      const findMade = await setOf(
        create('finds', { inv_no: code(32), material: 'flint' }).then((id) => {
          find = id
        }),
      )
      const link = { tb_one: 'finds', id_one: find, tb_two: 'finds', id_two: hidden, label: 'joins' }
      await must(dig.post('/api/manual-link', link, 'admin'))
      for (const [set, wanted] of [
        [contextMade, 'undo_refused'],
        [findMade, 'undo_conflict'],
      ] as const) {
        const refused = await undo(set)
        expect(refused.json()).toMatchObject({ code: wanted, errors: [], total: 0, hidden: true })
        expect(refused.body).not.toContain('U31-')
      }
      expect((await dig.get(`/api/record/contexts/${context}`, 'writer')).statusCode).toBe(200)
      expect((await dig.get(`/api/record/finds/${find}`, 'writer')).statusCode).toBe(200)
    })

    test('does not name a row that is gone and that the caller could not see', async () => {
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      const seen = await create('finds', { inv_no: code(40), material: 'flint' })
      const gone = await create('finds', { inv_no: code(41), material: 'bone', weight_g: 41414 })
      const both = { ids: [seen, gone], core: { weight_g: 5 } }
      const set = await setOf(must(dig.patch('/api/records/finds', both, 'writer')))
      await remove('finds', gone, 'admin')
      await hideBone()
      const refused = await undo(set)
      expect(refused.json()).toMatchObject({ code: 'undo_conflict', errors: [], total: 0, hidden: true })
      expect(refused.body).not.toContain('41414')
      const forced = await undo(set, { conflicts: 'overwrite' })
      expect(forced.json()).toMatchObject({ code: 'undo_refused', errors: [], total: 0, hidden: true })
      const kept = await undone(set, { conflicts: 'keep' })
      expect(kept).toMatchObject({ conflicts: [], kept: 0, hidden: true, counts: { record: { updated: 1 } } })
    })

    test('does not name what hung from a record that the caller cannot see, and is gone', async () => {
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      const [seen, hidden] = [
        await create('finds', { inv_no: code(60), material: 'flint' }),
        await create('finds', { inv_no: code(61), material: 'bone' }),
      ]
      const place = (id: number) => ({ tb: 'finds', id, geometry: { type: 'Point', coordinates: [61, 1] } })
      const features = [
        await must(dig.post('/api/geoface/feature', place(seen), 'writer')),
        await must(dig.post('/api/geoface/feature', place(hidden), 'writer')),
      ].map(({ geo_id }) => geo_id as number)
      const moved = (id: number) => ({ id, geometry: { type: 'Point', coordinates: [7, 7] } })
      const geodata = features.map(moved)
      const set = await setOf(must(dig.put('/api/geoface/feature', { geodata }, 'writer')))
      for (const id of features) await must(dig.delete('/api/geoface/feature', { ids: [id] }, 'admin'))
      await hideBone()
      const { code: refused, errors, ...rest } = (await undo(set)).json()
      expect([refused, new Set(errors.map(({ id }: { id: number }) => id))]).toEqual([
        'undo_conflict',
        new Set([features[0]]),
      ])
      expect(rest).toMatchObject({ total: errors.length, hidden: true })
    })

    test('of what hangs from records is for those who may change these, and see all of them', async () => {
      const mayOnly = async (table: string, privilege: number) => {
        const override = { user_id: dig.userId('writer'), table_name: table, privilege }
        await dig.application.db.write(async (tx) => {
          await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
          await tx.insert('sys_user_table_privs', override)
        })
      }
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      const [one, other] = [
        await create('finds', { inv_no: code(50) }),
        await create('finds', { inv_no: code(51) }),
      ]
      const context = await create('contexts', { ctx_no: code(52) })
      const linkFrom = (tb: string, id: number) =>
        setOf(
          must(
            dig.post('/api/manual-link', { tb_one: 'finds', id_one: one, tb_two: tb, id_two: id }, 'writer'),
          ),
        )
      const linked = await linkFrom('finds', other)
      const sampled = await setOf(
        save('contexts', context, { plugins: { samples: [{ fields: { lab: 'Graz' } }] } }),
      )
      const both = {
        ids: [
          await linkFrom('contexts', context),
          await setOf(save('finds', other, { core: { weight_g: 9 } })),
        ],
      }
      const unlinked = await setOf(must(dig.post('/api/change-sets/undo', both, 'writer')))
      await mayOnly('finds', 30)
      expect((await undo(linked)).statusCode, 'changes neither end').toBe(403)
      await mayOnly('contexts', 30)
      expect((await undo(sampled)).statusCode, 'does not change the record of the row').toBe(403)
      await mayOnly('contexts', 40)
      expect((await undo(unlinked)).statusCode, 'does not see the table of an end').toBe(403)
      await mayOnly('trenches', 20)
      await hideRows(dig, 'writer', 'contexts', { id: { _neq: context } })
      expect((await undo(unlinked)).statusCode, 'does not see an end').toBe(403)
      await mayOnly('trenches', 20)
      for (const set of [linked, sampled, unlinked]) await undone(set)
    })
  }
})
