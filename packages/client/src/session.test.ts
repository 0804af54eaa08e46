import { describe, expect, test, vi } from 'vitest'
import { ApiError, createClient, inMemory, NetworkError } from './client.js'
import { json, refusal, stubService, tokenFor } from './testing/stub-service.js'

const baseUrl = 'http://service.example'
const hours = 3_600_000
const ok = () => json({ status: 'success' })
const isRefresh = ({ path }: { path: string }) => path === '/api/auth/refresh'

/** A client with a token that came at the moment 0 by a clock that the test moves. */
function open(answer: Parameters<typeof stubService>[0] = ok, storage = inMemory()) {
  const service = stubService(answer)
  const clock = { now: 0 }
  const onSignedOut = vi.fn()
  const client = createClient({ baseUrl, fetch: service.fetch, storage, onSignedOut, now: () => clock.now })
  return { client, service, clock, onSignedOut, storage }
}

describe('a session', () => {
  test('begins with a login, whose token goes with every request after it', async () => {
    const token = tokenFor('Mira')
    const { client, service } = open(({ path }) => (path === '/api/auth/login' ? json({ token }) : ok()))
    expect(client.session.user).toBeNull()
    await client.auth.login({ email: 'm@dig.example', password: 'p', app: 'dig' })
    await client.info.tables()
    expect(service.asked.map((one) => one.token)).toEqual([null, token])
    expect(client.session.user).toEqual({
      id: 4,
      name: 'Mira',
      email: 'm@dig.example',
      app: 'dig',
      privilege_value: 20,
      can_write: true,
    })
  })

  test('tells the service what earlier logins on this device answered, each person apart', async () => {
    const devices = inMemory()
    const answers = ['first', 'second', 'third'].values()
    const { fetch, asked } = stubService(() =>
      json({ token: tokenFor('Mira'), device: answers.next().value }),
    )
    const logIn = (email: string) =>
      createClient({ baseUrl, fetch, devices }).auth.login({ email, password: 'p', app: 'dig' })
    await logIn('m@dig.example')
    await logIn(' M@dig.example')
    await logIn('teo@dig.example')
    devices.write('{"dig m@dig.example": 7}')
    await logIn('m@dig.example')
    const sent = asked.map(({ body }) => (body as { device: unknown }).device)
    expect(sent).toEqual([null, 'first', null, null])
  })

  test('survives a reload of the page, with the moment at which its token came', async () => {
    const { client, storage, clock } = open()
    clock.now = 5
    client.session.use(tokenFor('Mira'))
    const after = open(undefined, storage)
    expect(after.client.session.token).toBe(client.session.token)
    after.clock.now = 5 + 7.6 * hours
    await after.client.info.tables()
    expect(after.service.asked.filter(isRefresh)).toHaveLength(1)
  })

  test.each(['', 'null', '{', '{"token":5}'])('takes a storage that holds %j for empty', (text) => {
    const storage = inMemory()
    storage.write(text)
    expect(open(undefined, storage).client.session.token).toBeNull()
  })

  test('with an API key is nobody, and never renewed', async () => {
    const { client, service, clock } = open()
    client.session.use('trw_dig.0123456789')
    clock.now = 1000 * hours
    await client.info.tables()
    expect([client.session.user, service.asked.length]).toEqual([null, 1])
  })

  test('of one client is not that of another', async () => {
    const [first, second] = [open(), open()]
    first.client.session.use(tokenFor('Mira'))
    expect(second.client.session.token).toBeNull()
  })

  test('ends with a logout at once, which the service hears with the old token', async () => {
    const { client, service, onSignedOut, storage } = open()
    const token = tokenFor('Mira')
    client.session.use(token)
    const told = client.auth.logout()
    expect([client.session.token, storage.read()]).toEqual([null, null])
    await told
    expect(service.asked).toMatchObject([{ path: '/api/auth/logout', token }])
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})

describe('the token', () => {
  const next = tokenFor('next', 1_700_020_000)
  const renewing = (request: { path: string }) => (isRefresh(request) ? json({ token: next }) : ok())

  test.each([
    ['is not renewed with 30 minutes left', 7.5 * hours, 0],
    ['is renewed with less', 7.5 * hours + 1, 1],
    ['is tried to be renewed when it is over by this clock', 9 * hours, 1],
  ])('%s', async (_case, later, times) => {
    const { client, service, clock } = open(renewing)
    client.session.use(tokenFor('Mira'))
    clock.now = later
    expect(client.session.isRenewalDue).toBe(times === 1)
    await client.info.tables()
    expect(service.asked.filter(isRefresh)).toHaveLength(times)
    expect(service.asked.at(-1)).toMatchObject({ path: '/api/tables', token: client.session.token })
    expect(client.session.token === next).toBe(times === 1)
  })

  test('is judged by how long ago it came, whatever this clock says of the year', async () => {
    const { client, service, clock } = open(renewing)
    clock.now = 3e12
    client.session.use(tokenFor('Mira'))
    clock.now += 7 * hours
    await client.info.tables()
    expect(service.asked.filter(isRefresh)).toEqual([])
  })

  test('is renewed once for many requests, which all wait for it', async () => {
    const { client, service, clock } = open(renewing)
    client.session.use(tokenFor('Mira'))
    clock.now = 7.8 * hours
    await Promise.all([client.info.tables(), client.info.app(), client.records.list('finds')])
    expect(service.asked[0]?.path).toBe('/api/auth/refresh')
    expect(service.asked.slice(1).map(({ token }) => token)).toEqual([next, next, next])
  })

  test('goes on being used while it cannot be renewed', async () => {
    const old = tokenFor('Mira')
    const { client, service, clock, onSignedOut } = open((request) =>
      isRefresh(request) ? refusal(503, 'overloaded') : ok(),
    )
    client.session.use(old)
    clock.now = 7.8 * hours
    await client.info.tables()
    await client.info.tables()
    expect(service.asked.map(({ token }) => token)).toEqual([old, old, old, old])
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('of a session that ended meanwhile is not brought back by its renewal', async () => {
    let answerRefresh = (_: Response): void => {}
    const { client, clock } = open((request) =>
      isRefresh(request) ? new Promise((resolve) => (answerRefresh = resolve)) : ok(),
    )
    client.session.use(tokenFor('Mira'))
    clock.now = 7.8 * hours
    const asked = client.info.tables()
    await vi.waitFor(() => client.auth.logout())
    answerRefresh(json({ token: next }))
    await asked
    expect(client.session.token).toBeNull()
  })

  test.each(['renewal', 'change of the password'])(
    'of a session that ended meanwhile is not brought back by an asked-for %s',
    async (what) => {
      let answer = (_: Response): void => {}
      const { client } = open(({ path }) =>
        path === '/api/auth/logout' ? ok() : new Promise((resolve) => (answer = resolve)),
      )
      client.session.use(tokenFor('Mira'))
      const asked = what === 'renewal' ? client.auth.refresh() : client.users.save({ id: 4, password: 'x' })
      await vi.waitFor(() => client.auth.logout())
      answer(json({ status: 'success', token: next }))
      await asked
      expect(client.session.token).toBeNull()
    },
  )

  test('that is not accepted is forgotten, and the program told once', async () => {
    const { client, onSignedOut, storage } = open(() => refusal(401, 'token_invalidated'))
    client.session.use(tokenFor('Mira'))
    const all = await Promise.allSettled([client.info.tables(), client.info.app(), client.info.tables()])
    expect(all.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      Array(3).fill('token_invalidated'),
    )
    expect([client.session.token, storage.read(), onSignedOut.mock.calls.length]).toEqual([null, null, 1])
  })

  test('that is not accepted when it is renewed is forgotten too', async () => {
    const { client, clock, onSignedOut } = open(() => refusal(401, 'unauthenticated', { detail: 'expired' }))
    client.session.use(tokenFor('Mira'))
    clock.now = 9 * hours
    await expect(client.info.tables()).rejects.toMatchObject({ status: 401 })
    expect([client.session.token, onSignedOut.mock.calls.length]).toEqual([null, 1])
  })

  test('of a new session is not lost to a late refusal of the old one', async () => {
    const [old, other] = [tokenFor('Mira'), tokenFor('Ada')]
    const { client, onSignedOut } = open(({ token }) => {
      if (token !== old) return ok()
      client.session.use(other)
      return refusal(401, 'token_invalidated')
    })
    client.session.use(old)
    await expect(client.info.tables()).rejects.toBeInstanceOf(ApiError)
    expect([client.session.token, onSignedOut.mock.calls.length]).toEqual([other, 0])
  })

  test('stays when somebody else fails to log in', async () => {
    const { client, onSignedOut } = open(() => refusal(401, 'login_data_not_valid'))
    client.session.use(tokenFor('Mira'))
    const wrong = client.auth.login({ email: 'a@dig.example', password: 'x', app: 'dig' })
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'login_data_not_valid' })
    expect([client.session.user?.name, onSignedOut.mock.calls.length]).toEqual(['Mira', 0])
  })

  test('is replaced by the one that comes with a change of the own password', async () => {
    const { client } = open(() => json({ status: 'success', token: next }))
    client.session.use(tokenFor('Mira'))
    await client.users.save({ id: 4, password: 'a-new-one-12' })
    expect(client.session.token).toBe(next)
  })
})

describe('a request that is given up', () => {
  test('while the token is renewed leaves the others waiting', async () => {
    let answerRefresh = (_: Response): void => {}
    const { client, clock } = open((request) =>
      isRefresh(request) ? new Promise((resolve) => (answerRefresh = resolve)) : ok(),
    )
    client.session.use(tokenFor('Mira'))
    clock.now = 7.8 * hours
    const control = new AbortController()
    const given = client.info.tables({ signal: control.signal })
    const other = client.info.app()
    control.abort(new Error('the view was left'))
    await expect(given).rejects.toThrow('the view was left')
    answerRefresh(json({ token: tokenFor('next') }))
    await expect(other).resolves.toEqual({ status: 'success' })
  })

  test('throws the reason of its signal, before it leaves and on its way', async () => {
    const { client, service } = open(() => new Promise(() => {}))
    await expect(client.info.tables({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(service.asked).toEqual([])
    const control = new AbortController()
    const asked = client.info.tables({ signal: control.signal })
    await vi.waitFor(() => expect(service.asked).toHaveLength(1))
    control.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('a service that cannot be reached is an error of its own, and leaves the session alone', async () => {
  const { client } = open(() => Promise.reject(new TypeError('fetch failed')))
  const token = tokenFor('Mira')
  client.session.use(token)
  await expect(client.info.tables()).rejects.toBeInstanceOf(NetworkError)
  expect(client.session.token).toBe(token)
})

test('a browser without room for it keeps nothing, and the login goes on', async () => {
  const kept = new Map([['trowel.token', 'of somebody else']])
  const full = {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('window', { sessionStorage: full, localStorage: full })
  const reply = { token: tokenFor('Mira'), device: 'known' }
  const client = createClient({ baseUrl, fetch: stubService(() => json(reply)).fetch })
  vi.unstubAllGlobals()
  await client.auth.login({ email: 'm@dig.example', password: 'p', app: 'dig' })
  expect([client.session.user?.name, kept.size]).toEqual(['Mira', 0])
})
