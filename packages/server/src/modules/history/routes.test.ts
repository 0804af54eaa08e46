import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'

interface Entry {
  readonly id: number
  readonly user: number
  readonly tb: string
  readonly rowid: number
  readonly content: string
}

describe.each(engines)('history (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const save = async (as: Role, table: string, id: number, core: object) =>
      expect((await dig.post(`/api/record/${table}/${id}`, { core }, as)).statusCode).toBe(200)
    await save('writer', 'contexts', 1, { notes: 'one' })
    await save('writer', 'contexts', 3, { notes: 'two' })
    await save('self_writer', 'finds', 7, { material: 'iron 7' })
    await save('key20', 'finds', 1, { material: 'flint 1' })
    await save('admin', 'trenches', 1, { code: 'A1' })
    const links = [{ tb_one: 'contexts', id_one: 4, tb_two: 'trenches', id_two: 3 }]
    await dig.application.db.write(async (tx) => {
      for (const link of links) await tx.insert('sys_userlinks', link)
    })
    expect((await dig.delete('/api/record/contexts/4', undefined, 'writer')).statusCode).toBe(200)
    own = (await versionsIn(dig)).map(({ id }) => id)
  })
  afterAll(() => dig.close())

  const history = async (query: string, as: Role) => {
    const reply = await dig.get(`/api/history${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ total: number; data: Entry[] }>()
  }
  /** The versions in the order in which they were made, from 1. */
  let own: number[] = []
  const numberOf = ({ id }: Entry): number => own.indexOf(id) + 1
  const ids = async (query: string, as: Role) =>
    (await history(query, as)).data.map(numberOf).filter((number) => number > 0)

  test('of the caller himself, newest first', async () => {
    const { total, data } = await history('', 'writer')
    expect(total).toBe(3)
    expect(data.map(numberOf)).toEqual([6, 2, 1])
    expect(data[2]).toEqual({
      id: own[0],
      user: dig.userId('writer'),
      user_name: 'writer',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      tb: 'contexts',
      tb_label: 'Contexts',
      rowid: 1,
      operation: 'update',
      entity: 'record',
      content: expect.any(String),
      editsql: null,
      editvalues: null,
    })
    expect(JSON.parse(String(data[2]?.content)).core).toMatchObject({ id: 1, notes: 'topsoil' })
    expect(await ids('', 'reader')).toEqual([])
  })

  test('in pages, of one table', async () => {
    expect(await history('?per_page=2&page=2', 'writer')).toMatchObject({ total: 3, data: [{ id: own[0] }] })
    expect(await ids('?page=9', 'writer')).toEqual([])
    expect(await ids('?page=-3&per_page=0', 'writer')).toEqual([6])
    expect(await ids('?per_page=5000', 'writer')).toHaveLength(3)
    expect(await ids('?user=*&tb=finds', 'admin')).toEqual([4, 3])
    expect(await ids('?tb=coins', 'writer')).toEqual([])
    expect(await ids('?tb=sys_users', 'super_admin')).toEqual([])
  })

  test.each<[string, number[]]>([
    ['*', [6, 5, 4, 3, 2, 1]],
    ['0', [4]],
    ['3', [6, 2, 1]],
    ['99999999999999999999', []],
    ['WRITER', [6, 3, 2, 1]],
    ['self_', [3]],
    ['self%', []],
    ['ADMIN@dig', [5]],
    ["' OR 1=1 --", []],
  ])('of others, for administrators: %s', async (user, expected) => {
    expect(await ids(`?user=${encodeURIComponent(user)}`, 'admin')).toEqual(expected)
    expect(await ids(`?user=${encodeURIComponent(user)}`, 'key10')).toEqual(expected)
  })

  test('of others is for nobody else', async () => {
    for (const user of ['*', '2', 'admin', '0']) {
      const reply = await dig.get(`/api/history?user=${user}`, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      expect(await ids(`?user=${user}`, 'key20')).toEqual([])
    }
    expect(await ids(`?user=${dig.userId('writer')}`, 'writer')).toEqual([6, 2, 1])
    expect(await ids('', 'key10')).toEqual([])
  })

  test.each([
    ['no token', '', undefined, 401, 'unauthenticated'],
    ['a page that is no number', '?page=one', 'writer', 400, 'invalid_parameter'],
    ['half an entry', '?per_page=1.5', 'writer', 400, 'invalid_parameter'],
    ['a list of tables', '?tb[]=finds', 'writer', 400, 'invalid_parameter'],
    ['a user with NUL', '?user=a%00', 'admin', 400, 'invalid_parameter'],
  ] as const)('%s is refused', async (_case, query, as, status, code) => {
    const reply = await dig.get(`/api/history${query}`, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('leaves out what the caller cannot read any more, and links to it', async () => {
    const links = async (as: Role, query = '') =>
      JSON.parse(String((await history(query, as)).data[0]?.content)).related.manual_links
    expect(await links('writer')).toHaveLength(1)
    await hideRows(dig, 'writer', 'trenches', { code: { _eq: 'B' } })
    expect(await links('writer')).toEqual([])
    expect(await links('admin', '?user=3')).toHaveLength(1)
    await hideRows(dig, 'writer', 'contexts', { trench: { _eq: 1 } })
    expect(await history('', 'writer')).toMatchObject({ total: 1, data: [{ rowid: 1 }] })
    await hideTable(dig, 'writer', 'contexts')
    expect(await history('', 'writer')).toMatchObject({ total: 0, data: [] })
  })
})
