import { guardTable } from '@trowel/contract/guard-table.js'
import type { RouteGuard } from '@trowel/contract/guards.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig, type Role } from '../testing/open-dig.js'
import { digits } from './guard.js'

const roles: readonly Role[] = [
  'super_admin',
  'admin',
  'writer',
  'self_writer',
  'reader',
  'key10',
  'key20',
  'key30',
]

const levels: Readonly<Record<string, number>> = { ...privileges, key10: 10, key20: 20, key30: 30 }

/** The least power that gets through on a record of somebody else. */
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
/** The path as it is registered, and one with values in place of its parameters; id 1 is made by the super-admin. */
const registered = (path: string) => path.replace(idNames, (name) => name + digits)
const filled = (path: string) =>
  path
    .replace(idNames, '1')
    .replace(':tb', 'contexts')
    .replace(':fld', 'notes')
    .replace(/:[A-Za-z]+/g, 'none')

/** These end what the walk stands on, or are told apart by a rule of their own, which their own tests walk. */
const ownRule = (row: RouteGuard) => row.on === 'service'

describe.each(engines)('the guard table (%s)', (engine) => {
  let dig: Dig
  let served: RouteGuard[]
  beforeAll(async () => {
    dig = await openDig(engine)
    // The walk deletes the key with id 1: it must not be one of those that walk.
    await dig.post('/api/api-keys', { label: 'to be deleted' }, 'super_admin')
    served = guardTable.filter(({ method, path }) =>
      dig.service.server.hasRoute({ method, url: registered(path) }),
    )
  })
  afterAll(() => dig.close())

  const ask = ({ method, path }: RouteGuard, as?: Role): Promise<LightMyRequestResponse> => {
    const body = method === 'GET' ? undefined : {}
    const payload =
      body === undefined
        ? {}
        : { payload: '{"tb":"contexts"}', headers: { 'content-type': 'application/json' } }
    return dig.request({ method, url: filled(path), ...payload }, as)
  }

  test('no route stands in it twice', () => {
    const names = guardTable.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('the routes of this version are served, all others of the table are unknown', async () => {
    expect(served.length).toBeGreaterThan(50)
    for (const row of guardTable.filter((one) => !served.includes(one))) {
      const reply = await ask(row, 'super_admin')
      expect([`${row.method} ${row.path}`, [404, 405].includes(reply.statusCode)]).toEqual([
        `${row.method} ${row.path}`,
        true,
      ])
      expect(['route_not_found', 'method_not_allowed']).toContain(reply.json().code)
    }
  })

  test('nobody without credentials gets past a route that is not public', async () => {
    for (const row of served.filter((one) => one.guard !== 'public' || !ownRule(one))) {
      const reply = await ask(row)
      const outcome = [`${row.method} ${row.path}`, reply.statusCode]
      if (row.guard === 'public') expect(outcome[1]).not.toBe(401)
      else {
        expect(outcome).toEqual([`${row.method} ${row.path}`, 401])
        expect([reply.json().code, reply.headers['www-authenticate']]).toEqual(['unauthenticated', 'Bearer'])
      }
    }
  })

  test.each(roles)('%s is refused exactly where the table says so', async (role) => {
    const level = levels[role] ?? 100
    const isKey = role.startsWith('key')
    for (const row of served.filter((one) => one.guard !== 'public' && !ownRule(one))) {
      const reply = await ask(row, role)
      const name = `${role}: ${row.method} ${row.path}`
      const least = needed[row.guard]
      if (level > least && row.on === 'record' && level <= privileges.self_writer) {
        // What he made himself he may edit: he is refused once it is known which record is meant, and that it is not his.
        expect([name, reply.statusCode >= 400 && reply.statusCode < 500]).toEqual([name, true])
      } else if (level > least) {
        expect([name, reply.statusCode, reply.json().code]).toEqual([name, 403, 'not_enough_privilege'])
      } else if (row.human && isKey) {
        expect([name, reply.statusCode, reply.json().code]).toEqual([name, 403, 'session_required'])
      } else if (row.confirmed) {
        expect([name, reply.statusCode, reply.json().code]).toEqual([
          name,
          403,
          'password_confirmation_required',
        ])
      } else {
        expect([name, reply.statusCode === 401 || reply.statusCode === 403]).toEqual([name, false])
        expect([name, reply.statusCode]).not.toEqual([name, 500])
      }
    }
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
