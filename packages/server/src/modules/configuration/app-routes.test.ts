import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

const as = 'super_admin'

describe.each(oneEngine)('the configured application (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const main = async () => (await dig.get('/api/config/app', as)).json().main

  test('shows its settings and who uses it, and no secret of either', async () => {
    const reply = await dig.get('/api/config/app', as)
    const body = reply.json()
    expect(body.main).toMatchObject({
      name: 'dig',
      definition: 'A small dig',
      status: 'on',
      maxImageSize: 1500,
      list_columns: 'all',
      color: 'indigo',
      db_engine: engine,
      version: '5.0.0',
      db_password: '',
    })
    expect(body.users[2]).toEqual({
      id: 3,
      name: 'writer',
      email: 'writer@dig.example',
      privilege: 20,
      verbose_privilege: 'writer',
    })
    expect(body.status_options).toEqual(['on', 'frozen', 'off'])
    expect(body.db_engines).toEqual(['sqlite', 'pgsql'])
    expect(reply.body).not.toMatch(/argon2|oauth|token_version/)
  })

  test('sent back whole, with one thing changed, changes that thing alone', async () => {
    const before = await main()
    const reply = await dig.put('/api/config/app', { ...before, name: 'other', welcome: 'x', lang: 'it' }, as)
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_cfg_data_updated' })
    expect(await main()).toEqual({ ...before, lang: 'it' })
  })

  test.each([
    [{ maxImageSize: '2400' }, { maxImageSize: 2400 }],
    [{ maxImageSize: '' }, { maxImageSize: 0 }],
    [{ maxImageSize: 0 }, { maxImageSize: 0 }],
    [{ definition: '' }, { definition: '' }],
    [{ list_columns: 'preview' }, { list_columns: 'preview' }],
    [{ list_columns: 'all' }, { list_columns: 'all' }],
    [
      { color: 'teal', lang: '' },
      { color: 'teal', lang: '' },
    ],
  ])('takes %j', async (body, expected) => {
    expect((await dig.put('/api/config/app', body, as)).statusCode).toBe(200)
    expect(await main()).toMatchObject(expected)
  })

  test.each([
    [{ status: 'closed', maxImageSize: -1, color: 'puce', lang: 'x', definition: 'x'.repeat(2001) }, 5],
    [{ maxImageSize: 20_001 }, 1],
    [{ maxImageSize: 'large' }, 1],
    [{ definition: 7 }, 1],
    [{ status: '' }, 1],
    [{ list_columns: 'some' }, 1],
    [{ list_columns: null }, 1],
  ])('refuses %j with every problem at once', async (body, problems) => {
    const before = await main()
    const reply = await dig.put('/api/config/app', body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'error_cfg_data_updated'])
    expect(reply.json().errors).toHaveLength(problems)
    expect(await main()).toEqual(before)
  })

  test('is changed by the second of two only where the first has changed nothing', async () => {
    const put = (body: object) => dig.put('/api/config/app', body, as)
    const before = await main()
    const pair = ['A villa', 'A bath'].map((definition) => put({ definition, before }))
    const replies = await Promise.all(pair)
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const { definition } = await main()
    const refused = replies.find(({ statusCode }) => statusCode === 412)?.json()
    expect(refused).toMatchObject({ code: 'stale_record', detail: { now: { definition } } })
    expect((await put({ lang: 'fr', before: { lang: before.lang } })).statusCode).toBe(200)
    expect((await put({ ...before, before })).json().detail.now).toEqual({ definition, lang: 'fr' })
    expect((await put({ definition, lang: 'fr', before })).statusCode).toBe(200)
    expect((await put({ before: [1] })).json().errors).toMatchObject([{ field: 'before' }])
    expect((await put(before)).statusCode).toBe(200)
    expect(await main()).toEqual(before)
  })

  test('switched off, shuts everybody out at once but the super-admin', async () => {
    expect((await dig.get('/api/tables', 'reader')).statusCode).toBe(200)
    await dig.put('/api/config/app', { status: 'off' }, as)
    const shut = await dig.get('/api/tables', 'reader')
    expect([shut.statusCode, shut.json().code, shut.json().detail]).toEqual([
      403,
      'not_enough_privilege',
      'off',
    ])
    expect((await dig.put('/api/config/app', { status: 'on' }, as)).statusCode).toBe(200)
    expect((await dig.get('/api/tables', 'reader')).statusCode).toBe(200)
  })
})
