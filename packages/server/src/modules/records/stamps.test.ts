import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownSet } from '../../storage/journal/stamps.js'
import { sql } from '../../storage/sql.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'

interface Stamp {
  readonly set: number | null
  readonly time: string | null
  readonly user: number | null
  readonly user_name: string | null
}

const all = 'sys_created_at,sys_created_by,sys_changed_at,sys_changed_by'

describe.each(oneEngine)('who made a record and changed it last (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  type Reply = Awaited<ReturnType<Dig['get']>>
  const must = async (asked: Promise<Reply>) => {
    const reply = await asked
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  let made = 0
  const create = async (table = 'finds', more: object = {}, as: Role = 'writer'): Promise<number> => {
    const [name, code] = [table === 'finds' ? 'inv_no' : 'ctx_no', `S${++made}`]
    return (await must(dig.post(`/api/record/${table}`, { core: { [name]: code, ...more } }, as))).id
  }
  const change = (table: string, id: number, core: object, as: Role = 'admin') =>
    must(dig.patch(`/api/record/${table}/${id}`, { core }, as))
  const stampsOf = async (table: string, id: number, as: Role = 'reader') => {
    const { created, last_changed } = (await must(dig.get(`/api/record/${table}/${id}`, as))).metadata
    return { created, changed: last_changed } as { created: Stamp; changed: Stamp }
  }
  const newest = async () =>
    (await must(dig.get('/api/change-sets?user=*&per_page=1', 'super_admin'))).data[0]
  /** What the journal says of the set that was committed last. */
  const newestStamp = async (): Promise<Stamp> => {
    const { id, time, user, user_name } = await newest()
    return { set: id, time, user, user_name }
  }
  const list = (query: string, as: Role = 'reader') => must(dig.get(`/api/records/finds?${query}`, as))
  const ids = async (query: string, as?: Role): Promise<number[]> =>
    (await list(`columns=id&per_page=200&${query}`, as)).data.map(({ id }: { id: number }) => id)
  const undo = async () => must(dig.post(`/api/change-set/${(await newest()).id}/undo`, {}, 'super_admin'))
  const sqlRun = (statement: string) => dig.post('/api/free-sql/run', { sql: statement }, 'super_admin')

  test('stands in the metadata: the same of one that was made alone', async () => {
    const id = await create()
    const stamp = await newestStamp()
    expect(stamp).toMatchObject({ user: dig.userId('writer'), user_name: 'writer' })
    expect(await stampsOf('finds', id)).toEqual({ created: stamp, changed: stamp })
    await change('finds', id, { material: 'bone' })
    expect(await stampsOf('finds', id)).toEqual({ created: stamp, changed: await newestStamp() })
    expect((await newestStamp()).user_name).toBe('admin')
    const blank = (await must(dig.get('/api/record/finds/new', 'writer'))).metadata
    expect(blank).toMatchObject({ created: null, last_changed: null })
  })

  test('of what hangs from a record: plugin rows, relations, links, files, map features, citations', async () => {
    const [one, other] = [await create('contexts'), await create('contexts')]
    const { created } = await stampsOf('contexts', one)
    const touches = async (work: () => Promise<unknown>, ...both: number[]) => {
      await work()
      const stamp = await newestStamp()
      for (const id of both) expect((await stampsOf('contexts', id)).changed).toEqual(stamp)
      expect((await stampsOf('contexts', one)).created).toEqual(created)
    }
    const plugins = { samples: [{ fields: { litres: 3 } }] }
    await touches(() => must(dig.post(`/api/record/contexts/${one}`, { core: {}, plugins }, 'admin')), one)
    const rs = { first: one, second: other, relation: 1 }
    const { id: relation } = await must(dig.post('/api/record/contexts/rs', rs, 'writer'))
    const stated = await newestStamp()
    expect((await stampsOf('contexts', other)).changed).toEqual(stated)
    await touches(() => must(dig.delete(`/api/rs/${relation}`, undefined, 'admin')), one, other)
    const link = { tb_one: 'contexts', id_one: one, tb_two: 'contexts', id_two: other }
    await touches(() => must(dig.post('/api/manual-link', link, 'writer')), one, other)
    const feature = { tb: 'contexts', id: one, geometry: { type: 'Point', coordinates: [1, 2] } }
    await touches(() => must(dig.post('/api/geoface/feature', feature, 'admin')), one)
    await touches(() => sendFile(dig, `/api/record/contexts/${one}/file`, 'a.txt', 'bytes', 'writer'), one)
    await touches(
      () =>
        dig.application.db.write(
          async (tx) => {
            const lib = { type: 'zotero_group', refman_id: '1', name: 'L', created_at: 1 }
            const lib_id = await tx.insert('sys_refman_libs', lib)
            await tx.insert('sys_refman_links', {
              tb: 'contexts',
              record_id: one,
              lib_id,
              refman_key: 'AAAA',
              detached: 0,
              created_at: 1,
            })
          },
          { author: { userId: dig.userId('admin'), keyId: null, origin: 'citations', note: null } },
        ),
      one,
    )
  })

  test('of a program is 0 without a name; of what came past the service nobody', async () => {
    const id = await create('finds', {}, 'key20')
    expect(await stampsOf('finds', id)).toMatchObject({ created: { user: 0, user_name: null } })
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "finds" SET "weight_g" = 77 WHERE "id" = ${id}`))
    const { changed } = await stampsOf('finds', id)
    expect(changed).toEqual({ ...(await newestStamp()), user: null, user_name: null })
    const [row] = (await list(`columns=${all}&filter[id][_eq]=${id}`)).data
    expect(row).toMatchObject({ sys_created_by: 0, sys_changed_by: null })
  })

  test('of SQL, an import and bulk edits', async () => {
    await must(dig.post('/api/free-sql/verify', { password: 'a-trowel-for-tests' }, 'super_admin'))
    await must(sqlRun(`INSERT INTO finds (inv_no) VALUES ('SQL1'), ('SQL2')`))
    const inserted = await newestStamp()
    const found = await ids('filter[inv_no][_in]=SQL1,SQL2')
    expect(found).toHaveLength(2)
    for (const id of found)
      expect(await stampsOf('finds', id)).toEqual({ created: inserted, changed: inserted })
    await must(sqlRun(`UPDATE finds SET material = 'x' WHERE inv_no = 'SQL1'`))
    expect((await stampsOf('finds', found[0] ?? 0)).changed).toEqual(await newestStamp())
    expect((await stampsOf('finds', found[1] ?? 0)).changed).toEqual(inserted)
    expect((await sqlRun(`UPDATE sys_stamps SET created_set = 1`)).statusCode).toBe(422)

    const { temp_id } = (
      await preview(dig, csvForm('inv_no,material\nSQL1,glass\nSQL9,tile\n'), 'writer')
    ).json()
    const mapping = { inv_no: 'inv_no', material: 'material' }
    const wish = { temp_id, type: 'csv', tb: 'finds', key_field: 'inv_no', mapping }
    await must(dig.post('/api/import/data', wish, 'writer'))
    const imported = await newestStamp()
    expect(await stampsOf('finds', found[0] ?? 0)).toEqual({ created: inserted, changed: imported })
    const [fresh = 0] = await ids('filter[inv_no][_eq]=SQL9')
    expect(await stampsOf('finds', fresh)).toEqual({ created: imported, changed: imported })
  })

  test('of a deletion that was undone: who made it first, and who brought it back', async () => {
    const id = await create()
    const { created } = await stampsOf('finds', id)
    await must(dig.delete(`/api/record/finds/${id}`, undefined, 'admin'))
    await undo()
    expect(await stampsOf('finds', id)).toEqual({ created, changed: await newestStamp() })
    expect((await newestStamp()).user_name).toBe('super_admin')
    await must(dig.delete(`/api/record/finds/${id}`, undefined, 'admin'))
    const [gone] = (await must(dig.get('/api/record/finds/deleted', 'admin'))).deleted
    await must(dig.post(`/api/version/${gone.version_id}/restore`, {}, 'admin'))
    expect(await stampsOf('finds', id)).toEqual({ created, changed: await newestStamp() })
  })

  test('of an id that is given anew is that of the new record', async () => {
    const id = await create()
    await must(dig.delete(`/api/record/finds/${id}`, undefined, 'writer'))
    await must(sqlRun(`INSERT INTO finds (id, inv_no) VALUES (${id}, 'anew')`))
    const stamp = await newestStamp()
    expect(await stampsOf('finds', id)).toEqual({ created: stamp, changed: stamp })
    await must(sqlRun(`UPDATE finds SET id = ${id + 5000} WHERE id = ${id}`))
    const moved = await newestStamp()
    expect(await stampsOf('finds', id + 5000)).toEqual({ created: moved, changed: moved })
  })

  test('are columns that lists have by name alone, with names of people as labels', async () => {
    const id = await create('finds', { material: 'listed' })
    await change('finds', id, { weight_g: 4 })
    const { created, changed } = await stampsOf('finds', id)
    const listed = await list(`columns=inv_no,${all}&filter[id][_eq]=${id}`)
    expect(listed.fields.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      'inv_no',
      ...all.split(','),
    ])
    expect(listed.data).toEqual([
      {
        id,
        inv_no: expect.any(String),
        sys_created_at: created.time,
        sys_created_by: created.user,
        sys_changed_at: changed.time,
        sys_changed_by: changed.user,
      },
    ])
    expect(listed.labels).toEqual({
      sys_created_by: { [String(created.user)]: 'writer' },
      sys_changed_by: { [String(changed.user)]: 'admin' },
    })
    const body = { columns: ['sys_changed_by'], filter: { id: { _eq: id } } }
    expect((await must(dig.post('/api/records/finds', body, 'reader'))).data).toEqual([
      { id, sys_changed_by: changed.user },
    ])
    for (const columns of ['*', '']) {
      const names = (await list(`columns=${columns}`)).fields.map(({ name }: { name: string }) => name)
      expect(names.filter((name: string) => name.startsWith('sys_'))).toEqual([])
    }
    const plugin = await dig.get('/api/records/samples?columns=sys_changed_at', 'reader')
    expect(plugin.json()).toMatchObject({ code: 'unknown_field' })
  })

  test('order lists by time, newest first or last, on every page', async () => {
    const [one, two] = [await create(), await create()]
    await change('finds', one, { weight_g: 1 })
    expect((await ids('sort_field=sys_changed_at&sort_dir=desc')).slice(0, 2)).toEqual([one, two])
    expect((await ids('sort_field=sys_created_at&sort_dir=desc')).slice(0, 2)).toEqual([two, one])
    const whole = await ids('sort_field=sys_changed_at&sort_dir=asc')
    expect(whole).toHaveLength((await list('per_page=1')).total)
    expect(whole.slice(-2)).toEqual([two, one])
    const page = await list('columns=id&sort_field=sys_changed_at&sort_dir=asc&per_page=5&page=2')
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual(whole.slice(5, 10))
    const few = 'filter[material][_icontains]=iron&sort_field=sys_changed_at'
    expect(await ids(`${few}&sort_dir=desc`)).toEqual((await ids(`${few}&sort_dir=asc`)).reverse())
    const people = async (dir: string): Promise<(string | null)[]> => {
      const asked = `columns=sys_changed_by&sort_field=sys_changed_by&sort_dir=${dir}&per_page=200`
      const { data, labels } = await list(asked)
      return data.map(({ sys_changed_by: user }: { sys_changed_by: number | null }) =>
        user ? labels.sys_changed_by[user] : null,
      )
    }
    const upwards = await people('asc')
    const names = upwards.filter((name) => name !== null)
    expect(new Set(names).size).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted())
    expect(upwards.at(-1)).toBeNull()
    expect((await people('desc')).filter((name) => name !== null)).toEqual(names.toReversed())
  })

  test('are filtered by time: a day is the whole of it', async () => {
    const id = await create()
    const { db } = dig.application
    const set = (await newest()).id
    const at = Date.UTC(2031, 4, 6, 12, 30, 15, 400)
    await db.write((tx) => tx.run(sql`UPDATE "sys_change_sets" SET "time" = ${at} WHERE "id" = ${set}`))
    const found = async (test: string) => (await ids(`filter[sys_changed_at]${test}`)).includes(id)
    for (const test of [
      '[_eq]=2031-05-06',
      '[_eq]=2031-05-06T12:30:15Z',
      '[_gte]=2031-05-06T12:30:15Z',
      '[_gt]=2031-05-05',
      '[_lte]=2031-05-06',
      '[_lt]=2031-05-07',
      '[_between]=2031-05-06,2031-05-06',
      '[_neq]=2031-05-05',
      '[_starts_with]=2031-05',
      '[_in]=2031-05-06T12:30:15Z',
      '[_in]=2031-05-01,2031-05-06',
      '[_nin]=2031-05-05,2031-05-06T12:30:16Z',
      '[_nempty]=true',
    ])
      expect(await found(test), test).toBe(true)
    for (const test of [
      '[_eq]=2031-05-07',
      '[_gt]=2031-05-06',
      '[_gt]=2031-05-06T12:30:15Z',
      '[_lt]=2031-05-06T12:30:15Z',
      '[_lte]=2031-05-05',
      '[_neq]=2031-05-06',
      '[_in]=2031-05-01,2031-05-06T12:30:16Z',
      '[_nin]=2031-05-01,2031-05-06',
      '[_empty]=true',
    ])
      expect(await found(test), test).toBe(false)
    expect(await ids('filter[sys_created_at][_gte]=2031-01-01')).toEqual([id])
    const wrong = await dig.get('/api/records/finds?filter[sys_changed_at][_gte]=soon', 'reader')
    expect(wrong.json()).toMatchObject({ status: 'error', code: 'invalid_filter' })
    const expert = "search_type=sqlExpert&querytext=sys_changed_at > '2031-05-06'"
    expect(await ids(expert)).toEqual([id])
    // What is counted follows every change, whoever makes it.
    await change('finds', id, { weight_g: 9 })
    expect(await ids('filter[sys_changed_at][_eq]=2031-05-06')).toContain(id)
    const late = await create()
    expect(await ids('filter[sys_created_at][_gte]=2031-01-01')).toEqual([id, late])
  })

  test('are filtered by people, by id and by name; across lookups and in saved queries, too', async () => {
    const context = await create('contexts', {}, 'admin')
    const id = await create('finds', { context })
    await change('finds', id, { weight_g: 1 })
    const admin = dig.userId('admin')
    const mine = await ids(`filter[sys_changed_by][_eq]=${admin}`)
    expect(mine).toContain(id)
    expect(await ids('filter[sys_changed_by][name][_eq]=admin')).toEqual(mine)
    expect(await ids('filter[sys_changed_by][name][_icontains]=DMI')).toEqual(
      await ids(`filter[sys_changed_by][_in]=${admin},${dig.userId('super_admin')}`),
    )
    expect(await ids(`filter[sys_created_by][_eq]=${admin}`)).not.toContain(id)
    expect(await ids('filter[context][sys_created_by][name][_eq]=admin')).toEqual([id])
    const wrong = await dig.get('/api/records/finds?filter[sys_changed_by][email][_eq]=x', 'reader')
    expect(wrong.json()).toMatchObject({ code: 'unknown_field' })
    const query = { filter: { sys_changed_by: { _eq: admin } } }
    const saved = await must(dig.post('/api/saved-queries', { name: 'mine', tb: 'finds', query }, 'writer'))
    expect(saved.query.query).toEqual(query)
    const values = await must(dig.get('/api/search/finds/values?fld=sys_changed_by', 'reader'))
    expect(values.data ?? values.values).toContain('admin')
  })

  test('are exported when they are asked for', async () => {
    const asked = `columns=inv_no,${all}&filter[inv_no][_eq]=F7&sort_field=sys_changed_at`
    for (const format of ['csv', 'json', 'ndjson']) {
      const { body } = await dig.get(`/api/records/finds/export?format=${format}&${asked}`, 'reader')
      expect(body).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)
    }
    for (const format of ['xlsx', 'gpkg']) {
      const { statusCode } = await dig.get(`/api/records/finds/export?format=${format}&${asked}`, 'reader')
      expect(statusCode, format).toBe(200)
    }
  })

  test('group charts, with names as labels', async () => {
    const definition = {
      type: 'bar',
      tb: 'finds',
      x_field: 'sys_changed_by',
      y_field: 'id',
      y_function: 'COUNT',
    }
    const { labels } = await must(dig.post('/api/chart/data', { definition }, 'reader'))
    expect(labels).toEqual(expect.arrayContaining(['admin', 'writer']))
  })

  test('were those of then with `as_of`', async () => {
    const id = await create()
    const { id: set } = await newest()
    const before = await stampsOf('finds', id)
    await change('finds', id, { weight_g: 2 })
    await must(dig.delete(`/api/record/finds/${id}`, undefined, 'writer'))
    const then = (await must(dig.get(`/api/record/finds/${id}?as_of=${set}`, 'reader'))).metadata
    expect(then).toMatchObject({ created: before.created, last_changed: before.changed })
    const query = `columns=${all}&sort_field=sys_changed_at&sort_dir=desc&per_page=1&as_of=${set}`
    expect((await list(query)).data).toEqual([
      expect.objectContaining({
        id,
        sys_changed_at: before.changed.time,
        sys_changed_by: before.changed.user,
      }),
    ])
    expect(
      await ids(`filter[id][_eq]=${id}&filter[sys_changed_by][_eq]=${before.changed.user}&as_of=${set}`),
    ).toEqual([id])
  })

  test('tell nothing of records that a row filter hides', async () => {
    const id = await create('finds', { material: 'hidden' })
    await hideRows(dig, 'self_writer', 'finds', { material: { _neq: 'hidden' } })
    const ofWriter = `filter[sys_created_by][_eq]=${dig.userId('writer')}`
    for (const query of ['sort_field=sys_changed_at&sort_dir=desc', ofWriter]) {
      expect(await ids(query)).toContain(id)
      expect(await ids(query, 'self_writer')).not.toContain(id)
    }
  })

  test('survive a purge of the journal, one after the other', async () => {
    const [one, two] = [await create(), await create()]
    await change('finds', two, { weight_g: 3 })
    await must(dig.delete(`/api/record/finds/${two}`, undefined, 'writer'))
    await undo()
    const [first, second] = [await stampsOf('finds', one), await stampsOf('finds', two)]
    const order = await ids('sort_field=sys_changed_at')
    const without = ({ created, changed }: typeof first) => ({
      created: { ...created, set: null },
      changed: { ...changed, set: null },
    })
    const { db } = dig.application
    const purge = async () => {
      await change('finds', 1, { weight_g: Math.random() })
      const reply = await dig.post('/api/change-sets/purge', { before: '2050-01-01' }, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const listed = async () => (await list(`columns=id,${all}&filter[id][_in]=${one},${two}`)).data
    const before = await listed()
    await purge()
    expect(await listed()).toEqual(before)
    expect(await stampsOf('finds', one)).toEqual(without(first))
    expect(await stampsOf('finds', two)).toEqual(without(second))
    await purge()
    expect(await listed()).toEqual(before)
    expect(await stampsOf('finds', two)).toEqual(without(second))
    expect((await ids('sort_field=sys_changed_at')).filter((id) => id !== 1)).toEqual(
      order.filter((id) => id !== 1),
    )
    // Nothing is kept of sets that made nothing which is there.
    const kept = await db.quick.get<{ n: number; all: number }>(
      sql`SELECT count(*) AS n, (SELECT max("id") FROM "sys_change_sets") AS "all" FROM "sys_past_sets"`,
    )
    expect(kept?.n).toBeLessThan(kept?.all ?? 0)
    await change('finds', one, { weight_g: 4 })
    expect(await stampsOf('finds', one)).toEqual({ ...without(first), changed: await newestStamp() })
  })

  test('of a record of which nothing is known: its creator, without a time, and before all others', async () => {
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_stamps" SET "set_id" = ${unknownSet}, "created_set" = ${unknownSet}
        WHERE "tb" = 'finds' AND "record_id" = 7 AND "until_set" > 1000000`),
    )
    const maker = { set: null, time: null, user: dig.userId('self_writer'), user_name: 'self_writer' }
    expect(await stampsOf('finds', 7)).toEqual({ created: maker, changed: maker })
    expect((await ids('sort_field=sys_changed_at'))[0]).toBe(7)
    expect(await ids('filter[sys_changed_at][_empty]=true')).toEqual([7])
    expect(await ids('filter[sys_changed_at][_lt]=2099-01-01')).not.toContain(7)
    const [row] = (await list(`columns=${all}&filter[id][_eq]=7`)).data
    expect(row).toMatchObject({
      sys_changed_at: null,
      sys_changed_by: maker.user,
      sys_created_by: maker.user,
    })
  })
})
