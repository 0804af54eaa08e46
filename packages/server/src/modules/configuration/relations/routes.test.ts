import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, oneEngine, openDig } from '../../../testing/open-dig.js'
import { openSecondNode } from '../../../testing/second-node.js'

const as = 'super_admin'
const url = '/api/config/relations'
const wanted = { from_tb: 'finds', from_col: 'context', to_tb: 'contexts', to_col: 'id' }

describe.each(oneEngine)('no relation (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const count = async () => (await dig.get(url, as)).json().data.length

  test.each([
    [{}, 400, 'parameter_missing'],
    [{ ...wanted, from_col: '' }, 400, 'parameter_missing'],
    [{ ...wanted, to_tb: null }, 400, 'parameter_missing'],
    [{ ...wanted, on_delete: 'DROP' }, 422, 'invalid_on_delete'],
    [{ ...wanted, on_delete: 7 }, 422, 'invalid_on_delete'],
    [{ ...wanted, on_update: 'x' }, 422, 'invalid_on_update'],
    [{ ...wanted, from_tb: 'samples', from_col: 'litres' }, 422, 'plugin_relation_not_allowed'],
    [{ ...wanted, to_tb: 'samples' }, 422, 'plugin_relation_not_allowed'],
    [
      { from_tb: 'samples', from_col: 'id_link', to_tb: 'contexts', to_col: 'ctx_no' },
      422,
      'plugin_relation_not_allowed',
    ],
    [
      {
        from_tb: 'samples',
        from_col: 'id_link',
        to_tb: 'contexts',
        to_col: 'id',
        on_delete: 'SET NULL',
      },
      422,
      'invalid_on_delete',
    ],
    [{ ...wanted, from_tb: 'nowhere' }, 404, 'unknown_table'],
    [{ ...wanted, from_tb: 'sys_files', from_col: 'creator' }, 404, 'unknown_table'],
    [{ ...wanted, to_tb: 'sys_users' }, 404, 'unknown_table'],
    [{ ...wanted, from_col: 'nothing' }, 404, 'field_not_found'],
    [{ ...wanted, to_col: '"id"' }, 404, 'field_not_found'],
    [{ ...wanted, from_col: 'id' }, 422, 'reserved_name'],
    [{ ...wanted, from_col: 'creator' }, 422, 'reserved_name'],
    [
      { from_tb: 'samples', from_col: 'id_link', to_tb: 'finds', to_col: 'id' },
      409,
      'relation_already_exists',
    ],
  ])('is made by %j', async (body, status, code) => {
    const before = await count()
    const reply = await dig.post(url, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await count()).toBe(before)
  })

  test('is changed or deleted that does not exist', async () => {
    for (const reply of [
      await dig.put(`${url}/999`, {}, as),
      await dig.put(`${url}/99999999999999999999`, {}, as),
      await dig.delete(`${url}/999`, undefined, as),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    }
    expect((await dig.put(`${url}/999`, { on_delete: 'x' }, as)).json().code).toBe('invalid_on_delete')
  })

  test('of the configuration is for administrators', async () => {
    for (const reply of [
      await dig.get(url, 'admin'),
      await dig.post(url, wanted, 'admin'),
      await dig.put(`${url}/1`, {}, 'admin'),
      await dig.delete(`${url}/1`, undefined, 'admin'),
      await dig.post('/api/config/apply-constraints', undefined, 'admin'),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })
})

describe.each(engines)('relations (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const listed = async () => (await dig.get(url, as)).json().data
  const relate = async (body: object) => (await dig.post(url, body, as)).json()
  const change = async (id: number, body: object) => (await dig.put(`${url}/${id}`, body, as)).json()
  const apply = async () => (await dig.post('/api/config/apply-constraints', undefined, as)).json()
  const run = (statement: ReturnType<typeof sql>) => dig.application.db.write((tx) => tx.run(statement))
  const values = async (column: 'context' | 'material') => {
    const rows = await dig.application.db.quick.all<{ v: unknown }>(
      column === 'context'
        ? sql`SELECT "context" AS v FROM "finds" ORDER BY "id"`
        : sql`SELECT "material" AS v FROM "finds" ORDER BY "id"`,
    )
    return rows.map(({ v }) => v)
  }
  const remove = (table: string, id: number) => dig.delete(`/api/record/${table}/${id}`, undefined, 'writer')
  const indexes = async (table: string) =>
    (await dig.get(`/api/config/table/${table}/indexes`, as)).json().data

  test('are listed with labels, those of plugin tables too, and whether the database enforces them', async () => {
    const { id } = await relate(wanted)
    expect(await listed()).toEqual([
      {
        id,
        from_tb: 'finds',
        from_col: 'context',
        from_label: 'Finds',
        to_tb: 'contexts',
        to_col: 'id',
        to_label: 'Contexts',
        on_delete: 'RESTRICT',
        on_update: 'CASCADE',
        enforced: true,
      },
      expect.objectContaining({ from_tb: 'samples', from_col: 'id_link', enforced: true }),
    ])
  })

  test('that are enforced keep out values that lead nowhere, and have an index', async () => {
    expect(await relate({ ...wanted, on_delete: 'restrict' })).toEqual({
      status: 'success',
      code: 'relation_saved',
      id: expect.any(Number),
      enforced: true,
    })
    expect(await indexes('finds')).toMatchObject([
      { name: 'idx_finds_context', columns: ['context'], auto: true },
    ])
    const insert = dig.application.db.write((tx) => tx.insert('finds', { inv_no: 'F9', context: 99 }))
    await expect(insert).rejects.toMatchObject({ problem: 'foreign_key' })
    const link = (await dig.get('/api/config/table/finds', as)).json().table.link
    expect(link).toMatchObject([{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }])
  })

  test.each([
    ['RESTRICT', 409, [1, 1, 2, 3, null, 5, 6, 6]],
    ['NO ACTION', 409, [1, 1, 2, 3, null, 5, 6, 6]],
    ['set null', 200, [null, null, 2, 3, null, 5, 6, 6]],
    ['CASCADE', 200, [2, 3, null, 5, 6, 6]],
  ])('say what becomes of finds when their context is deleted: %s', async (policy, status, left) => {
    await relate({ ...wanted, on_delete: policy })
    expect((await remove('contexts', 1)).statusCode).toBe(status)
    expect(await values('context')).toEqual(left)
  })

  test('change what they do, and keep their id, column and index', async () => {
    const { id } = await relate(wanted)
    expect((await remove('contexts', 1)).statusCode).toBe(409)
    const reply = await change(id, { from_tb: 'x', from_col: 'y', on_delete: 'SET NULL' })
    expect(reply).toEqual({ status: 'success', code: 'relation_saved', id, enforced: true })
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, ...wanted, on_delete: 'SET NULL', on_update: 'CASCADE', enforced: true }),
    )
    expect((await remove('contexts', 1)).statusCode).toBe(200)
    expect(await indexes('finds')).toHaveLength(1)
  })

  test.each([
    ['CASCADE', ['flint-2', 'flint-2'], 200],
    ['SET NULL', [null, null], 200],
    ['RESTRICT', ['flint', 'flint'], 409],
  ])('say what becomes of values that refer to one which changes: %s', async (policy, after, status) => {
    await run(sql`UPDATE "finds" SET "material" = NULL`)
    await run(sql`UPDATE "finds" SET "material" = 'flint' WHERE "id" <= 2`)
    await run(sql`UPDATE "trenches" SET "code" = 'flint' WHERE "id" = 1`)
    const unique = { name: 'code', columns: ['code'], is_unique: true }
    await dig.post('/api/config/table/trenches/indexes', unique, as)
    const ends = { from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' }
    expect(await relate({ ...ends, on_update: policy })).toMatchObject({ enforced: true })
    const counted = () => dig.get('/api/records/finds?filter[material][_eq]=flint', 'reader')
    expect((await counted()).json().total).toBe(2)
    const reply = await dig.put('/api/record/trenches/1', { core: { code: 'flint-2' } }, 'writer')
    expect(reply.statusCode).toBe(status)
    expect((await values('material')).slice(0, 2)).toEqual(after)
    expect((await counted()).json().total).toBe(status === 200 ? 0 : 2)
  })

  test('within one table always refuse and follow, whatever is asked', async () => {
    await dig.post(
      '/api/config/table/contexts/field',
      { name: 'part_of', type: 'text', db_type: 'INTEGER' },
      as,
    )
    const ends = { from_tb: 'contexts', from_col: 'part_of', to_tb: 'contexts', to_col: 'id' }
    await relate({ ...ends, on_delete: 'CASCADE', on_update: 'SET NULL' })
    expect(await listed()).toContainEqual(
      expect.objectContaining({ ...ends, on_delete: 'RESTRICT', on_update: 'CASCADE', enforced: true }),
    )
  })

  test('that stored values contradict are kept, not enforced, and say exactly which rows', async () => {
    await run(sql`UPDATE "finds" SET "context" = "id" + 100 WHERE "id" IN (2, 4, 8)`)
    const reply = await dig.post(url, wanted, as)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        status: 'warning',
        code: 'relation_saved_orphans_found',
        id: expect.any(Number),
        enforced: false,
        orphans: 3,
        orphan_ids: [2, 4, 8],
      },
    ])
    expect(await listed()).toContainEqual(expect.objectContaining({ ...wanted, enforced: false }))
    expect(await apply()).toEqual({
      status: 'warning',
      code: 'constraints_applied',
      applied: 4,
      skipped: 1,
      errors: [{ from_tb: 'finds', from_col: 'context', reason: 'orphans_found:3', orphan_ids: [2, 4, 8] }],
    })
    await run(sql`UPDATE "finds" SET "context" = NULL WHERE "context" > 100`)
    expect(await apply()).toEqual({
      status: 'success',
      code: 'constraints_applied',
      applied: 5,
      skipped: 0,
      errors: [],
    })
    expect(await listed()).toContainEqual(expect.objectContaining({ ...wanted, enforced: true }))
    expect(await apply()).toMatchObject({ status: 'success', applied: 5, skipped: 0 })
  })

  test('count all rows that lead nowhere and name the first twenty', async () => {
    await dig.application.db.write((tx) =>
      tx.insertMany(
        'finds',
        ['inv_no', 'context'],
        Array.from({ length: 130 }, (_, k) => [`X${k}`, 500 + k]),
      ),
    )
    const reply = await relate(wanted)
    expect([reply.orphans, reply.orphan_ids.length]).toEqual([130, 20])
  })

  test('take an empty text for no value', async () => {
    await dig.post('/api/config/table/trenches/indexes', { name: 'u', columns: ['code'], unique: 1 }, as)
    await run(sql`UPDATE "finds" SET "material" = '' WHERE "id" > 2`)
    await run(sql`UPDATE "finds" SET "material" = 'A' WHERE "id" <= 2`)
    const ends = { from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' }
    expect(await relate(ends)).toMatchObject({ enforced: true })
    expect(await values('material')).toEqual(['A', 'A', null, null, null, null, null, null])
  })

  test.each([
    ['target_not_unique', { from_col: 'material', to_tb: 'trenches', to_col: 'code' }],
    ['type_mismatch', { from_col: 'material', to_tb: 'trenches', to_col: 'id' }],
  ])(
    'that the database cannot enforce are kept, say why, and hold for whoever writes records: %s',
    async (reason, ends) => {
      const body = { from_tb: 'finds', ...ends }
      expect(await relate(body)).toEqual({
        status: 'success',
        code: 'relation_saved',
        id: expect.any(Number),
        enforced: false,
        reason,
      })
      expect(await apply()).toMatchObject({
        skipped: 1,
        errors: [{ from_tb: 'finds', from_col: 'material', reason }],
      })
      const save = (inv_no: string, material: string) =>
        dig.post('/api/record/finds', { core: { inv_no, material } }, 'writer')
      expect((await save('F9', 'tin')).statusCode).toBe(422)
      expect((await save('F9', reason === 'type_mismatch' ? '1' : 'A')).statusCode).toBe(200)
      for (const [table, other] of [
        ['finds/9', 'trenches'],
        ['trenches/1', 'finds'],
      ]) {
        const { links } = (await dig.get(`/api/record/${table}`, 'reader')).json()
        expect(links[String(other)]).toMatchObject({ tot: 1 })
      }
      expect((await dig.delete('/api/record/trenches/1', undefined, 'writer')).statusCode).toBe(409)
    },
  )

  test('become enforced when their target becomes unique', async () => {
    await run(sql`UPDATE "finds" SET "material" = 'A'`)
    await relate({ from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' })
    await dig.post('/api/config/table/trenches/indexes', { name: 'u', columns: ['code'], unique: 1 }, as)
    expect(await apply()).toMatchObject({ status: 'success', skipped: 0 })
    expect(await listed()).toContainEqual(expect.objectContaining({ to_col: 'code', enforced: true }))
  })

  test('that are deleted leave values, and neither constraint nor index', async () => {
    const { id } = await relate(wanted)
    expect((await dig.delete(`${url}/${id}`, undefined, as)).json()).toEqual({
      status: 'success',
      code: 'relation_deleted',
    })
    expect(await values('context')).toEqual([1, 1, 2, 3, null, 5, 6, 6])
    expect(await indexes('finds')).toEqual([])
    await dig.application.db.write((tx) => tx.insert('finds', { inv_no: 'F9', context: 99 }))
    expect(await listed()).toHaveLength(1)
  })

  test('of a plugin table: deleted it stands alone, made again it belongs to its records, and to no others', async () => {
    const [attachment] = await listed()
    await dig.delete(`${url}/${attachment.id}`, undefined, as)
    expect((await dig.get('/api/config/table/samples', as)).json().table.plugin_of).toBeNull()
    const foreign = { from_tb: 'samples', from_col: 'id_link', to_tb: 'trenches', to_col: 'id' }
    await run(sql`UPDATE "samples" SET "id_link" = 6 WHERE "id" = 2`)
    const refused = await dig.post(url, foreign, as)
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      409,
      'relation_orphans',
      { orphans: 1, orphan_ids: [2] },
    ])
    const { id } = await relate({ ...foreign, to_tb: 'contexts' })
    expect((await dig.get('/api/config/table/samples', as)).json().table.plugin_of).toBe('contexts')
    expect((await dig.put(`${url}/${id}`, { to_tb: 'trenches' }, as)).json().code).toBe('relation_orphans')
    await run(sql`DELETE FROM "samples" WHERE "id_link" > 3`)
    expect(await change(id, { to_tb: 'trenches' })).toMatchObject({ id, enforced: true })
    expect((await dig.get('/api/config/table/trenches', as)).json().table.plugin).toEqual(['samples'])
  })

  test('that are led elsewhere empty the paths of dates over them', async () => {
    const { id } = await relate({ from_tb: 'contexts', from_col: 'trench', to_tb: 'trenches', to_col: 'id' })
    await dig.put('/api/config/table/trenches', { chrono_density_path: ['contexts'] }, as)
    await run(sql`UPDATE "contexts" SET "trench" = NULL`)
    await change(id, { to_tb: 'finds' })
    expect((await dig.get('/api/config/table/trenches', as)).json().table.chrono_density_path).toEqual([])
  })

  test('and indexes that the database lost are made again, also one with the name of an automatic one', async () => {
    await relate(wanted)
    const own = { name: 'idx_finds_material', columns: ['material'] }
    await dig.post('/api/config/table/finds/indexes', own, as)
    await dig.post('/api/config/table/finds/indexes', { name: 'by_day', columns: ['found_on'] }, as)
    await dig.application.db.write(
      async (tx) => {
        await tx.schema.dropIndex('finds__idx_finds_material')
        await tx.schema.dropIndex('finds__by_day')
        await tx.schema.dropForeignKey('finds', 'context')
        await tx.run(sql`UPDATE "sys_cfg_indexes" SET "is_unique" = 1 WHERE "name" = 'by_day'`)
      },
      { schema: true },
    )
    await dig.application.reload()
    expect(await apply()).toMatchObject({
      status: 'warning',
      skipped: 1,
      errors: [{ from_tb: 'finds', from_col: 'by_day', reason: 'duplicates_found:1' }],
    })
    const finds = (await dig.application.db.inspect()).get('finds')
    expect(finds?.indexes).toContain('finds__idx_finds_material')
    expect(finds?.foreignKeys).toContainEqual(expect.objectContaining({ column: 'context' }))
  })

  test('made by many at once for one column are one', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => dig.post(url, wanted, as)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(await listed()).toHaveLength(2)
  })

  test('reach the other nodes at once', async () => {
    const other = engine === 'pgsql' ? await openSecondNode(dig) : undefined
    try {
      const { application } = other ?? dig
      const known = () =>
        application.catalogue.relations.map(({ fromColumn, onDelete }) => [fromColumn, onDelete])
      const { id } = await relate(wanted)
      await expect.poll(known).toContainEqual(['context', 'RESTRICT'])
      await change(id, { on_delete: 'CASCADE' })
      await expect.poll(known).toContainEqual(['context', 'CASCADE'])
      await dig.delete(`${url}/${id}`, undefined, as)
      await expect.poll(known).toEqual([['id_link', 'RESTRICT']])
    } finally {
      await other?.close()
    }
  })

  test('to unique values follow a new name of their table, and outlive one of two indexes', async () => {
    await run(sql`UPDATE "finds" SET "material" = 'A'`)
    const made: number[] = []
    for (const name of ['one', 'two']) {
      const body = { name, columns: ['code'], is_unique: true }
      made.push((await dig.post('/api/config/table/trenches/indexes', body, as)).json().id)
    }
    await relate({ from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' })
    expect((await dig.patch('/api/config/table/trenches', { new_name: 'areas' }, as)).statusCode).toBe(200)
    const outcome = async (id: number) =>
      (await dig.delete(`/api/config/table/areas/indexes/${id}`, undefined, as)).json().code
    expect([await outcome(made[0] ?? 0), await outcome(made[1] ?? 0)]).toEqual([
      'index_deleted',
      'index_in_use',
    ])
    expect(await listed()).toContainEqual(expect.objectContaining({ to_tb: 'areas', enforced: true }))
    const insert = dig.application.db.write((tx) => tx.insert('finds', { inv_no: 'F9', material: 'B2' }))
    await expect(insert).rejects.toMatchObject({ problem: 'foreign_key' })
  })
})
