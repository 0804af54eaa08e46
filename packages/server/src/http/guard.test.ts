import { guardTable } from '@trowel/contract/guard-table.js'
import type { RouteGuard } from '@trowel/contract/guards.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TokenClaims, tokensOf } from '../access/tokens.js'
import { id, sql } from '../storage/sql.js'
import { type Dig, engines, oneEngine, openDig, password, type Role } from '../testing/open-dig.js'
import { digits } from './guard.js'

const roles: readonly Role[] = [
  'super_admin',
  'admin',
  'writer',
  'self_writer',
  'reader',
  'key10',
  'key10_manage',
  'key20',
  'key30',
]

const levels: Readonly<Record<string, number>> = {
  ...privileges,
  key10: 10,
  key10_manage: 10,
  key20: 20,
  key30: 30,
}
const levelOf = (role: Role): number => levels[role] ?? 100
const isKey = (role: Role): boolean => role.startsWith('key')

/** The least power that gets through on a record of another user. */
const needed: Readonly<Record<RouteGuard['guard'], number>> = {
  public: 100,
  enter: privileges.reader,
  read: privileges.reader,
  create: privileges.self_writer,
  edit: privileges.writer,
  edit20: privileges.writer,
  admin: privileges.admin,
  super: privileges.super_admin,
}

const idNames = /:(id|fileId|linkId|z|x|y)(?=\/|$)/g
/**
 * The forms in which a path may be registered, and one with values in place of its parameters; id 1 is made
 * by the super-admin.
 */
const registered = (path: string) => [path.replace(idNames, (name) => name + digits), path]
const filled = (path: string, id: string | number = 1) =>
  path
    .replace(idNames, String(id))
    .replace(':tb', 'contexts')
    .replace(':fld', 'notes')
    .replace(/:[A-Za-z]+/g, 'none')

/** A status, and the code where it matters. */
type Outcome = readonly [status: number, code?: string]
const admitted = 'admitted'
type Expected = readonly Outcome[] | typeof admitted

const refused: Expected = [[403, 'not_enough_privilege']]
const needsPerson: Expected = [[403, 'session_required']]

/** Rules that a row of the table cannot say, by route: what a role is answered. */
const ownRules: Readonly<Record<string, (role: Role) => Expected>> = {
  'GET /api/user/:id': (role) => (levelOf(role) > privileges.admin ? refused : admitted),
  'POST /api/user': (role) => (levelOf(role) > privileges.admin ? refused : admitted),
  'POST /api/admin/check-password': (role) =>
    isKey(role)
      ? needsPerson
      : levelOf(role) === privileges.super_admin
        ? [[403, 'invalid_pasword']]
        : [[403, 'not_a_super_admin_user']],
}

/** What the table says that a role is answered, on things of another user. */
function expectedFor(row: RouteGuard, role: Role): Expected {
  if (row.manage && isKey(role) && role !== 'key10_manage') return refused
  const own = ownRules[`${row.method} ${row.path}`]
  if (own) return own(role)
  const level = levelOf(role)
  if (level > needed[row.guard]) {
    // A caller who may edit what he made himself is refused once it is known which record is meant, and that
    // it is not his; and where a thing has a rule of its own, it may be looked for first.
    const looksFirst = row.on === 'service' || (row.on === 'record' && level <= privileges.self_writer)
    return looksFirst ? [[400], [403], [404], [409], [415], [422]] : refused
  }
  if (row.human && isKey(role)) return needsPerson
  return row.confirmed ? [[403, 'password_confirmation_required']] : admitted
}

const writes = (row: RouteGuard): boolean =>
  row.method !== 'GET' && ['create', 'edit', 'edit20'].includes(row.guard)

describe.each(oneEngine)('the guard table (%s)', (engine) => {
  let dig: Dig
  let served: RouteGuard[]
  let guarded: RouteGuard[]
  let somebody: number
  beforeAll(async () => {
    dig = await openDig(engine)
    // The walk deletes the key with id 1, and one person: they must not be among those that walk.
    await dig.post('/api/api-keys', { label: 'to be deleted' }, 'super_admin')
    const account = { name: 'x', email: 'x@dig.example', password, privilege: 40 }
    somebody = (await dig.post('/api/user', account, 'super_admin')).json().id
    for (const role of roles) await dig.token(role)
    served = guardTable.filter(({ method, path }) =>
      registered(path).some((url) => dig.service.server.hasRoute({ method, url })),
    )
    guarded = served.filter(({ guard }) => guard !== 'public')
  })
  afterAll(() => dig.close())

  const send = (
    { method, path }: RouteGuard,
    headers: Record<string, string> = {},
    recordId = path.startsWith('/api/user/') ? String(somebody) : '1',
  ): Promise<LightMyRequestResponse> => {
    const url = filled(path, recordId)
    // A stream has no end, unless the header is refused.
    if (path.endsWith('/stream')) {
      return dig.request({ method, url, headers: { ...headers, 'last-event-id': 'none' } })
    }
    if (method === 'GET') return dig.request({ method, url, headers })
    return dig.request({
      method,
      url,
      payload: '{"tb":"contexts"}',
      headers: { ...headers, 'content-type': 'application/json' },
    })
  }
  const ask = async (row: RouteGuard, role: Role, id?: string) =>
    send(row, { authorization: `Bearer ${await dig.token(role)}` }, id)
  const nameOf = ({ method, path }: RouteGuard) => `${method} ${path}`
  const setStatus = async (status: string) => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${status}`))
    await dig.application.reload()
  }
  afterEach(() => setStatus('on'))

  test('no route stands in it twice', () => {
    const names = guardTable.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })

  test('the routes of this version are served, all others of the table are unknown', async () => {
    expect(served.length).toBeGreaterThan(50)
    for (const row of guardTable.filter((one) => !served.includes(one))) {
      const reply = await ask(row, 'super_admin')
      expect([nameOf(row), [404, 405].includes(reply.statusCode)]).toEqual([nameOf(row), true])
      expect(['route_not_found', 'method_not_allowed']).toContain(reply.json().code)
    }
  })

  describe('nobody gets past a route that is not public', () => {
    const claimsOf = async (role: Role): Promise<TokenClaims> =>
      JSON.parse(Buffer.from((await dig.token(role)).split('.')[1] ?? '', 'base64url').toString())
    const sign = (claims: TokenClaims) => tokensOf(dig.services.secrets).sign(claims, dig.application)
    const login = async (email: string): Promise<string> =>
      (await dig.post('/api/auth/login', { email, password, app: 'dig' })).json().token
    const account = (email: string) => ({ name: 'x', email, password, privilege: 10 })

    const credentials: readonly [string, Outcome, string | undefined, () => Promise<string | undefined>][] = [
      ['without credentials', [401, 'unauthenticated'], undefined, async () => undefined],
      ['with nonsense', [401, 'unauthenticated'], undefined, async () => 'nonsense'],
      [
        'with a token whose time is over',
        [401, 'unauthenticated'],
        'expired',
        async () => {
          const claims = await claimsOf('super_admin')
          return sign({ ...claims, iat: claims.iat - 40_000, exp: claims.iat - 11_200 })
        },
      ],
      [
        'with a token of another application',
        [401, 'unauthenticated'],
        undefined,
        async () => sign({ ...(await claimsOf('super_admin')), app: 'pompeii' }),
      ],
      [
        'after logging out',
        [401, 'unauthenticated'],
        undefined,
        async () => {
          const token = await login('super_admin@dig.example')
          await dig.request({
            method: 'GET',
            url: '/api/auth/logout',
            headers: { authorization: `Bearer ${token}` },
          })
          return token
        },
      ],
      [
        'after an administrator ended the sessions',
        [401, 'token_invalidated'],
        undefined,
        async () => {
          const { id } = (await dig.post('/api/user', account('ended@dig.example'), 'super_admin')).json()
          const token = await login('ended@dig.example')
          await dig.post(`/api/user/${id}/revoke`, undefined, 'super_admin')
          return token
        },
      ],
      [
        'after the account was deleted',
        [401, 'token_invalidated'],
        undefined,
        async () => {
          const { id } = (await dig.post('/api/user', account('gone@dig.example'), 'super_admin')).json()
          const token = await login('gone@dig.example')
          await dig.delete(`/api/user/${id}`, undefined, 'super_admin')
          return token
        },
      ],
      [
        'with a revoked key',
        [401, 'unauthenticated'],
        undefined,
        async () => {
          const { id, key } = (await dig.post('/api/api-keys', { label: 'x', privilege: 10 }, 'admin')).json()
          await dig.post(`/api/api-key/${id}/revoke`, undefined, 'admin')
          return key
        },
      ],
      [
        'with a key that nobody made',
        [401, 'unauthenticated'],
        undefined,
        async () => `trw_dig.${'0'.repeat(64)}`,
      ],
      [
        'while the account waits to be admitted',
        [403, 'not_enough_privilege'],
        'waiting',
        async () => sign({ ...(await claimsOf('admin')), sub: dig.userId('waiting'), jti: '0'.repeat(32) }),
      ],
    ]

    test.each(credentials)('%s', async (_case, expected, detail, credential) => {
      const text = await credential()
      const headers: Record<string, string> = text === undefined ? {} : { authorization: `Bearer ${text}` }
      for (const row of guarded) {
        const reply = await send(row, headers)
        const { code, detail: told } = reply.json()
        expect([nameOf(row), reply.statusCode, code, told]).toEqual([nameOf(row), ...expected, detail])
        if (reply.statusCode === 401) expect(reply.headers['www-authenticate']).toBe('Bearer')
      }
      for (const row of served.filter(({ guard, on }) => guard === 'public' && on !== 'service')) {
        const reply = await send(row, headers)
        expect([nameOf(row), reply.statusCode]).not.toEqual([nameOf(row), 401])
      }
    })
  })

  test.each(roles.slice(1))('%s does not enter an application that is switched off', async (role) => {
    await setStatus('off')
    for (const row of guarded) {
      const reply = await ask(row, role)
      const { code, detail } = reply.json()
      expect([nameOf(row), reply.statusCode, code, detail]).toEqual([
        nameOf(row),
        403,
        'not_enough_privilege',
        'off',
      ])
    }
    expect((await dig.get('/api/records/finds', 'super_admin')).statusCode).toBe(200)
  })

  test('nobody changes the records of a frozen application, and everybody goes on reading', async () => {
    await setStatus('frozen')
    const everything = async () =>
      Promise.all(
        [
          'trenches',
          'contexts',
          'samples',
          'finds',
          'sys_rs',
          'sys_userlinks',
          'sys_files',
          'sys_geodata',
        ].map((table) => dig.application.db.quick.all(sql`SELECT * FROM ${id(table)} ORDER BY "id"`)),
      )
    const before = await everything()
    for (const role of ['super_admin', 'writer', 'self_writer', 'key20'] as const) {
      for (const row of guarded.filter(writes)) {
        if (levelOf(role) > needed[row.guard] || (row.human && isKey(role))) continue
        const reply = await ask(row, role)
        const { code, detail } = reply.json()
        const name = `${role}: ${nameOf(row)}`
        // Behind an id of its own there may be nothing: then that is said.
        if (row.path.includes(':tb')) expect([name, reply.statusCode, detail]).toEqual([name, 403, 'frozen'])
        else expect([name, reply.statusCode >= 400, code]).toEqual([name, true, expect.any(String)])
      }
    }
    expect(await everything()).toEqual(before)
    for (const row of guarded.filter(({ method, guard }) => method === 'GET' && guard === 'read')) {
      expect([nameOf(row), (await ask(row, 'reader')).statusCode]).not.toEqual([nameOf(row), 403])
    }
  })

  test.each(roles)('%s is refused exactly where the table says so', async (role) => {
    for (const row of guarded) {
      const reply = await ask(row, role)
      const name = `${role}: ${nameOf(row)}`
      const expected = expectedFor(row, role)
      const { statusCode } = reply
      if (expected === admitted) {
        expect([name, statusCode, [401, 403].includes(statusCode) || statusCode === 500]).toEqual([
          name,
          statusCode,
          false,
        ])
        continue
      }
      const { code } = reply.json()
      const isExpected = expected.some(
        ([status, word]) => status === statusCode && (word === undefined || word === code),
      )
      expect([name, statusCode, code, isExpected]).toEqual([name, statusCode, code, true])
    }
  })

  test.each(roles.filter((role) => !isKey(role)))('%s reads and saves his own account', async (role) => {
    const id = dig.userId(role as 'reader')
    expect((await dig.get(`/api/user/${id}`, role)).statusCode).toBe(200)
    expect((await dig.post('/api/user', { id, name: role }, role)).statusCode).toBe(200)
  })

  test('every answer carries a request id of its own', async () => {
    const first = await dig.get('/api/tables', 'reader')
    const second = await dig.get('/api/nowhere')
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('a wrong method is told with the right ones', async () => {
    const reply = await dig.delete('/api/auth/apps', undefined, 'reader')
    expect([reply.statusCode, reply.json().code, reply.json().allowed]).toEqual([
      405,
      'method_not_allowed',
      ['GET', 'HEAD'],
    ])
    expect(reply.headers['allow']).toBe('GET, HEAD')
  })

  test('HEAD answers like GET, without the body', async () => {
    const reply = await dig.request({ method: 'HEAD', url: '/api/records/finds' }, 'reader')
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect((await dig.request({ method: 'HEAD', url: '/api/records/finds' })).statusCode).toBe(401)
  })
})

test.each(engines)('a number beyond all ids is the id of nothing (%s)', async (engine) => {
  const dig = await openDig(engine)
  const broken: string[] = []
  const rows = guardTable.filter(({ path, guard }) => guard !== 'public' && path.search(idNames) >= 0)
  for (const { method, path } of rows) {
    for (const beyond of ['3000000000', '99999999999999999999']) {
      const options = {
        method,
        url: filled(path, beyond),
        ...(method !== 'GET' && { payload: { tb: 'contexts' } }),
      }
      const reply = await dig.request(options, 'super_admin')
      if (reply.statusCode === 500) broken.push(`${method} ${path} with ${beyond}`)
    }
  }
  await dig.close()
  expect(broken).toEqual([])
})
