import { WebhookPayload } from '@trowel/contract/webhooks.js'
import { Value } from 'typebox/value'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../storage/sql.js'
import { oneEngine, password } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { openSecondNode } from '../../testing/second-node.js'
import { isSigned, withStatus } from './testing/open-receiver.js'
import { hour, minute, openSending, type Sending, second } from './testing/open-sending.js'

type SetPayload = Extract<WebhookPayload, { type: 'change_set' }>

describe.each(oneEngine)('deliveries of webhooks (%s)', (engine) => {
  let sending: Sending
  beforeAll(async () => {
    sending = await openSending(engine)
    await hideRows(sending.dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
    await hideTable(sending.dig, 'self_writer', 'trenches')
  })
  afterEach(() => sending.reset())
  afterAll(() => sending.close())

  const payloads = (): SetPayload[] => sending.receiver.received.map(({ text }) => JSON.parse(text))

  test('what is committed is sent as a signed message, in order, and nothing from before', async () => {
    await sending.save('contexts', 1, { notes: 'before there was a webhook' })
    const { id, secret } = await sending.make()
    const first = await sending.save('contexts', 1, { notes: 'clay' })
    const then = await sending.save('finds', 2, { weight_g: 12.5 })
    expect(await sending.deliver()).toBeUndefined()
    expect(sending.receiver.sets()).toEqual([first, then])
    const [message] = sending.receiver.received
    if (!message) throw new Error('Nothing came.')
    expect(message.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Trowel/5.0.0',
      'webhook-id': `dig-${id}-${first}`,
      'webhook-timestamp': String(sending.now / 1000),
    })
    expect(await isSigned(message, secret)).toBe(true)
    expect(await isSigned({ ...message, text: `${message.text} ` }, secret)).toBe(false)
    expect([...Value.Errors(WebhookPayload, JSON.parse(message.text))]).toEqual([])
    expect(JSON.parse(message.text)).toMatchObject({
      type: 'change_set',
      data: {
        app: 'dig',
        webhook: id,
        change_set: { id: first, user_name: 'writer', origin: 'form' },
        total: 1,
        changes: [{ table: 'contexts', id: 1, fields: [{ field: 'notes', after: 'clay' }] }],
        left_out: 0,
        more_at: null,
      },
    })
    expect(await sending.read(id)).toMatchObject({ last_set: then, waiting: 0, failing: null, paused: null })
    expect(await sending.history(id)).toMatchObject([
      { event: 'change_set', set: then, attempt: 1, delivered: true, status: 204, error: null },
      { set: first },
    ])
    expect(await sending.deliver()).toBeUndefined()
    expect(sending.receiver.received).toHaveLength(2)
  })

  test('later sets wait behind one that fails; it is tried again after 5 s, 1 min, 10 min, 1 h, 6 h and days', async () => {
    const { id } = await sending.make()
    const sets = [
      await sending.save('contexts', 1, { notes: 'one' }),
      await sending.save('contexts', 1, { notes: 'two' }),
    ]
    sending.receiver.answer = withStatus(503)
    const waits = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour, 24 * hour]
    for (const [failed, wait] of waits.entries()) {
      expect(await sending.deliver()).toBe(wait)
      expect(sending.receiver.sets()).toEqual(Array.from({ length: failed + 1 }, () => sets[0]))
      sending.now += wait - 1
      expect(await sending.deliver()).toBe(1)
      expect(sending.receiver.received).toHaveLength(failed + 1)
      sending.now += 1
    }
    expect(new Set(sending.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await sending.read(id)).toMatchObject({ active: true, failing: { attempts: 7 }, waiting: 2 })
    sending.receiver.answer = withStatus(200)
    expect(await sending.deliver()).toBeUndefined()
    expect(sending.receiver.sets().slice(-2)).toEqual(sets)
    expect(await sending.history(id)).toMatchObject([
      { set: sets[1], attempt: 1, delivered: true },
      { set: sets[0], attempt: 8, delivered: true },
      { set: sets[0], attempt: 7, delivered: false, status: 503, error: { sentence: 'webhook_answered' } },
      ...Array.from({ length: 6 }, () => ({ set: sets[0], delivered: false })),
    ])
  })

  test('a receiver that asks for a pause gets it: at least the usual one, at most a day', async () => {
    await sending.make()
    await sending.save('contexts', 1, { notes: 'one' })
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2 * hour).toUTCString()
    for (const [header, least, most] of [
      ['2', 5 * second, 5 * second],
      ['90', 90 * second, 90 * second],
      ['soon', 10 * minute, 10 * minute],
      [date, 2 * hour - minute, 2 * hour + second],
      ['31536000', 24 * hour, 24 * hour],
    ] as const) {
      sending.receiver.answer = withStatus(503, { 'retry-after': header })
      const wait = (await sending.deliver()) ?? 0
      expect(wait, header).toBeGreaterThanOrEqual(least)
      expect(wait, header).toBeLessThanOrEqual(most)
      sending.now += wait
    }
  })

  test('after three days it is paused, which the log says; active again it goes on where it was, or with what comes', async () => {
    const { id } = await sending.make()
    const sets = [
      await sending.save('contexts', 2, { notes: 'one' }),
      await sending.save('contexts', 2, { notes: 'two' }),
    ]
    sending.receiver.answer = withStatus(500)
    let waited = 0
    for (let wait = await sending.deliver(); wait !== undefined; wait = await sending.deliver()) {
      waited += wait
      sending.now += wait
    }
    expect(waited).toBe(72 * hour)
    expect(await sending.read(id)).toMatchObject({
      active: false,
      failing: null,
      waiting: 2,
      paused: {
        sentence: 'webhook_failed_long',
        text: 'Deliveries failed for 3 days; the last time: The receiver answered 500 instead of 2xx.',
        facts: { days: 3, 'reason.sentence': 'webhook_answered', 'reason.status': 500 },
      },
    })
    const log = (await sending.dig.get('/api/logs?min_level=400', 'admin')).json()
    expect(log.data[0]).toMatchObject({ level: 400, channel: 'admin', code: 'webhook_paused' })
    expect(JSON.stringify(log)).not.toContain('/trowel')
    sending.receiver.answer = withStatus(204)
    sending.receiver.received.length = 0
    expect(await sending.change(id, { active: true })).toMatchObject({ active: true, paused: null })
    await sending.deliver()
    expect(sending.receiver.sets()).toEqual(sets)

    await sending.change(id, { active: false })
    await sending.save('contexts', 2, { notes: 'three' })
    expect(await sending.deliver()).toBeUndefined()
    expect(await sending.change(id, { active: true, skip: true })).toMatchObject({ waiting: 0 })
    const next = await sending.save('contexts', 2, { notes: 'four' })
    await sending.deliver()
    expect(sending.receiver.sets()).toEqual([...sets, next])
  })

  test('a process that ends in the middle, or dies, loses nothing and changes no order', async () => {
    const { id } = await sending.make()
    const sets: number[] = []
    for (const notes of ['a', 'b', 'c']) sets.push(await sending.save('contexts', 3, { notes }))
    const first = sending.deliveries
    const isAsked = new Promise<void>((resolve) => {
      sending.receiver.answer = (response) => {
        if (sending.receiver.received.length === 1) response.writeHead(204).end()
        else resolve()
      }
    })
    const working = first.deliverDue(sending.dig.application)
    await isAsked
    await first.stop()
    await working
    expect(sending.receiver.sets()).toEqual([sets[0], sets[1]])
    expect(await sending.read(id)).toMatchObject({ last_set: sets[0], failing: null })
    sending.receiver.answer = withStatus(204)
    sending.deliveries = sending.anotherProcess()
    await sending.deliver()
    expect(sending.receiver.sets()).toEqual([sets[0], sets[1], sets[1], sets[2]])

    const last = await sending.save('contexts', 3, { notes: 'd' })
    await sending.dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_webhooks" SET "node" = 'dead', "lease_until" = ${sending.now + 30 * second}`),
    )
    expect(await sending.deliver()).toBe(30 * second + 1)
    sending.now += 30 * second + 1
    await sending.deliver()
    expect(sending.receiver.sets().slice(4)).toEqual([last])
  })

  test('a process that was believed dead while it read sends nothing that another one sent', async () => {
    await sending.make()
    const sets = [
      await sending.save('contexts', 3, { notes: 'e' }),
      await sending.save('contexts', 3, { notes: 'f' }),
    ]
    const { scan } = sending.dig.application.db
    const get = scan.get.bind(scan)
    const other = sending.anotherProcess()
    const reading = vi.spyOn(scan, 'get').mockImplementationOnce(async (query) => {
      sending.now += 61 * second
      await other.deliverDue(sending.dig.application)
      return get(query)
    })
    await sending.deliver()
    reading.mockRestore()
    expect(sending.receiver.sets()).toEqual(sets)
  })

  test('where the clock was set back, what was stored before keeps nothing waiting', async () => {
    await sending.make()
    const saved = await sending.save('contexts', 2, { notes: 'by a wrong clock' })
    sending.receiver.answer = withStatus(500)
    expect(await sending.deliver()).toBe(5 * second)
    const later = sending.now + 30 * 24 * hour
    await sending.dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_webhooks" SET "node" = 'died', "lease_until" = ${later}, "next_at" = ${later}`),
    )
    sending.receiver.answer = withStatus(204)
    expect(await sending.deliver()).toBeUndefined()
    expect(sending.receiver.sets()).toEqual([saved, saved])
  })

  test('nothing is sent of what the user may not see', async () => {
    const { id } = await sending.make({ as_user: sending.dig.userId('self_writer') })
    await sending.save('finds', 1, { weight_g: 77.25 })
    await sending.save('trenches', 1, { code: 'HIDDEN' })
    const seen = await sending.save('finds', 7, { weight_g: 3.5 })
    await sending.dig.application.db.write(async (tx) => {
      for (const find of [1, 7])
        await tx.run(sql`UPDATE "finds" SET "weight_g" = ${find * 1001} WHERE "id" = ${find}`)
    })
    await sending.deliver()
    expect(payloads().map(({ data }) => [data.change_set.id, data.total, data.changes[0]?.id])).toEqual([
      [seen, 1, 7],
      [seen + 1, 1, 7],
    ])
    const everything = sending.receiver.received.map(({ text }) => text).join()
    for (const hidden of ['77.25', 'HIDDEN', '"after":1001']) expect(everything).not.toContain(hidden)
    expect(await sending.read(id)).toMatchObject({ waiting: 0 })
    expect(await sending.history(id)).toHaveLength(2)
  })

  test('only the tables that are wanted, with what hangs from their records, and only the operations', async () => {
    const post = async (url: string, body: object) => {
      const reply = await sending.dig.post(url, body, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<{ id: number }>().id
    }
    await sending.make({ tables: ['contexts'], operations: ['created', 'deleted'] })
    await sending.save('finds', 1, { weight_g: 5 })
    await sending.save('contexts', 1, { notes: 'changed' })
    await post('/api/record/finds', { core: { inv_no: 'F90' } })
    const context = await post('/api/record/contexts', { core: { ctx_no: 'C90' } })
    await post('/api/record/contexts/rs', { first: context, relation: 5, second: 2 })
    await post('/api/manual-link', { tb_one: 'finds', id_one: 2, tb_two: 'finds', id_two: 3 })
    await post(`/api/record/contexts/${context}`, {
      core: {},
      plugins: { samples: [{ fields: { litres: 7 } }] },
    })
    await sending.dig.delete(`/api/record/contexts/${context}`, undefined, 'super_admin')
    await sending.deliver()
    const sent = payloads().map(({ data }) =>
      data.changes.map(({ entity, operation }) => `${entity} ${operation}`).sort(),
    )
    expect(sent).toEqual([
      ['record created'],
      ['relation created'],
      ['plugin_row created'],
      ['plugin_row deleted', 'record deleted', 'relation deleted'],
    ])
  })

  test('a table that is renamed stays wanted, one that is deleted is no more', async () => {
    await sending.dig.post('/api/config/tables', { name: 'walls', label: 'Walls' }, 'super_admin')
    const { id } = await sending.make({ tables: ['walls'] })
    await sending.dig.confirm()
    const renamed = await sending.dig.patch('/api/config/table/walls', { new_name: 'ruins' }, 'super_admin')
    expect(renamed.statusCode, renamed.body).toBe(200)
    expect(await sending.read(id)).toMatchObject({ tables: ['ruins'] })
    await sending.dig.delete('/api/config/table/ruins', undefined, 'super_admin')
    expect(await sending.read(id)).toMatchObject({ tables: [] })
    await sending.save('contexts', 1, { notes: 'not wanted' })
    await sending.deliver()
    expect(sending.receiver.received).toEqual([])
  })

  test('a large set is sent in part, with where to read the rest', async () => {
    const { id } = await sending.make()
    const { db } = sending.dig.application
    await db.write((tx) =>
      tx.insertMany(
        'contexts',
        ['ctx_no', 'notes'],
        Array.from({ length: 120 }, (_, k) => [`L${k}`, 'x'.repeat(k < 60 ? 6000 : 1)]),
      ),
    )
    await sending.deliver()
    const [payload] = payloads()
    const { total, left_out, more_at, change_set, changes } = payload?.data ?? {}
    expect([total, more_at]).toEqual([120, `/api/change-set/${change_set?.id}`])
    expect((changes?.length ?? 0) + (left_out ?? 0)).toBe(120)
    const { length } = sending.receiver.received[0]?.text ?? ''
    expect([length < 256 * 1024, length > 250 * 1024]).toEqual([true, true])
    expect(await sending.history(id)).toMatchObject([{ delivered: true }])
  })

  test('what the journal forgot before it was sent is said', async () => {
    const { id } = await sending.make({ active: false })
    const purged = await sending.save('contexts', 4, { notes: 'forgotten' })
    await sending.dig.post('/api/admin/check-password', { pwd: password }, 'super_admin')
    const before = new Date(Date.now() + 10 * second).toISOString()
    const reply = await sending.dig.post('/api/change-sets/purge', { before }, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
    const later = await sending.save('contexts', 4, { notes: 'sent' })
    await sending.change(id, { active: true })
    await sending.deliver()
    expect(sending.receiver.sets()).toEqual([later])
    const deliveries = await sending.history(id)
    expect(deliveries).toMatchObject([
      { set: later, delivered: true },
      { event: 'purged', set: purged, delivered: false, status: null },
    ])
    const again = await sending.dig.post(
      `/api/webhook/${id}/delivery/${deliveries[1]?.n}/resend`,
      undefined,
      'admin',
    )
    expect([again.statusCode, again.json().sentence]).toEqual([409, 'delivery_without_content'])
  })

  test('while the application is closed or its user is out, nothing is sent', async () => {
    const { id } = await sending.make({ as_user: sending.dig.userId('reader') })
    const set = async (status: string) => {
      const reply = await sending.dig.put('/api/config/app', { status }, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await set('off')
    const { data } = (await sending.dig.get('/api/change-sets?user=*', 'super_admin')).json()
    expect(await sending.deliver()).toBeUndefined()
    await set('frozen')
    await sending.deliver()
    expect(sending.receiver.received).toEqual([])
    await set('on')
    expect(await sending.read(id)).toMatchObject({ active: true })
    expect(data.length).toBeGreaterThan(0)
    const { db } = sending.dig.application
    const admit = (level: number) =>
      db.write((tx) =>
        tx.run(
          sql`UPDATE "sys_users" SET "privilege" = ${level} WHERE "id" = ${sending.dig.userId('reader')}`,
        ),
      )
    await admit(40)
    const saved = await sending.save('contexts', 5, { notes: 'while he was out' })
    await sending.deliver()
    expect(await sending.read(id)).toMatchObject({ active: false, paused: { sentence: 'webhook_user_gone' } })
    expect(sending.receiver.received).toEqual([])
    await admit(30)
    await sending.change(id, { active: true })
    await sending.deliver()
    expect(sending.receiver.sets()).toEqual([saved])
  })

  test('410 pauses at once, a redirect is not followed, endless answers are not read, and other protocols not spoken', async () => {
    const { id } = await sending.make()
    await sending.save('contexts', 1, { notes: 'x1' })
    sending.receiver.answer = withStatus(307, { location: `${sending.receiver.url}/elsewhere` })
    expect(await sending.deliver()).toBe(5 * second)
    expect(sending.receiver.received.map(({ path }) => path)).toEqual(['/trowel'])
    expect((await sending.history(id))[0]).toMatchObject({
      status: 307,
      error: { sentence: 'webhook_redirected' },
    })
    sending.now += 5 * second
    sending.receiver.answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    expect(await sending.deliver()).toBeUndefined()
    expect((await sending.history(id))[0]).toMatchObject({ status: 200, delivered: true })
    await sending.save('contexts', 1, { notes: 'x2' })
    sending.receiver.answer = withStatus(101, { connection: 'upgrade', upgrade: 'other' })
    expect(await sending.deliver()).toBe(5 * second)
    expect((await sending.history(id))[0]).toMatchObject({ status: 101, delivered: false })
    sending.now += 5 * second
    sending.receiver.answer = withStatus(410)
    expect(await sending.deliver()).toBeUndefined()
    expect(await sending.read(id)).toMatchObject({ active: false, paused: { sentence: 'webhook_gone' } })
  })

  test('several webhooks do not wait for each other', async () => {
    const stuck = await sending.make({ url: `${sending.receiver.url}/stuck` })
    const other = await sending.make()
    sending.receiver.answer = (response, { path }) => {
      response.writeHead(path === '/trowel/stuck' ? 500 : 204).end()
    }
    const sets = [
      await sending.save('contexts', 6, { notes: 'one' }),
      await sending.save('contexts', 6, { notes: 'two' }),
    ]
    await sending.deliver()
    const paths = sending.receiver.received.map(({ path }) => path)
    expect(paths.filter((path) => path === '/trowel')).toHaveLength(2)
    expect(await sending.read(other.id)).toMatchObject({ last_set: sets[1] })
    expect(await sending.read(stuck.id)).toMatchObject({ failing: { attempts: 1 } })
  })

  test('one waits for a message of each of the others at the most, not for all that they have to send', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'late'])
      await sending.make({ url: `${sending.receiver.url}/${name}` })
    for (const notes of ['1', '2', '3']) await sending.save('contexts', 6, { notes })
    sending.receiver.answer = (response, { path }) =>
      setTimeout(() => response.writeHead(204).end(), path.endsWith('late') ? 0 : 20)
    await sending.deliver()
    const paths = sending.receiver.received.map(({ path }) => path)
    expect(paths).toHaveLength(15)
    expect(paths.indexOf('/trowel/late')).toBeLessThan(8)
  })

  test('only the newest deliveries are kept', async () => {
    const { id } = await sending.make()
    const { db } = sending.dig.application
    const rows = Array.from({ length: 205 }, (_, k) => [
      id,
      sending.now - (k < 3 ? 31 * 24 * hour : 0),
      'test',
      1,
      1,
      5,
    ])
    await db.write((tx) =>
      tx.insertMany(
        'sys_webhook_deliveries',
        ['webhook_id', 'time', 'event', 'attempt', 'delivered', 'duration_ms'],
        rows,
      ),
    )
    const saved = await sending.save('contexts', 1, { notes: 'the last one' })
    await sending.deliver()
    const kept = await sending.history(id)
    expect([kept.length, kept[0]?.set]).toEqual([200, saved])
    const { n } = (await db.quick.get<{ n: number }>(
      sql`SELECT count(*) AS "n" FROM "sys_webhook_deliveries" WHERE "webhook_id" = ${id}`,
    )) ?? { n: 0 }
    expect(n).toBe(200)
  })

  // SQLite has one node.
  const testOfNodes = engine === 'pgsql' ? [engine] : []
  test.each(testOfNodes)('of two nodes one sends, each set once (%s)', async () => {
    const second = await openSecondNode(sending.dig)
    await sending.make()
    const sets: number[] = []
    for (let turn = 0; turn < 12; turn++)
      sets.push(await sending.save('contexts', 1, { notes: `turn ${turn}` }))
    const other = sending.anotherProcess()
    await Promise.all([
      sending.deliveries.deliverDue(sending.dig.application),
      other.deliverDue(second.application),
      other.deliverDue(second.application),
    ])
    expect(sending.receiver.sets()).toEqual(sets)
    await second.close()
  })
})
