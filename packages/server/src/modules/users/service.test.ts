import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorScope } from '../../http/operator-scope.js'
import type { RequestScope } from '../../http/scope.js'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, password } from '../../testing/open-dig.js'
import { createUser, setPassword } from './change-account.js'
import { listUsers, readUser } from './service.js'

describe.each([...engines])('accounts (%s)', (engine) => {
  let dig: Dig
  let scope: RequestScope
  beforeAll(async () => {
    dig = await openDig(engine)
    scope = operatorScope(dig.services, dig.application)
  })
  afterAll(() => dig.close())

  const teo = {
    name: ' Teo Ricci ',
    email: ' Teo@Valle.example',
    password: 'coccio-di-vernice',
    privilege: 25,
  }
  const login = (email: string, given: string) =>
    dig.post('/api/auth/login', { email, password: given, app: 'dig' })

  test('a new person can log in, with name and address as they are kept', async () => {
    const id = await createUser(scope, teo)
    const reply = await login('teo@valle.example', teo.password)
    expect(reply.json().user).toEqual({
      id,
      name: 'Teo Ricci',
      email: 'teo@valle.example',
      app: 'dig',
      privilege_value: 25,
      can_write: true,
    })
    expect((await listUsers(scope)).map((user) => user.id)).toContain(id)
    expect(await readUser(scope, 'TEO@valle.example')).toMatchObject({ id, name: 'Teo Ricci' })
  })

  test.each([
    ['no name', { name: ' ' }, 'validation_failed', ['name not_empty']],
    ['a long name', { name: 'x'.repeat(121) }, 'validation_failed', ['name too_long']],
    ['a name with a NUL', { name: 'a\u0000' }, 'validation_failed', ['name invalid_characters']],
    ['a short password', { password: '1234567' }, 'validation_failed', ['password too_short']],
    ['two faults', { name: '', password: '' }, 'validation_failed', ['name not_empty', 'password not_empty']],
    ['an address that is none', { email: 'teo' }, 'email_not_valid', []],
    ['a level that is none', { privilege: 15 }, 'invalid_privilege', []],
    ['the address of somebody else', { email: 'READER@dig.example' }, 'email_present', []],
  ])('%s is refused', async (_case, change, code, problems) => {
    const refused = await createUser(scope, { ...teo, email: 'new@valle.example', ...change }).catch(
      (error) => error,
    )
    expect(refused.code).toBe(code)
    const found = (refused.facts.errors ?? []).map(
      (one: { field: string; code: string }) => `${one.field} ${one.code}`,
    )
    expect(found).toEqual(problems)
  })

  test('of two people with one address who come at the same moment one is made', async () => {
    const twice = [1, 2].map(() => createUser(scope, { ...teo, email: 'twin@valle.example' }))
    const results = await Promise.allSettled(twice)
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('nobody gives more power than he has, or acts on somebody with more', async () => {
    const admin: RequestScope = {
      ...scope,
      principal: {
        kind: 'user',
        id: 2,
        name: 'admin',
        email: '',
        privilege: 10,
        session: '',
        tokenVersion: 0,
      },
    }
    await expect(createUser(admin, { ...teo, email: 'x@valle.example', privilege: 1 })).rejects.toMatchObject(
      {
        code: 'not_enough_privilege',
      },
    )
    await expect(setPassword(admin, 1, 'a-new-password')).rejects.toMatchObject({
      code: 'not_enough_privilege',
    })
  })

  test('a new password ends the sessions and confirmations of the person', async () => {
    await dig.confirm()
    const token = await dig.token('super_admin')
    await setPassword(scope, 1, 'a-new-password')
    const reply = await dig.request({
      method: 'GET',
      url: '/api/info/app',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'token_invalidated'])
    expect((await login('super_admin@dig.example', password)).statusCode).toBe(401)
    expect((await login('super_admin@dig.example', 'a-new-password')).statusCode).toBe(200)
    expect(await dig.application.db.quick.all(sql`SELECT "id" FROM "sys_confirmations"`)).toEqual([])
    await expect(setPassword(scope, 999, 'a-new-password')).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(setPassword(scope, 1, 'short')).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
