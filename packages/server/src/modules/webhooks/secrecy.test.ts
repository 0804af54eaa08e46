import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { oneEngine, password } from '../../testing/open-dig.js'
import { placesOf, watchSecrets } from '../../testing/watch-secrets.js'
import { withStatus } from './testing/open-receiver.js'
import { openSending, type Sending } from './testing/open-sending.js'

describe.each(oneEngine)('the secret of a webhook (%s)', (engine) => {
  let sending: Sending
  beforeAll(async () => {
    sending = await openSending(engine)
  })
  afterAll(() => sending.close())

  test('is answered where it is made, and nowhere else: not in other answers, logs, SQL or backups', async () => {
    const { dig, receiver } = sending
    const watched = await watchSecrets(dig)
    const { ask } = watched
    const made = (await ask('POST', '/api/webhooks', { url: receiver.url })).json()
    const renewed = (await ask('POST', `/api/webhook/${made.webhook.id}/secret`)).json()
    watched.forgetAnswers()
    for (const status of [204, 500]) {
      receiver.answer = withStatus(status)
      await ask('POST', `/api/webhook/${made.webhook.id}/test`)
    }
    await ask('PUT', `/api/webhook/${made.webhook.id}`, { active: false, url: 'https://127.0.0.2/' })
    for (const url of ['/api/webhooks', `/api/webhook/${made.webhook.id}/deliveries`, '/api/logs'])
      await ask('GET', url)
    await ask('POST', '/api/admin/check-password', { pwd: password })
    const raw = await ask('POST', '/api/free-sql/run', { sql: 'SELECT * FROM sys_webhooks' })
    expect(raw.statusCode).not.toBe(200)
    const named = await ask('POST', '/api/free-sql/run', { sql: 'SELECT former_secret FROM sys_webhooks' })
    expect(named.statusCode).not.toBe(200)
    const plain = await ask('POST', '/api/free-sql/run', { sql: 'SELECT id, url FROM sys_webhooks' })
    expect(plain.statusCode, plain.body).toBe(200)
    const written = await ask('POST', '/api/free-sql/run', { sql: 'UPDATE sys_webhooks SET active = 1' })
    expect([written.statusCode, written.body.includes('PUT /api/webhook/:id')]).toEqual([422, true])
    const backup = await ask('POST', '/api/backups', {})
    expect(backup.statusCode, backup.body).toBe(200)
    const left = await watched.end()
    const stored = await dig.application.db.quick.get<{ secret: string; former: string }>(
      sql`SELECT "secret", "former_secret" AS "former" FROM "sys_webhooks"`,
    )
    expect([stored?.secret, stored?.former]).toEqual([
      expect.stringMatching(/^[\w-]{90,}$/),
      expect.stringMatching(/^[\w-]{90,}$/),
    ])
    for (const secret of [made.secret, renewed.secret]) expect(placesOf(secret.slice(6), left)).toEqual([])
    for (const text of [stored?.secret ?? '', stored?.former ?? ''])
      expect(placesOf(text, left).filter((place) => !place.includes('.db'))).toEqual([])
    // Nor does the log tell where exactly they go.
    expect(left['log of the application']).not.toContain('/trowel')
  })

  test('a restored backup leaves the webhooks as they are, and going on', async () => {
    await sending.reset()
    const { dig, receiver } = sending
    const backup = await dig.post('/api/backups', {}, 'super_admin')
    const { id, secret } = await sending.make({ tables: ['contexts', 'finds'] }, 'super_admin')
    await sending.save('contexts', 1, { notes: 'goes with the restore' })
    await sending.deliver()
    const restored = await dig.post(`/api/backup/${backup.json().file}/restore`, {}, 'super_admin')
    expect(restored.statusCode, restored.body).toBe(200)
    const application = await dig.services.applications.open('dig')
    if (!application) throw new Error('There is no dig.')
    const kept = await application.db.quick.all(
      sql`SELECT w."id", t."table_name" AS "table" FROM "sys_webhooks" w JOIN "sys_webhook_tables" t ON t."webhook_id" = w."id" ORDER BY t."id"`,
    )
    expect(kept).toEqual([
      { id, table: 'contexts' },
      { id, table: 'finds' },
    ])
    receiver.received.length = 0
    await sending.anotherProcess().deliverDue(application)
    const [message] = receiver.received
    expect(JSON.parse(message?.text ?? '{}')).toMatchObject({
      data: { change_set: { origin: 'restore', incomplete: true }, changes: [] },
    })
    expect(secret).toMatch(/^whsec_/)
  })
})
