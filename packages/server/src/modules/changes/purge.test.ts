import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeAsOf } from '../../http/as-of.js'
import { wireTime } from '../../http/wire-time.js'
import { selectSet } from '../../storage/journal/change-set-store.js'
import { beforeTable } from '../../storage/journal/journal-tables.js'
import { id, sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'

const as = 'super_admin'
const url = '/api/change-sets/purge'
const hour = 3_600_000

interface SetRow {
  readonly id: number
  readonly time: number
}

describe.each(engines)('a purge of the journal (%s)', (engine) => {
  let dig: Dig
  /** Right after each of the changes below. */
  const sets: SetRow[] = []
  beforeAll(async () => {
    dig = await openDig(engine)
    for (const material of ['one', 'two', 'three', 'four']) {
      expect((await dig.patch('/api/record/finds/1', { core: { material } }, as)).statusCode).toBe(200)
      await dig.delete(`/api/record/finds/${sets.length + 2}`, undefined, as)
      await dig.post('/api/record/finds', { core: { inv_no: `P${material}` } }, as)
      sets.push(await newest())
    }
    // As if an hour lay between them, long ago.
    const start = Date.UTC(2024, 0, 1)
    const { db } = dig.application
    await db.write(async (tx) => {
      const before = sql`UPDATE "sys_change_sets" SET "time" = ${start - hour} WHERE "id" <= ${setAt(0).id}`
      await tx.run(before)
      for (const [k, { id: set }] of sets.entries()) {
        const after = k === 0 ? 0 : setAt(k - 1).id
        await tx.run(sql`UPDATE "sys_change_sets" SET "time" = ${start + k * hour}
          WHERE "id" > ${after} AND "id" <= ${set} AND ${k} > 0`)
      }
      await tx.run(sql`UPDATE "sys_change_sets" SET "time" = ${start} WHERE "id" = ${setAt(0).id}`)
      await tx.run(
        sql`UPDATE "sys_migrations" SET "applied_at" = ${start - 2 * hour} WHERE "name" = '0014_journal'`,
      )
    })
    for (const [k, set] of sets.entries()) sets[k] = { ...set, time: start + k * hour }
  })
  afterAll(() => dig.close())

  const newest = async (): Promise<SetRow> =>
    (await dig.application.db.quick.get<SetRow>(
      sql`SELECT "id", "time" FROM "sys_change_sets" ORDER BY "id" DESC LIMIT 1`,
    )) ?? { id: 0, time: 0 }
  const setAt = (k: number): SetRow => sets[k] ?? { id: 0, time: 0 }
  const iso = (time: number): string => new Date(time).toISOString()
  const listed = (asOf: number | string) => dig.get(`/api/records/finds?columns=*&as_of=${asOf}`, as)
  const counted = async (): Promise<readonly number[]> => {
    const tables = ['sys_change_sets', 'sys_change_counts', 'sys_changes', beforeTable('finds')]
    const counts = tables.map((table) =>
      dig.application.db.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${id(table)}`),
    )
    return (await Promise.all(counts)).map((row) => row?.n ?? 0)
  }
  const purge = async (body: object) => {
    const reply = await dig.post(url, body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  test('asks for a super-administrator who confirmed the password', async () => {
    const body = { before: '2025-01-01' }
    for (const role of ['admin', 'writer', 'key10'] as const)
      expect((await dig.post(url, body, role)).json()).toMatchObject({ code: 'not_enough_privilege' })
    expect((await dig.post(url, body, as)).json()).toMatchObject({ code: 'password_confirmation_required' })
    expect((await dig.post(url, body)).statusCode).toBe(401)
    await dig.confirm()
  })

  test.each([
    ['no moment', {}, 'parameter_missing'],
    ['what is none', { before: 'long ago' }, 'invalid_parameter'],
    ['a day that there is not', { before: '2024-02-30' }, 'invalid_parameter'],
    ['a preview that is neither', { before: '2024-01-01', preview: 'maybe' }, 'invalid_parameter'],
  ])('is refused with %s, and nothing goes', async (_what, body, code) => {
    const before = await counted()
    const reply = await dig.post(url, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([400, code])
    expect(await counted()).toEqual(before)
  })

  test('of what is older than the journal takes nothing', async () => {
    const before = await counted()
    expect(await purge({ before: '2001-01-01' })).toMatchObject({
      ...{ sets: 0, changes: 0, tables: [] },
      since: wireTime(setAt(0).time - 2 * hour),
    })
    expect(await counted()).toEqual(before)
  })

  test('is refused while another one is under way', async () => {
    await dig.application.db.withLock('journal purge', async () => {
      expect((await dig.post(url, { before: '2024-01-01' }, as)).json()).toMatchObject({ code: 'conflict' })
    })
  })

  test('takes what was changed before; states from then on stay to the byte, earlier ones are refused', async () => {
    // Right after the second set; the third begins later.
    const [purged, kept] = [setAt(1), setAt(2)]
    const asked = { before: iso(purged.time + 1) }
    const states = [purged.id, iso(purged.time), iso(purged.time + 1000), kept.id, setAt(3).id]
    const bodies = async () => Promise.all(states.map(async (state) => (await listed(state)).body))
    const before = { counted: await counted(), bodies: await bodies(), newest: await newest() }

    const preview = await purge({ ...asked, preview: true })
    expect(await counted()).toEqual(before.counted)
    const tables: { table: string; changes: number; images: number }[] = preview.tables
    expect(preview).toMatchObject({ preview: true, since: wireTime(purged.time) })
    // Of the finds: 2 changed, 2 deleted, 2 made, and the 8 of the beginning.
    expect(tables.find(({ table }) => table === 'finds')).toEqual({
      ...{ entity: 'record', table: 'finds', changes: 14, images: 4 },
    })
    expect(preview.changes).toBe(tables.reduce((total, { changes }) => total + changes, 0))

    const done = await purge(asked)
    expect(done).toEqual({ ...preview, preview: false })
    const [setsBefore = 0, , changesBefore = 0, imagesBefore = 0] = before.counted
    const [setsNow, , changesNow, imagesNow] = await counted()
    // The last of the sets stays as the state from which the journal goes on.
    expect(setsNow).toBe(setsBefore - done.sets + 1)
    expect(changesNow).toBe(changesBefore - done.changes)
    expect(imagesNow).toBe(imagesBefore - 4)

    expect(await bodies()).toEqual(before.bodies)
    const since = wireTime(purged.time)
    for (const state of [purged.id - 1, 1, iso(purged.time - 1), '2001-01-01']) {
      const reply = await listed(state)
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { code: 'before_journal', detail: { since } },
      ])
    }
    expect((await listed(999_999)).json()).toMatchObject({ code: 'change_set_not_found' })
    for (const gone of [1, purged.id]) {
      expect((await dig.post(`/api/change-set/${gone}/undo`, {}, as)).json()).toMatchObject({
        code: 'change_set_not_found',
      })
      expect((await dig.get(`/api/change-set/${gone}`, as)).statusCode).toBe(404)
    }
    const list = (await dig.get('/api/change-sets?user=*&per_page=200', as)).json()
    expect(list.data.at(-1).id).toBe(purged.id + 1)
    const [line] = (await dig.get('/api/logs?search=purged', as)).json().data
    expect(line).toMatchObject({
      code: 'journal_purged',
      facts: { sets: done.sets, changes: done.changes, since },
    })
    expect(await purge(asked)).toMatchObject({ sets: 0, changes: 0, since })
  })

  test('leaves what came later to be undone', async () => {
    const { material } = (await listed(setAt(1).id)).json().data[0]
    const third = setAt(1).id + 1
    const reply = await dig.post(`/api/change-set/${third}/undo`, { conflicts: 'overwrite' }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await dig.get('/api/record/finds/1', as)).json().core.material.val).toBe(material)
  })

  test('takes a state away from who is reading it, and its set from who is undoing it', async () => {
    const { id: undone } = setAt(2)
    const set = await selectSet(dig.application.db.quick, setAt(1).id)
    const scope = await scopeAsOf(await scopeAs(dig, 'admin'), set ?? { id: 0, time: 0, last: 0 })
    const read = () => scope.db.scan.all(sql`SELECT "id" FROM ${id('finds')}`)
    expect(await read()).not.toEqual([])
    const preview = await dig.post(`/api/change-set/${undone}/undo`, { preview: true }, as)
    expect(preview.statusCode, preview.body).toBe(200)
    await purge({ before: iso(setAt(3).time) })
    await expect(read()).rejects.toMatchObject({ code: 'before_journal' })
    const undo = await dig.post(`/api/change-set/${undone}/undo`, {}, as)
    expect([undo.statusCode, undo.json().code]).toEqual([404, 'change_set_not_found'])
  })

  test('of which the end is missing keeps sets from being undone whose states are gone', async () => {
    const { id: last } = setAt(3)
    await dig.application.db.write((tx) =>
      tx.run(sql`DELETE FROM ${id(beforeTable('finds'))} WHERE "id" IN (
        SELECT "id" FROM "sys_changes" WHERE "set_id" = ${last - 1})`),
    )
    for (const preview of [true, false]) {
      const reply = await dig.post(`/api/change-set/${last - 1}/undo`, { preview }, as)
      expect([reply.statusCode, reply.json()]).toMatchObject([
        409,
        { code: 'not_undoable', sentence: 'undo_forgotten', detail: { id: last - 1 } },
      ])
    }
  })

  test('of everything keeps the numbers going', async () => {
    const before = await newest()
    const now = (await dig.get('/api/records/finds?columns=*', as)).json().data
    const highest = await dig.application.db.quick.get<{ n: number }>(
      sql`SELECT max("id") AS n FROM "sys_changes"`,
    )
    await purge({ before: '2999-01-01' })
    expect(await counted()).toEqual([1, 0, 0, 0])
    expect((await dig.get('/api/change-sets?user=*', as)).json().total).toBe(0)
    expect((await listed(before.id)).json().data).toMatchObject(
      now.map(({ id: find }: { id: number }) => ({ id: find })),
    )
    await dig.patch('/api/record/finds/1', { core: { material: 'last' } }, as)
    expect((await newest()).id).toBe(before.id + 1)
    const lowest = await dig.application.db.quick.get<{ n: number }>(
      sql`SELECT min("id") AS n FROM "sys_changes"`,
    )
    expect(lowest?.n).toBeGreaterThan(highest?.n ?? 0)
    expect(
      (await dig.get('/api/change-sets?user=*', as)).json().data.map(({ id: set }: SetRow) => set),
    ).toEqual([before.id + 1])
  })

  test('goes on where another one ended in the middle', async () => {
    const { db } = dig.application
    const end = await newest()
    await db.write((tx) =>
      tx.run(sql`UPDATE "sys_change_sets" SET "first_change" = 0 WHERE "id" = ${end.id}`),
    )
    expect(await purge({ before: '2999-01-01', preview: true })).toMatchObject({ changes: 1 })
    expect(await purge({ before: '2999-01-01' })).toMatchObject({ changes: 1 })
    expect((await counted()).slice(2)).toEqual([0, 0])
  })

  test('is the only way: SQL takes nothing from the journal', async () => {
    for (const table of ['sys_changes', 'sys_change_sets', beforeTable('finds')]) {
      const reply = await dig.post('/api/free-sql/run', { sql: `DELETE FROM ${table}` }, as)
      expect([table, reply.statusCode]).toEqual([table, 422])
    }
  })
})
