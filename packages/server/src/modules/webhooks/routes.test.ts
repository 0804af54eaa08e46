import type { Webhook } from '@trowel/contract/webhooks.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { oneEngine } from '../../testing/open-dig.js'
import { isSigned, withStatus } from './testing/open-receiver.js'
import { hour, openSending, type Sending, second } from './testing/open-sending.js'

const [engine = 'sqlite'] = oneEngine

describe('webhooks', () => {
  let sending: Sending
  beforeAll(async () => {
    sending = await openSending(engine)
  })
  afterEach(() => sending.reset())
  afterAll(() => sending.close())

  const create = (body: unknown, as: Parameters<Sending['make']>[1] = 'admin') =>
    sending.dig.post('/api/webhooks', body, as)

  test('the secret is answered once, and what was not said has its default', async () => {
    const reply = await create({ url: sending.receiver.url })
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    const { webhook, secret } = reply.json()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(Number),
      url: sending.receiver.url,
      tables: null,
      operations: ['created', 'updated', 'deleted'],
      active: true,
      as_user: sending.dig.userId('admin'),
      as_user_name: 'admin',
      created_at: expect.stringMatching(/^\d{4}-/),
      last_set: expect.any(Number),
      waiting: 0,
      failing: null,
      paused: null,
    })
    expect((await sending.dig.get('/api/webhooks', 'admin')).json().webhooks).toEqual([webhook])
  })

  test('what is given is changed, all else stays; null stands for every table', async () => {
    const { id } = await sending.make({ tables: ['finds', 'contexts', 'finds'] })
    const before = await sending.read(id)
    expect(before?.tables).toEqual(['finds', 'contexts'])
    expect(await sending.change(id, { operations: ['deleted'] })).toEqual({
      ...before,
      operations: ['deleted'],
    })
    expect(await sending.change(id, { tables: null })).toMatchObject({
      tables: null,
      operations: ['deleted'],
    })
    expect(await sending.change(id, { tables: [] })).toMatchObject({ tables: [] })
    expect(await sending.change(id, { as_user: 5, active: false })).toMatchObject({
      as_user: 5,
      as_user_name: 'reader',
      active: false,
    })
    const gone = await sending.dig.delete(`/api/webhook/${id}`, undefined, 'admin')
    expect(gone.json()).toEqual({ status: 'success', code: 'ok_webhook_deleted' })
    expect(await sending.read(id)).toBeUndefined()
  })

  test('two who change different things at once both keep theirs', async () => {
    const { id } = await sending.make()
    await Promise.all([
      sending.change(id, { operations: ['deleted'] }),
      sending.change(id, { tables: ['finds'] }),
      sending.change(id, { as_user: sending.dig.userId('reader') }),
    ])
    expect(await sending.read(id)).toMatchObject({
      operations: ['deleted'],
      tables: ['finds'],
      as_user: sending.dig.userId('reader'),
    })
  })

  test('an operation that is named several times counts once', async () => {
    const { id } = await sending.make({ operations: ['deleted', 'deleted', 'deleted'] })
    expect(await sending.read(id)).toMatchObject({ operations: ['deleted'] })
    await sending.change(id, { operations: ['created', 'deleted', 'created'] })
    expect(await sending.read(id)).toMatchObject({ operations: ['created', 'deleted'] })
    await sending.save('contexts', 1, { notes: 'not for it' })
    await sending.deliver()
    expect(sending.receiver.received).toEqual([])
  })

  test('a test is sent and told of, also to one that is inactive, and is no change set', async () => {
    const { id, secret } = await sending.make({ active: false })
    const reply = await sending.dig.post(`/api/webhook/${id}/test`, undefined, 'admin')
    expect(reply.json().delivery).toMatchObject({
      event: 'test',
      set: null,
      delivered: true,
      status: 204,
      error: null,
    })
    const [message] = sending.receiver.received
    if (!message) throw new Error('Nothing came.')
    expect(await isSigned(message, secret)).toBe(true)
    expect(JSON.parse(message.text)).toEqual({
      type: 'test',
      timestamp: expect.any(String),
      data: { app: 'dig', webhook: id },
    })
    sending.receiver.answer = withStatus(404)
    const failed = await sending.dig.post(`/api/webhook/${id}/test`, undefined, 'admin')
    expect(failed.json().delivery).toMatchObject({
      delivered: false,
      status: 404,
      error: { sentence: 'webhook_answered', facts: { status: 404 } },
    })
    expect(await sending.read(id)).toMatchObject({ active: false, failing: null })
  })

  test('with a new secret the former one signs for a day', async () => {
    const { id, secret: former } = await sending.make()
    sending.now = Date.now()
    const reply = await sending.dig.post(`/api/webhook/${id}/secret`, undefined, 'admin')
    const { secret, former_until } = reply.json<{ secret: string; former_until: string }>()
    expect([reply.statusCode, reply.headers['cache-control'], secret === former]).toEqual([
      200,
      'no-store',
      false,
    ])
    expect(Date.parse(former_until)).toBeGreaterThan(sending.now + 23 * hour)
    await sending.save('contexts', 1, { notes: 'with both' })
    await sending.deliver()
    sending.now += 25 * hour
    await sending.save('contexts', 1, { notes: 'with one' })
    await sending.deliver()
    const signed = await Promise.all(
      sending.receiver.received.map(async (message) => [
        await isSigned(message, former),
        await isSigned(message, secret),
      ]),
    )
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('a delivery is sent again under its id; what failed is tried at once, in its turn', async () => {
    const { id } = await sending.make()
    const resend = (n: number | undefined) =>
      sending.dig.post(`/api/webhook/${id}/delivery/${n}/resend`, undefined, 'admin')
    const sets = [
      await sending.save('contexts', 1, { notes: 'once' }),
      await sending.save('contexts', 1, { notes: 'and then' }),
    ]
    await sending.deliver()
    const [, first] = await sending.history(id)
    expect((await resend(first?.n)).json().delivery).toMatchObject({
      set: sets[0],
      attempt: 2,
      delivered: true,
    })
    expect(sending.receiver.sets()).toEqual([...sets, sets[0]])
    const ids = sending.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[2]).toBe(ids[0])

    sending.receiver.answer = withStatus(500)
    const third = await sending.save('contexts', 1, { notes: 'fails' })
    const fourth = await sending.save('contexts', 1, { notes: 'waits' })
    await sending.deliver()
    const [failed] = await sending.history(id)
    expect(failed).toMatchObject({ set: third, delivered: false })
    sending.receiver.answer = withStatus(200)
    expect((await resend(failed?.n)).json().delivery).toMatchObject({ set: third, delivered: true })
    expect(sending.receiver.sets().at(-1)).toBe(third)
    await sending.deliver()
    expect(sending.receiver.sets().slice(-2)).toEqual([third, fourth])

    sending.receiver.answer = withStatus(500)
    await sending.save('contexts', 1, { notes: 'fails again' })
    await sending.deliver()
    const [again] = await sending.history(id)
    await sending.change(id, { active: false })
    const inactive = await resend(again?.n)
    expect([inactive.statusCode, inactive.json().sentence]).toEqual([409, 'webhook_not_active'])
    await sending.change(id, { active: true, tables: ['finds'] })
    expect((await resend(again?.n)).json().code).toBe('change_set_not_found')
    const { set } = again ?? {}
    await sending.dig.application.db.write((tx) =>
      tx.run(
        sql`UPDATE "sys_webhooks" SET "last_set" = ${(set ?? 0) - 1}, "node" = 'elsewhere', "lease_until" = ${Date.now() + 60 * second}`,
      ),
    )
    const busy = await resend(again?.n)
    expect([busy.statusCode, busy.json().sentence]).toEqual([409, 'webhook_busy'])
  })

  test('a set of which the user sees nothing any more is not sent again', async () => {
    const { id } = await sending.make({ as_user: sending.dig.userId('reader') })
    await sending.save('finds', 3, { weight_g: 8 })
    await sending.deliver()
    const [{ n } = { n: 0 }] = await sending.history(id)
    await sending.change(id, { tables: ['contexts'] })
    const reply = await sending.dig.post(`/api/webhook/${id}/delivery/${n}/resend`, undefined, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'change_set_not_found'])
  })

  test.each([
    ['no body', undefined, 400, 'parameter_missing'],
    ['no address', {}, 400, 'parameter_missing'],
    ['what is no address', { url: 'hooks' }, 400, 'invalid_parameter'],
    [
      'an address that is too long',
      { url: `https://h.example/${'x'.repeat(2000)}` },
      400,
      'invalid_parameter',
    ],
    ['tables that are no list', { tables: 'finds' }, 400, 'invalid_parameter'],
    ['a table that is not there', { tables: ['finds', 'walls'] }, 422, 'unknown_table'],
    ['no operation', { operations: [] }, 400, 'invalid_parameter'],
    ['another operation', { operations: ['created', 'seen'] }, 400, 'invalid_parameter'],
    ['what is neither active nor not', { active: 'yes' }, 400, 'invalid_parameter'],
    ['a user who is not there', { as_user: 99 }, 404, 'user_not_found'],
    ['a user who waits', { as_user: 6 }, 400, 'invalid_parameter'],
    ['a user who may do more', { as_user: 1 }, 403, 'not_enough_privilege'],
  ])('%s is refused', async (_case, body, status, code) => {
    const url = sending.receiver.url
    const whole = body && Object.keys(body).length > 0 ? { url, ...body } : body
    const reply = await create(whole)
    expect([reply.statusCode, reply.json().code], reply.body).toEqual([status, code])
    if (!body || !('url' in body || Object.keys(body).length === 0)) {
      const { id } = await sending.make()
      if (!body) return
      const changed = await sending.dig.put(`/api/webhook/${id}`, body, 'admin')
      expect([changed.statusCode, changed.json().code]).toEqual([status, code])
    }
  })

  test('an administrator leaves alone what is sent for a super-administrator, but can delete it', async () => {
    const { id } = await sending.make({}, 'super_admin')
    const refused = [
      await sending.dig.put(`/api/webhook/${id}`, { url: `${sending.receiver.url}/mine` }, 'admin'),
      await sending.dig.post(`/api/webhook/${id}/secret`, undefined, 'admin'),
    ]
    expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
      [403, 'not_enough_privilege'],
      [403, 'not_enough_privilege'],
    ])
    expect((await sending.dig.delete(`/api/webhook/${id}`, undefined, 'admin')).statusCode).toBe(200)
  })

  test('a key that manages says for whom', async () => {
    const unsaid = await create({ url: sending.receiver.url }, 'key10_manage')
    expect([unsaid.statusCode, unsaid.json().code, unsaid.json().detail]).toEqual([
      400,
      'parameter_missing',
      'as_user',
    ])
    const said = await create({ url: sending.receiver.url, as_user: 5 }, 'key10_manage')
    expect(said.json<{ webhook: Webhook }>().webhook.as_user_name).toBe('reader')
  })

  test('of what is not there nothing is changed, tested or told', async () => {
    const { id } = await sending.make()
    const { dig } = sending
    const replies = [
      await dig.put('/api/webhook/999', { active: false }, 'admin'),
      await dig.delete('/api/webhook/999', undefined, 'admin'),
      await dig.post('/api/webhook/999/secret', undefined, 'admin'),
      await dig.post('/api/webhook/999/test', undefined, 'admin'),
      await dig.get('/api/webhook/999/deliveries', 'admin'),
      await dig.post('/api/webhook/999/delivery/1/resend', undefined, 'admin'),
      await dig.post(`/api/webhook/${id}/delivery/999/resend`, undefined, 'admin'),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
      ...Array.from({ length: 6 }, () => [404, 'webhook_not_found']),
      [404, 'delivery_not_found'],
    ])
  })

  test('an application has so many and no more, also when several are made at once', async () => {
    const { db } = sending.dig.application
    const columns = ['url', 'all_tables', 'operations', 'as_user', 'active', 'secret', 'last_set', 'attempts']
    const row = [sending.receiver.url, 1, '["created"]', 2, 0, '', 0, 0, 0]
    await db.write((tx) =>
      tx.insertMany(
        'sys_webhooks',
        [...columns, 'created_at'],
        Array.from({ length: 48 }, () => row),
      ),
    )
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({ url: sending.receiver.url })))
    const refused = replies.filter(({ statusCode }) => statusCode === 409)
    expect(refused.map((reply) => reply.json().sentence)).toEqual(Array(4).fill('webhooks_too_many'))
    await db.write((tx) => tx.run(sql`DELETE FROM "sys_webhooks"`))
  })

  test.each(['writer', 'reader', 'key10', 'key30'] as const)('%s manages no webhooks', async (role) => {
    const { dig } = sending
    for (const reply of [
      await dig.get('/api/webhooks', role),
      await create({ url: sending.receiver.url }, role),
      await dig.put('/api/webhook/1', {}, role),
      await dig.delete('/api/webhook/1', undefined, role),
      await dig.post('/api/webhook/1/secret', undefined, role),
      await dig.post('/api/webhook/1/test', undefined, role),
      await dig.get('/api/webhook/1/deliveries', role),
      await dig.post('/api/webhook/1/delivery/1/resend', undefined, role),
    ])
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
  })
})

describe('a service that listens', () => {
  test('sends by itself what is committed, soon after', async () => {
    const sending = await openSending(engine, { TROWEL_PUBLIC_URL: 'https://records.example' })
    await sending.dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    const { id } = await sending.make()
    const arrived = new Promise<void>((resolve) => {
      sending.receiver.answer = (response) => {
        response.writeHead(204).end()
        resolve()
      }
    })
    const saved = await sending.save('contexts', 1, { notes: 'by itself' })
    await arrived
    expect(sending.receiver.sets()).toEqual([saved])
    await expect.poll(() => sending.read(id)).toMatchObject({ last_set: saved })
    await sending.close()
  })
})
