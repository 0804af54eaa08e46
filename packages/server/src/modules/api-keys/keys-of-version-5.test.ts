import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashApiKey } from '../../access/api-keys.js'
import type { Application } from '../../catalogue/application.js'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { placesOf, watchSecrets } from '../../testing/watch-secrets.js'

const keyOf = (): string => randomBytes(32).toString('hex')

/** As an application is after it was taken over: it has the keys of then, by their hashes. */
async function adopt(application: Application, keys: readonly (readonly [key: string, level: number])[]) {
  await application.db.write(async (tx) => {
    await tx.run(sql`UPDATE "sys_cfg_app" SET "adopted_from" = '5.4.2'`)
    for (const [key, privilege] of keys)
      await tx.insert('sys_api_keys', { key_hash: hashApiKey(key), label: 'GIS', privilege, created_at: 1 })
  })
  await application.reload()
}

describe.each(oneEngine)('API keys of version 5 (%s)', (engine) => {
  const [reader, writer] = [keyOf(), keyOf()]
  let dig: Dig
  let other: Application
  beforeAll(async () => {
    dig = await openDig(engine)
    other = await dig.services.applications.create('carsulae', {
      definition: 'Another one',
      superAdmin: { name: 'Ada', email: 'ada@dig.example', passwordHash: '!' },
    })
  })
  afterAll(() => dig.close())

  const use = (key: string, url = '/api/info/app') =>
    dig.request({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } })
  const refusal = async (key: string) => {
    const reply = await use(key)
    return [reply.statusCode, reply.json().code, reply.json().sentence]
  }

  test('are no credentials where no application was taken over', async () => {
    await other.db.write((tx) =>
      tx.insert('sys_api_keys', { key_hash: hashApiKey(reader), label: 'x', privilege: 30, created_at: 1 }),
    )
    expect(await refusal(reader)).toEqual([401, 'unauthenticated', undefined])
    expect((await use(reader, '/api/auth/apps')).statusCode).toBe(200)
  })

  test('go on in the application that was taken over, on their levels', async () => {
    await adopt(dig.application, [
      [reader, 30],
      [writer, 20],
    ])
    for (const [key, privilege_value] of [
      [reader, 30],
      [writer, 20],
    ] as const)
      expect((await use(key)).json().user).toMatchObject({ id: null, app: 'dig', privilege_value })
    expect((await use(reader, '/api/records/contexts')).json().total).toBeGreaterThan(0)
    const lastUse = async () =>
      (
        await dig.application.db.quick.get<{ at: number | null }>(
          sql`SELECT "last_used_at" AS "at" FROM "sys_api_keys" WHERE "key_hash" = ${hashApiKey(reader)}`,
        )
      )?.at
    await expect.poll(lastUse).toEqual(expect.any(Number))
  })

  test('open nothing when they are not whole, or not such a key', async () => {
    const present = (await dig.token('key30')).slice(-64)
    for (const wrong of [keyOf(), hashApiKey(reader), present])
      expect(await refusal(wrong)).toEqual([401, 'unauthenticated', 'key_not_valid'])
    for (const wrong of [reader.slice(1), `${reader}0`, reader.toUpperCase(), `trw_${reader}`])
      expect((await refusal(wrong)).slice(0, 2)).toEqual([401, 'unauthenticated'])
    const inAddress = await dig.get(`/api/info/app?api_key=${reader}`)
    expect(inAddress.statusCode).toBe(401)
  })

  test('stay as they are after a restore, and the revoked ones revoked', async () => {
    const { file } = (await dig.post('/api/backups', undefined, 'admin')).json()
    const keys = (await dig.get('/api/api-keys', 'admin')).json().keys
    const { id } = keys.find(({ privilege }: { privilege: number }) => privilege === 20)
    await dig.post(`/api/api-key/${id}/revoke`, undefined, 'admin')
    expect(await refusal(writer)).toEqual([401, 'unauthenticated', 'key_not_valid'])
    expect((await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')).statusCode).toBe(200)
    expect((await use(reader)).statusCode).toBe(200)
    expect(await refusal(writer)).toEqual([401, 'unauthenticated', 'key_not_valid'])
  })

  test('are refused while several applications know them, with what to do', async () => {
    await adopt(other, [])
    const reply = await use(reader)
    expect([reply.statusCode, reply.json().text]).toEqual([
      401,
      'Several applications know this API key: carsulae, dig. Revoke it in all of them but one.',
    ])
    await other.db.write((tx) => tx.run(sql`UPDATE "sys_api_keys" SET "revoked_at" = 1`))
    expect((await use(reader)).json().user.app).toBe('dig')
  })
})

describe.each(oneEngine)('an API key of version 5 (%s)', (engine) => {
  test('is in no answer, log or file', async () => {
    const dig = await openDig(engine)
    const [key, wrong] = [keyOf(), keyOf()]
    await adopt(dig.application, [[key, 30]])
    const watched = await watchSecrets(dig)
    for (const bearer of [key, wrong])
      for (const url of ['/api/info/app', '/api/records/nothing', '/api/api-keys'])
        await watched.ask('GET', url, undefined, bearer)
    await watched.ask('GET', '/api/api-keys')
    const left = await watched.end()
    for (const secret of [key, wrong]) expect(placesOf(secret, left)).toEqual([])
    expect(left['answers']).not.toContain(hashApiKey(key))
    await dig.close()
  })
})
