import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { recordsOf } from '../../../testing/records-of.js'
import { sendFile } from '../../../testing/send-file.js'

describe.each(engines)('a record that is asked for again with its key (%s)', (engine) => {
  let dig: Dig
  let count = 0
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    const known = (await dig.get('/api/config/table/finds', 'super_admin')).json().table.fields.inv_no
    const numbered = { ...known, number_pattern: 'F{n}' }
    const reply = await dig.put('/api/config/table/finds/field/inv_no', numbered, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
  })
  afterAll(() => dig.close())
  const { fresh } = recordsOf(() => dig)

  const create = (payload: object, key: string, as: Role = 'writer', table = 'contexts') =>
    dig.request(
      { method: 'POST', url: `/api/record/${table}`, payload, headers: { 'idempotency-key': key } },
      as,
    )
  const total = async (table = 'contexts'): Promise<number> =>
    (await dig.get(`/api/records/${table}`, 'super_admin')).json().total
  const newKey = () => {
    count += 1
    return `a key ${count}`
  }

  test('is made once, and answered as it was, with its change set and the state to go on from', async () => {
    const [key, name] = [newKey(), fresh()]
    const content = { core: { ctx_no: name }, plugins: { samples: [{ fields: { litres: 20 } }] } }
    const made = await create(content, key)
    expect(made.statusCode, made.body).toBe(200)
    const before = await total()
    const again = await create({ ...content, core: { ...content.core, notes: '', trench: null } }, key)
    expect(again.json()).toEqual(made.json())
    const [set, etag] = [made.headers['x-change-set'], made.headers.etag]
    expect(again.headers).toMatchObject({ 'x-change-set': set, etag })
    expect(await total()).toBe(before)
    const { id } = made.json()
    const changed = await dig.request(
      {
        method: 'PATCH',
        url: `/api/record/contexts/${id}`,
        payload: { core: { notes: 'dry' } },
        headers: { 'if-match': String(again.headers.etag) },
      },
      'writer',
    )
    expect(changed.statusCode, changed.body).toBe(200)
    const late = await create(content, key)
    expect(late.json()).toEqual(made.json())
    const outdated = { ...content, core: { ...content.core, notes: 'wet' } }
    const lost = await dig.request(
      {
        method: 'PATCH',
        url: `/api/record/contexts/${id}`,
        payload: outdated,
        headers: { 'if-match': String(late.headers.etag) },
      },
      'writer',
    )
    expect([lost.statusCode, lost.json().code]).toEqual([412, 'stale_record'])
  })

  test('is made once by several requests at the same time', async () => {
    const [key, content] = [newKey(), { core: { ctx_no: fresh() } }]
    const before = await total()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create(content, key)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  test('is not mistaken for another one: other content is refused with the record that was made', async () => {
    const [key, name] = [newKey(), fresh()]
    const { id } = (await create({ core: { ctx_no: name } }, key)).json()
    const before = await total()
    const reply = await create({ core: { ctx_no: name, notes: 'charcoal' } }, key)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'idempotency_key_reused', detail: { id } })
    expect(await total()).toBe(before)
  })

  test('is one of its caller and its table', async () => {
    const key = newKey()
    const content = () => ({ core: { ctx_no: fresh() } })
    const made = [
      await create(content(), key),
      await create(content(), key, 'self_writer'),
      await create({ core: { inv_no: fresh() } }, key, 'writer', 'finds'),
    ]
    expect(made.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(made[1]?.json().id).not.toBe(made[0]?.json().id)
  })

  test('may come with another proposal of its number', async () => {
    const key = newKey()
    const made = await create({ core: { inv_no: 'F9' }, proposed: ['inv_no'] }, key, 'writer', 'finds')
    const again = await create({ core: { inv_no: 'F10' }, proposed: ['inv_no'] }, key, 'writer', 'finds')
    expect(made.statusCode, made.body).toBe(200)
    expect(again.json()).toEqual(made.json())
  })

  test('may bring files that it took already', async () => {
    const key = newKey()
    const sent = await sendFile(dig, '/api/record/finds/file', 'a.txt', 'text', 'writer')
    const content = { core: { inv_no: fresh() }, uploads: [sent.json().upload] }
    const made = await create(content, key, 'writer', 'finds')
    const again = await create(content, key, 'writer', 'finds')
    expect(made.statusCode, made.body).toBe(200)
    expect([again.statusCode, again.json().id]).toEqual([200, made.json().id])
  })

  test('keeps its key while it is refused', async () => {
    const key = newKey()
    const refused = await create({ core: { ctx_no: '' } }, key)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'validation_failed'])
    const made = await create({ core: { ctx_no: fresh() } }, key)
    expect(made.statusCode, made.body).toBe(200)
  })

  test('is answered without a state where it was deleted', async () => {
    const [key, content] = [newKey(), { core: { ctx_no: fresh() } }]
    const { id } = (await create(content, key)).json()
    await dig.delete(`/api/record/contexts/${id}`, undefined, 'writer')
    const before = await total()
    const again = await create(content, key)
    expect(again.json().id).toBe(id)
    expect(again.headers.etag).toBeUndefined()
    expect(await total()).toBe(before)
  })

  test('is refused to a caller who may not make records', async () => {
    const reply = await create({ core: { ctx_no: fresh() } }, newKey(), 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
  })

  test('is another one after a day', async () => {
    const [key, name] = [newKey(), fresh()]
    const { id } = (await create({ core: { ctx_no: name } }, key)).json()
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_once" SET "expires_at" = 1`))
    const again = await create({ core: { ctx_no: fresh() } }, key)
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json().id).not.toBe(id)
  })

  test.each(['a'.repeat(201), 'two\tcells'])('cannot be called %j', async (key) => {
    const reply = await create({ core: { ctx_no: fresh() } }, key)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
  })
})
