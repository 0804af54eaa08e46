import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

describe.each(oneEngine)('the tables that a caller can open (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const override = (table: string, privilege: number, filter: object | null = null, outside = 'hide') =>
    dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('reader'),
        table_name: table,
        privilege,
        filter: filter && JSON.stringify(filter),
        outside,
      }),
    )

  test('are the main tables, in configuration order', async () => {
    await dig.post('/api/config/tables/sort', { sort: ['finds', 'samples'] }, 'super_admin')
    const plain = {
      icon: null,
      color: null,
      rs: false,
      fuzzy_date: false,
      geodata: false,
      privilege: 20,
      filtered: false,
    }
    const reply = await dig.get('/api/tables', 'writer')
    expect(reply.json()).toEqual({
      status: 'success',
      tables: [
        { name: 'finds', label: 'Finds', ...plain, id_field: 'inv_no', preview: ['inv_no'] },
        { name: 'trenches', label: 'Trenches', ...plain, id_field: 'code', preview: ['code'] },
        {
          name: 'contexts',
          label: 'Contexts',
          ...plain,
          rs: true,
          fuzzy_date: true,
          geodata: true,
          id_field: 'ctx_no',
          preview: ['ctx_no'],
        },
      ],
    })
  })

  test('follow what was set for the caller table by table', async () => {
    await override('contexts', 40)
    await override('finds', 20, { material: { _eq: 'flint' } }, 'global')
    const { tables } = (await dig.get('/api/tables', 'reader')).json()
    expect(tables).toMatchObject([
      { name: 'trenches', privilege: 30, filtered: false },
      { name: 'finds', privilege: 20, filtered: true },
    ])
    expect((await dig.get('/api/tables', 'key30')).json().tables).toHaveLength(3)
  })

  test('are none without a token', async () => {
    const reply = await dig.get('/api/tables')
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
  })
})
