import { NetworkError } from '@trowel/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { password } from '../open-dig.js'
import { beginWalk, type Walk } from './walk.js'

const hours = 3_600_000

describe('a session of the client with the service', () => {
  let walk: Walk
  beforeEach(async () => {
    walk = await beginWalk()
  })
  afterEach(() => walk.close())

  const reader = { email: 'reader@dig.example', password, app: 'dig' }

  test('is renewed once when several requests find it nearly over', async () => {
    let now = 0
    const asked: string[] = []
    const client = walk.open({
      now: () => now,
      fetch: (address, init) => {
        asked.push(new URL(String(address)).pathname)
        return fetch(address, init)
      },
    })
    await client.auth.login(reader)
    now = 7.9 * hours
    const all = [client.info.tables(), client.records.list('finds'), client.info.app()]
    await Promise.all(all)
    await client.info.tables()
    expect(asked.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
    expect(asked.slice(0, 2)).toEqual(['/api/auth/login', '/api/auth/refresh'])
    expect(client.session.user?.name).toBe('reader')
  })

  test('that an administrator ended leaves no token, and is told once', async () => {
    const onSignedOut = vi.fn()
    const client = walk.open({ onSignedOut })
    await client.auth.login(reader)
    await walk.client.users.revokeSessions(client.session.user?.id ?? 0)
    const all = await Promise.allSettled([client.info.tables(), client.records.list('finds')])
    expect(all.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array(2).fill('token_invalidated'),
    )
    expect([client.session.token, onSignedOut.mock.calls.length]).toEqual([null, 1])
    await client.auth.login(reader)
    expect((await client.records.list('finds')).total).toBe(8)
  })

  test('in one application knows nothing of that in another', async () => {
    const survey = { name: 'survey', definition: 'A survey', email: 'ada@survey.example', password }
    await walk.client.newApp.create({ ...survey, db_engine: 'sqlite' })
    const [first, second] = [walk.open(), walk.open()]
    await Promise.all([
      first.auth.login(reader),
      second.auth.login({ app: survey.name, email: survey.email, password }),
    ])
    expect([(await first.info.app()).app, (await second.info.app()).app]).toEqual(['dig', 'survey'])
  })

  test('outlives a service that cannot be reached for a while', async () => {
    const onSignedOut = vi.fn()
    const client = walk.open({ onSignedOut, baseUrl: 'http://127.0.0.1:9' })
    client.session.use(walk.client.session.token ?? '')
    await expect(client.info.tables()).rejects.toBeInstanceOf(NetworkError)
    expect([client.session.user?.id, onSignedOut.mock.calls.length]).toEqual([1, 0])
  })

  test('is not lost to a wrong password, neither at the login nor when it is confirmed', async () => {
    const { client } = walk
    const wrong = client.auth.login({ ...reader, password: 'wrong-password' })
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'login_data_not_valid' })
    await expect(client.auth.checkPassword('wrong-password')).rejects.toMatchObject({ status: 403 })
    expect((await client.info.app()).user.id).toBe(1)
  })

  test('gives a request up without harm to the others', async () => {
    const { client } = walk
    const control = new AbortController()
    const given = client.records.list('finds', {}, { signal: control.signal })
    control.abort()
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
    expect((await client.records.list('finds')).total).toBe(8)
  })
})
