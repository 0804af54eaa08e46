import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueDeviceToken, knownDevice } from '../../access/devices.js'
import { hashPassword } from '../../access/passwords.js'
import { sql } from '../../storage/sql.js'
import { Dig, oneEngine, openService, password } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { readState, signState } from './login-state.js'

/**
 * An application on a service of its own: all of them share the secret, the name, and the ids of what is in
 * them.
 */
async function openNamesake(engine: (typeof oneEngine)[number]): Promise<Dig> {
  const service = await openService(engine)
  const passwordHash = await hashPassword(password)
  const application = await service.services.applications.create('dig', {
    definition: 'One of two',
    superAdmin: { name: 'super_admin', email: 'super_admin@dig.example', passwordHash },
  })
  const dig = new Dig(service, application)
  await dig.fill(passwordHash)
  return dig
}

const library = { type: 'group', refman_id: '501', name: 'Survey', api_key: 'KeyOfALibrary' }

describe.each(oneEngine)('keys of two applications of one name (%s)', (engine) => {
  let one: Dig
  let other: Dig
  beforeAll(async () => {
    one = await openNamesake(engine)
    other = await openNamesake(engine)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  test('come from salts of their own', () => {
    expect(one.application.keySalt).toMatch(/^[0-9a-f]{64}$/)
    expect(other.application.keySalt).toMatch(/^[0-9a-f]{64}$/)
    expect(one.application.keySalt).not.toBe(other.application.keySalt)
  })

  test('a session token of one is refused in the other', async () => {
    const headers = { authorization: `Bearer ${await one.token('super_admin')}` }
    const ask = async (dig: Dig) => {
      const reply = await dig.request({ method: 'GET', url: '/api/info/app', headers })
      return [reply.statusCode, reply.json().code]
    }
    expect((await ask(one))[0]).toBe(200)
    expect(await ask(other)).toEqual([401, 'unauthenticated'])
    expect((await ask(one))[0]).toBe(200)
  })

  test('a signed address of one opens no file of the other', async () => {
    const uploads = await Promise.all(
      [one, other].map((dig) =>
        sendFile(dig, '/api/record/finds/1/file', 'plan.txt', 'walls', 'super_admin'),
      ),
    )
    const [own, foreign] = uploads.map((reply) => reply.json().file.url as string)
    const idIn = (url = '') => /file\/(\d+)\//.exec(url)?.[1]
    expect(idIn(own)).toBe(idIn(foreign))
    expect((await one.get(`/${own}`)).body).toBe('walls')
    expect((await other.get(`/${foreign}`)).body).toBe('walls')
    const refused = await other.get(`/${own}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'invalid_signature'])
  })

  test('a key of a library that was encrypted in one is none in the other, in the same row', async () => {
    for (const dig of [one, other]) {
      const added = await dig.post('/api/refman/lib', library, 'super_admin')
      expect(added.statusCode, added.body).toBe(200)
    }
    const hasKey = async (dig: Dig) =>
      (await dig.get('/api/refman/libs', 'super_admin')).json().libs[0].has_api_key
    expect([await hasKey(one), await hasKey(other)]).toEqual([true, true])
    const row = await one.application.db.quick.get<{ key: string }>(
      sql`SELECT "api_key" AS "key" FROM "sys_refman_libs"`,
    )
    await other.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_refman_libs" SET "api_key" = ${row?.key ?? ''}`),
    )
    expect([await hasKey(one), await hasKey(other)]).toEqual([true, false])
  })

  test('a device and a login under way of one are unknown in the other', async () => {
    const now = new Date()
    const owner = { id: 1, tokenVersion: 0 }
    const { secrets } = one.services
    const device = await issueDeviceToken(secrets, one.application, owner, now)
    expect(await knownDevice(secrets, one.application, device, owner, now)).toMatch(/^[0-9a-f]{32}$/)
    expect(await knownDevice(other.services.secrets, other.application, device, owner, now)).toBeUndefined()

    const begun = { origin: 'https://dig.example', nonce: 'n', ts: Math.floor(now.getTime() / 1000) }
    const state = signState(secrets, one.application, begun)
    expect(readState(secrets, one.application, state, now)).toEqual({ ...begun, app: 'dig' })
    expect(readState(other.services.secrets, other.application, state, now)).toBeUndefined()
  })
})
