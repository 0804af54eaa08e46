import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../storage/sql.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { storedRows } from '../../testing/stored-rows.js'

const as = 'super_admin'
type Reply = Awaited<ReturnType<Dig['get']>>

describe.each(oneEngine)('undo and the rules of tables (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const text = { type: 'text', db_type: 'TEXT' }
    const number = { type: 'text', db_type: 'INTEGER' }
    const made = async (url: string, body: object) => must(dig.post(url, body, as))
    await made('/api/config/tables', { name: 'boxes', label: 'Boxes' })
    await made('/api/config/table/boxes/field', { ...text, name: 'code', label: 'Code' })
    await made('/api/config/table/boxes/field', { ...number, name: 'inside', label: 'Inside' })
    await made('/api/config/table/boxes/field', { ...text, name: 'shelf', label: 'Shelf' })
    await made('/api/config/table/finds/field', { ...number, name: 'box', label: 'Box' })
    const lookup = { type: 'select', db_type: 'INTEGER', name: 'spare', label: 'Spare', id_from_tb: 'boxes' }
    await made('/api/config/table/finds/field', lookup)
    await relateTables(dig, ['boxes', 'inside'], 'boxes', 'RESTRICT')
    await relateTables(dig, ['finds', 'box'], 'boxes', 'CASCADE')
    await relateTables(dig, ['contexts', 'trench'], 'trenches', 'SET NULL')
    await made('/api/config/table/boxes/indexes', { name: 'codes', columns: ['code'], is_unique: 1 })
  })
  afterAll(() => dig.close())

  const must = async (asked: Promise<Reply>) => {
    const reply = await asked
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const create = async (table: string, core: object): Promise<number> =>
    (await must(dig.post(`/api/record/${table}`, { core }, as))).id
  const save = (table: string, id: number, core: object) =>
    must(dig.post(`/api/record/${table}/${id}`, { core }, as))
  /** Statements in one transaction, as no route would do them. */
  const together = (...statements: Sql[]) =>
    dig.application.db.write(
      async (tx) => {
        for (const statement of statements) await tx.run(statement)
      },
      { author: { userId: dig.userId(as), keyId: null, origin: 'api', note: null } },
    )
  const newest = async (): Promise<number> =>
    (await must(dig.get('/api/change-sets?user=*&per_page=1', as))).data[0].id
  const undo = (id: number, body: object = {}) => dig.post(`/api/change-set/${id}/undo`, body, as)
  const undone = (id: number, body: object = {}) => must(undo(id, body))
  const core = async (table: string, id: number) =>
    (await must(dig.get(`/api/record/${table}/${id}`, as))).core
  const code = () => `R${Math.random().toString(36).slice(2, 9)}`
  /** Undo leaves everything as it was, and redo as it became. */
  const thereAndBack = async (work: () => Promise<unknown>) => {
    const before = await storedRows(dig)
    await work()
    const after = await storedRows(dig)
    const { change_set } = await undone(await newest())
    expect(await storedRows(dig)).toEqual(before)
    await undone(change_set.id)
    expect(await storedRows(dig)).toEqual(after)
  }

  test('rows of a table that refer to each other, even in a circle, go and come back', async () => {
    const inside = (code: string, other: string) =>
      sql`UPDATE "boxes" SET "inside" = (SELECT "id" FROM "boxes" WHERE "code" = ${other}) WHERE "code" = ${code}`
    await thereAndBack(() =>
      together(
        sql`INSERT INTO "boxes" ("code") VALUES ('Z1'), ('Z2'), ('Z3')`,
        inside('Z1', 'Z2'),
        inside('Z2', 'Z1'),
        inside('Z3', 'Z3'),
      ),
    )
    await thereAndBack(() =>
      together(sql`UPDATE "boxes" SET "inside" = NULL`, sql`DELETE FROM "boxes" WHERE "code" LIKE 'Z%'`),
    )
  })

  test('values that rows exchanged are exchanged again', async () => {
    const [one, two] = [await create('boxes', { code: 'left' }), await create('boxes', { code: 'right' })]
    const set = (code: string, id: number) => sql`UPDATE "boxes" SET "code" = ${code} WHERE "id" = ${id}`
    await thereAndBack(() => together(set('between', one), set('left', two), set('right', one)))
  })

  test('a value that a unique index keeps from standing twice is refused with its row', async () => {
    const [one, other] = [await create('boxes', { code: 'mine' }), await create('boxes', { code: 'yours' })]
    await save('boxes', one, { code: 'changed' })
    const set = await newest()
    await save('boxes', other, { code: 'mine' })
    expect((await undo(set)).json()).toMatchObject({
      code: 'undo_refused',
      total: 1,
      errors: [{ table: 'boxes', id: one, field: 'code', code: 'no_dupl' }],
    })
    expect(await core('boxes', one)).toMatchObject({ code: { val: 'changed' } })
  })

  test('a value that very many records have may come back, unless another got it later', async () => {
    const many = Array.from({ length: 5000 }, () => ['no number'])
    const ids = await dig.application.db.write((tx) => tx.insertMany('finds', ['inv_no'], many))
    const [id = 0, other = 0] = ids
    await save('finds', id, { inv_no: code() })
    expect(await undone(await newest())).toMatchObject({ counts: { record: { updated: 1 } } })
    await save('finds', other, { inv_no: code() })
    await save('finds', id, { inv_no: code() })
    const set = await newest()
    await together(sql`UPDATE "finds" SET "inv_no" = 'no number' WHERE "id" = ${other}`)
    expect((await undo(set)).json()).toMatchObject({
      code: 'undo_refused',
      total: 1,
      errors: [{ table: 'finds', id, field: 'inv_no', code: 'no_dupl' }],
    })
    await together(sql`DELETE FROM "finds" WHERE "inv_no" = 'no number'`)
  })

  test('later records that would go along, or lose what they refer to, are conflicts', async () => {
    const box = await create('boxes', { code: code() })
    const boxes = await newest()
    const find = await create('finds', { inv_no: code(), box })
    const trench = await create('trenches', { code: code() })
    const trenches = await newest()
    await save('contexts', 1, { trench })
    expect((await undo(boxes)).json()).toMatchObject({
      code: 'undo_conflict',
      total: 1,
      errors: [{ entity: 'record', table: 'finds', id: find, field: 'box', by: as }],
    })
    expect((await undo(trenches)).json()).toMatchObject({
      code: 'undo_conflict',
      total: 1,
      errors: [{ table: 'contexts', id: 1, field: 'trench' }],
    })
    const kept = await must(
      dig.post('/api/change-sets/undo', { ids: [boxes, trenches], conflicts: 'keep' }, as),
    )
    expect(kept).toMatchObject({ kept: 2, counts: {}, change_set: null })
    expect(await undone(boxes, { conflicts: 'overwrite' })).toMatchObject({
      counts: { record: { created: 0, updated: 0, deleted: 2 } },
      conflicts: [{ id: find }],
    })
    await undone(trenches, { conflicts: 'overwrite' })
    expect(await core('contexts', 1)).toMatchObject({ trench: { val: null } })
    await save('contexts', 1, { trench: 1 })
  })

  test('a lookup that no relation says stays as after a deletion, above all in records of others', async () => {
    const make = async () =>
      (await must(dig.post('/api/record/boxes', { core: { code: code() } }, 'self_writer'))).id
    const [box, other] = [await make(), await make()]
    const made = (await newest()) - 1
    const finds = [
      await create('finds', { inv_no: code(), spare: box }),
      await create('finds', { inv_no: code(), spare: other }),
    ]
    await must(dig.delete(`/api/record/boxes/${other}`, undefined, 'self_writer'))
    const overwrite = { conflicts: 'overwrite' }
    const reply = await must(dig.post(`/api/change-set/${made}/undo`, overwrite, 'self_writer'))
    expect(reply).toMatchObject({
      counts: { record: { created: 0, updated: 0, deleted: 1 } },
      conflicts: [{ table: 'finds', id: finds[0], field: 'spare' }],
    })
    const spare = async (id: number | undefined) => (await core('finds', id ?? 0)).spare.val
    expect([await spare(finds[0]), await spare(finds[1])]).toEqual([box, other])
  })

  test('a record that stays keeps what it was made with, and what it needs', async () => {
    await together(
      sql`INSERT INTO "boxes" ("code", "shelf") VALUES ('outer', 'a'), ('inner', 'a'), ('alone', 'a')`,
      sql`UPDATE "boxes" SET "inside" = (SELECT "id" FROM "boxes" WHERE "code" = 'outer') WHERE "code" = 'inner'`,
    )
    const set = await newest()
    const codes = async () =>
      (await storedRows(dig))['boxes']
        ?.filter(({ shelf }) => shelf === 'a' || shelf === 'b')
        .map((row) => row['code'])
    const inner = (await storedRows(dig))['boxes']?.find((row) => row['code'] === 'inner')
    await save('boxes', Number(inner?.['id']), { shelf: 'b' })
    const { counts, kept } = await undone(set, { conflicts: 'keep' })
    expect({ counts, kept }).toEqual({ counts: { record: { created: 0, updated: 0, deleted: 1 } }, kept: 1 })
    expect(await codes()).toEqual(['outer', 'inner'])
    const context = { ctx_no: code() }
    const plugins = { samples: [{ fields: { lab: 'Graz' } }] }
    const { id } = await must(dig.post('/api/record/contexts', { core: context, plugins }, as))
    const made = await newest()
    await save('contexts', id, { notes: 'later' })
    expect(await undone(made, { conflicts: 'keep' })).toMatchObject({ counts: {}, kept: 1, change_set: null })
  })

  test('one end of a span of years must fit to the other', async () => {
    await save('contexts', 2, { chrono_from: -500, chrono_to: -400 })
    await save('contexts', 2, { chrono_from: -900 })
    const set = await newest()
    await save('contexts', 2, { chrono_to: -800 })
    expect((await undo(set)).json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ table: 'contexts', id: 2, field: 'chrono_from', code: 'chrono_range' }],
    })
  })

  test('a record that was deleted later is a conflict, which cannot be overwritten', async () => {
    const id = await create('finds', { inv_no: code(), material: 'flint' })
    await save('finds', id, { material: 'bone' })
    const set = await newest()
    await must(dig.delete(`/api/record/finds/${id}`, undefined, as))
    expect((await undo(set)).json()).toMatchObject({
      code: 'undo_conflict',
      errors: [{ table: 'finds', id, field: 'material', now: null, was: 'flint', by: as }],
    })
    expect((await undo(set, { conflicts: 'overwrite' })).json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ id, code: 'record_not_found' }],
    })
    expect(await undone(set, { conflicts: 'keep' })).toMatchObject({ kept: 1, change_set: null })
  })

  test('a value that the column cannot hold any more is refused, one that it can comes back', async () => {
    const [id, other] = [await create('boxes', { shelf: 'top' }), await create('boxes', { shelf: '12' })]
    await save('boxes', id, { shelf: '7' })
    const unfit = await newest()
    await save('boxes', other, { shelf: '13' })
    const fit = await newest()
    await together(sql`UPDATE "boxes" SET "shelf" = NULL WHERE "shelf" IN ('a', 'b')`)
    const field = { name: 'shelf', label: 'Shelf', type: 'text', db_type: 'INTEGER' }
    await dig.confirm()
    await must(dig.put('/api/config/table/boxes/field/shelf', field, as))
    expect((await undo(unfit)).json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ table: 'boxes', id, field: 'shelf', code: 'invalid_value' }],
    })
    await undone(fit)
    expect(await core('boxes', other)).toMatchObject({ shelf: { val: 12 } })
  })

  test('an import that made and changed records is undone as a whole', async () => {
    await thereAndBack(async () => {
      const lines = Array.from({ length: 2500 }, (_, index) => `I${index},clay,${index % 7}`)
      const { temp_id } = (await preview(dig, csvForm(`no,what,g\n${lines.join('\n')}\nF1,glass,3\n`))).json()
      const mapping = { no: 'inv_no', what: 'material', g: 'weight_g' }
      const body = { temp_id, tb: 'finds', mapping, key_field: 'inv_no' }
      await must(dig.post('/api/import/data', body, 'writer'))
    })
  })

  test('what SQL changed past the journal is not undone, nor what belongs to tables that are gone', async () => {
    await must(dig.post('/api/config/tables', { name: 'notes', label: 'Notes' }, as))
    const field = { name: 'note', label: 'Note', type: 'text', db_type: 'TEXT' }
    await must(dig.post('/api/config/table/notes/field', field, as))
    await create('notes', { note: 'gone' })
    const set = await newest()
    await dig.confirm()
    await must(dig.delete('/api/config/table/notes', undefined, as))
    expect((await undo(set)).statusCode).toBe(404)
    await must(dig.post('/api/config/tables', { name: 'notes', label: 'Notes' }, as))
    await must(dig.post('/api/config/table/notes/field', field, as))
    const kept = await create('notes', { note: 'of another table' })
    expect((await undo(set)).statusCode).toBe(404)
    expect((await dig.get(`/api/record/notes/${kept}`, as)).statusCode).toBe(200)
  })
})
