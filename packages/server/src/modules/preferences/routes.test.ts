import { thingLists } from '@trowel/contract/model/thing-lists.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideTable } from '../../testing/scope-as.js'

const nothing = { favourites: [], pins: [], recents: [], folded: [] }
const finds = { kind: 'table', tb: 'finds' }
const find = { kind: 'record', tb: 'finds', id: 1 }

describe.each(oneEngine)('what people keep at hand (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      for (const table of ['sys_preferences', 'sys_queries', 'sys_charts', 'sys_user_table_privs'])
        await tx.run(sql`DELETE FROM ${id(table)}`)
    })
  })

  const read = async (as: Role = 'reader') => (await dig.get('/api/preferences', as)).json().preferences
  const save = async (body: object, as: Role = 'reader') => {
    const reply = await dig.put('/api/preferences', body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().preferences
  }
  const saveSearch = async (as: Role, query: object = {}) =>
    (await dig.post('/api/saved-queries', { name: 'Flint', tb: 'finds', query }, as)).json().query.id

  test('is nothing at first, and each has his own', async () => {
    expect(await read()).toEqual(nothing)
    await save({ favourites: [finds] }, 'writer')
    expect(await read()).toEqual(nothing)
    expect(await read('writer')).toMatchObject({ favourites: [{ ...finds, label: 'Finds' }] })
  })

  test('lists that are given take the place of those that were there, others stay', async () => {
    await save({ favourites: [finds], folded: ['study', 'work'] })
    await save({ recents: [find], favourites: null })
    const kept = await save({ folded: [] })
    expect(kept).toEqual({
      ...nothing,
      favourites: [{ ...finds, label: 'Finds' }],
      recents: [{ ...find, label: 'F1' }],
    })
    expect(await read()).toEqual(kept)
    expect(await save({ favourites: [], recents: [] })).toEqual(nothing)
  })

  test('what was answered can be sent back, in another order', async () => {
    const search = await saveSearch('writer')
    const chart = { tb: 'finds', type: 'bar', x_field: 'context', y_field: 'id', y_function: 'COUNT' }
    const saved = await dig.post('/api/charts', { name: 'By context', definition: chart }, 'writer')
    const pins = [
      { kind: 'search', id: search },
      { kind: 'chart', id: saved.json().chart.id },
    ]
    const answered = (await save({ pins }, 'writer')).pins
    expect(answered).toEqual([
      { ...pins[0], tb: 'finds', label: 'Flint', query: {} },
      { ...pins[1], label: 'By context' },
    ])
    expect((await save({ pins: [...answered].reverse() }, 'writer')).pins).toEqual([...answered].reverse())
  })

  test('is without what is gone, and what the caller may no longer read', async () => {
    const search = await saveSearch('writer')
    const lists = {
      favourites: [finds, { kind: 'table', tb: 'nowhere' }, { kind: 'table', tb: 'measures' }],
      pins: [
        { kind: 'search', id: search },
        { kind: 'chart', id: 999 },
      ],
      recents: [find, { ...find, id: 9999 }],
    }
    expect(await save(lists)).toMatchObject({
      favourites: [{ tb: 'finds' }],
      pins: [],
      recents: [{ id: 1 }],
    })
    await dig.post(`/api/saved-query/${search}/share`, undefined, 'writer')
    expect((await read()).pins).toMatchObject([{ kind: 'search', id: search, label: 'Flint' }])
    await hideTable(dig, 'reader', 'finds')
    expect(await read()).toEqual(nothing)
  })

  test('is without records that a row filter hides', async () => {
    await save({ recents: [find, { ...find, id: 2 }] })
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('reader'),
        table_name: 'finds',
        privilege: 30,
        filter: JSON.stringify({ id: { _eq: 2 } }),
        outside: 'hide',
      }),
    )
    expect((await read()).recents).toMatchObject([{ id: 2 }])
  })

  test('can be changed in a frozen application, and is in no history', async () => {
    await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
    const reply = await dig.put('/api/preferences', { folded: ['study'] }, 'reader')
    expect([reply.statusCode, reply.headers['x-change-set']]).toEqual([200, undefined])
    await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
  })

  test('goes with the account', async () => {
    const account = { name: 'Ada', email: 'ada@dig.example', password: 'spade-and-trowel', privilege: 30 }
    const { id: user } = (await dig.post('/api/user', account, 'super_admin')).json()
    await dig.application.db.write((tx) => tx.insert('sys_preferences', { user_id: user, content: '{}' }))
    await dig.delete(`/api/user/${user}`, undefined, 'super_admin')
    const left = await dig.application.db.quick.all(sql`SELECT 1 AS "one" FROM "sys_preferences"`)
    expect(left).toEqual([])
  })

  test.each([
    ['a list that is none', { pins: 'all' }, 'invalid_parameter'],
    ['a thing of no kind', { favourites: [{ kind: 'river', id: 1 }] }, 'invalid_parameter'],
    ['a table without its name', { favourites: [{ kind: 'table' }] }, 'invalid_parameter'],
    ['a thing of which nobody knows what it is', { pins: [{ id: 1 }] }, 'parameter_missing'],
    ['a record without its id', { recents: [{ kind: 'record', tb: 'finds' }] }, 'invalid_parameter'],
    ['too many', { recents: Array(thingLists.recents + 1).fill(find) }, 'invalid_parameter'],
    ['a group that is no name', { folded: ['<b>'] }, 'invalid_parameter'],
  ])('%s is refused and changes nothing', async (_what, body, code) => {
    await save({ favourites: [finds] })
    const reply = await dig.put('/api/preferences', { folded: ['work'], ...body }, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, code])
    expect(await read()).toMatchObject({ favourites: [finds], folded: [] })
  })

  test.each([
    ['nobody', undefined, 401, 'unauthenticated'],
    ['a program', 'key10', 403, 'session_required'],
  ] as const)('%s keeps nothing', async (_who, as, status, code) => {
    for (const reply of [
      await dig.get('/api/preferences', as),
      await dig.put('/api/preferences', { folded: [] }, as),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
