import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

interface Link {
  readonly tb_id: string
  readonly tb_label: string
  readonly tot: number
  readonly filter: object
  readonly data?: readonly { readonly id: number; readonly label: string }[]
}

describe.each([...engines])('links and backlinks of a record (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const configure = async (url: string, form: object) => {
      const reply = await dig.post(`/api/config/${url}`, form, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const integer = { type: 'select', db_type: 'INTEGER' }
    // Contexts that lie in contexts, finds that came from one and were moved to another, drawings whose rows
    // name contexts.
    await configure('table/contexts/field', {
      name: 'within',
      label: 'Within',
      id_from_tb: 'contexts',
      ...integer,
    })
    await configure('table/finds/field', {
      name: 'moved_to',
      label: 'Moved',
      id_from_tb: 'contexts',
      ...integer,
    })
    await configure('tables', { name: 'drawings', label: 'Drawings' })
    await configure('table/drawings/field', { name: 'title', label: 'Title', type: 'text', db_type: 'TEXT' })
    await configure('tables', { name: 'shown', label: 'Shown', is_plugin: '1', plugin_of: 'drawings' })
    await configure('table/shown/field', {
      name: 'context',
      label: 'Context',
      id_from_tb: 'contexts',
      ...integer,
    })
    await configure('table/shown/field', { name: 'also', label: 'Also', id_from_tb: 'contexts', ...integer })
    const put = async (table: string, form: object) => {
      const reply = await dig.put(`/api/config/table/${table}`, form, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const to = (other_tb: string, ...my: string[]) => ({
      other_tb,
      fld: my.map((one) => ({ my: one, other: 'id' })),
    })
    await put('contexts', { link: [to('contexts', 'within'), to('trenches', 'trench')] })
    await put('finds', { link: [to('contexts', 'context', 'moved_to')] })
    await put('drawings', { id_field: 'title' })
    const backlinks = ['drawings:shown:context', 'drawings:shown:also']
    await put('contexts', { backlinks })
    await put('trenches', { backlinks: ['contexts:finds:context'] })
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`UPDATE "contexts" SET "within" = 1 WHERE "id" IN (2, 3)`)
      await tx.run(sql`UPDATE "contexts" SET "within" = 5 WHERE "id" = 1`)
      await tx.run(sql`UPDATE "contexts" SET "within" = 6 WHERE "id" = 6`)
      await tx.run(sql`UPDATE "finds" SET "moved_to" = 1 WHERE "id" IN (2, 3, 7)`)
      await tx.insertMany(
        'drawings',
        ['title', 'creator'],
        [
          ['D-2', 1],
          ['D-1', 1],
          [null, 1],
          ['D-4', 3],
        ],
      )
      await tx.insertMany(
        'shown',
        ['id_link', 'context', 'also'],
        [
          [1, 1, null],
          [1, 1, 2],
          [2, 3, 1],
          [3, 1, 1],
          [4, 2, null],
        ],
      )
    })
  })
  afterAll(() => dig.close())
  beforeEach(() => dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`)))

  const sections = async (table: string, id: number, as: Role = 'reader') => {
    const reply = await dig.get(`/api/record/${table}/${id}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    const { links, backlinks } = reply.json<Record<'links' | 'backlinks', Record<string, Link>>>()
    return { links, backlinks }
  }
  /**
   * What the filter of an entry lists, as the web client asks: the ids, after the number was compared with
   * `tot`.
   */
  const listed = async ({ tb_id, tot, filter }: Link, as: Role = 'reader'): Promise<number[]> => {
    const reply = await dig.post(`/api/records/${tb_id}`, { filter, per_page: 200, sort_field: 'id' }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    const { total, data } = reply.json<{ total: number; data: { id: number }[] }>()
    expect(total).toBe(tot)
    return data.map(({ id }) => id)
  }
  const idsOf = async (links: Record<string, Link>, as: Role = 'reader') => {
    const found: Record<string, number[]> = {}
    for (const [name, link] of Object.entries(links)) {
      expect(link.tb_id).toBe(name)
      found[name] = await listed(link, as)
    }
    return found
  }

  test('several relations to one table are one entry, in which every record counts once', async () => {
    const { links } = await sections('contexts', 1)
    expect(await idsOf(links)).toEqual({ contexts: [2, 3, 5], trenches: [1], finds: [1, 2, 3, 7] })
    expect(links['finds']).toMatchObject({ tb_label: 'Finds', tot: 4 })
  })

  test('a table related to itself is followed both ways', async () => {
    expect(await idsOf((await sections('contexts', 5)).links)).toMatchObject({ contexts: [1] })
    expect(await idsOf((await sections('contexts', 2)).links)).toMatchObject({ contexts: [1] })
    expect(await idsOf((await sections('contexts', 6)).links)).toMatchObject({ contexts: [6] })
    expect(await idsOf((await sections('contexts', 4)).links)).toEqual({ trenches: [2] })
  })

  test('a record points to others, and others to it', async () => {
    expect(await idsOf((await sections('finds', 2)).links)).toEqual({ contexts: [1] })
    expect(await idsOf((await sections('finds', 3)).links)).toEqual({ contexts: [1, 2] })
    expect(await idsOf((await sections('trenches', 1)).links)).toEqual({ contexts: [1, 2] })
    expect((await sections('finds', 5)).links).toEqual({})
  })

  test('every record of every table: each filter lists what it says', async () => {
    for (const [table, most] of [
      ['contexts', 6],
      ['finds', 8],
      ['trenches', 3],
      ['drawings', 4],
    ] as const) {
      for (let id = 1; id <= most; id++) {
        const { links, backlinks } = await sections(table, id)
        await idsOf(links)
        await idsOf(backlinks)
      }
    }
  })

  test('backlinks reach the records whose plugin rows name this one, by label', async () => {
    const { backlinks } = await sections('contexts', 1)
    expect(await idsOf(backlinks)).toEqual({ drawings: [1, 2, 3] })
    expect(backlinks['drawings']?.data?.map(({ id }) => id)).toEqual([2, 1, 3])
    expect(backlinks['drawings']?.data?.map(({ label }) => label)).toEqual(['D-1', 'D-2', '3'])
    expect(await idsOf((await sections('contexts', 2)).backlinks)).toEqual({ drawings: [1, 4] })
    expect((await sections('contexts', 4)).backlinks).toEqual({})
  })

  test('a backlink through a table that is no plugin table of the other leads nowhere', async () => {
    expect((await sections('trenches', 1)).backlinks).toEqual({})
  })

  test('a row of a plugin table has none', async () => {
    expect(await sections('shown', 1)).toEqual({ links: {}, backlinks: {} })
  })

  test('rows that the caller may not see are not counted', async () => {
    await hideRows(dig, 'reader', 'finds', { id: { _nin: [1, 7] } })
    await hideRows(dig, 'reader', 'drawings', { title: { _nempty: true } })
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
    const { links, backlinks } = await sections('contexts', 1)
    expect(await idsOf(links)).toEqual({ contexts: [2, 3], trenches: [1], finds: [2, 3] })
    expect(await idsOf(backlinks)).toEqual({ drawings: [1, 2] })
    expect(backlinks['drawings']?.data?.map(({ id }) => id)).toEqual([2, 1])
  })

  test('tables that the caller may not read are left out', async () => {
    await hideTable(dig, 'reader', 'finds')
    await hideTable(dig, 'reader', 'drawings')
    const { links, backlinks } = await sections('contexts', 1)
    expect([Object.keys(links), backlinks]).toEqual([['trenches', 'contexts'], {}])
  })

  test('at most a hundred backlinks are named, and all of them counted', async () => {
    await dig.application.db.write(async (tx) => {
      const ids = await tx.insertMany(
        'drawings',
        ['title', 'creator'],
        Array.from({ length: 130 }, (_, k) => [`X-${k}`, 1]),
      )
      await tx.insertMany(
        'shown',
        ['id_link', 'context'],
        ids.map((id) => [id, 4]),
      )
    })
    const { drawings } = (await sections('contexts', 4)).backlinks
    expect([drawings?.tot, drawings?.data?.length]).toEqual([130, 100])
    expect(await listed(drawings as Link)).toHaveLength(130)
  })
})
