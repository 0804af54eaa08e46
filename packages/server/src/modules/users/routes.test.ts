import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { privilegeValues } from '@trowel/contract/privileges.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { countStatements } from '../../testing/count-statements.js'
import { type Dig, engines, openDig, password, type Role } from '../../testing/open-dig.js'

let people = 0

describe.each(engines)('accounts over the wire (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    // A login is noted in the account, so it comes before accounts are compared.
    await login('reader@dig.example', password)
  })
  afterAll(() => dig.close())

  const first = 'a-first-password'
  const save = (body: unknown, as: Role = 'super_admin') => dig.post('/api/user', body, as)
  /** Somebody new, so that no test disturbs another. */
  async function person(privilege: number, more: object = {}): Promise<{ id: number; email: string }> {
    const email = `somebody${++people}@dig.example`
    const reply = await save({ name: 'Somebody', email, password: first, privilege, ...more })
    expect(reply.json()).toEqual({ status: 'success', code: 'user_data_saved', id: reply.json().id })
    return { id: reply.json().id, email }
  }
  const login = (email: string, given = first) =>
    dig.post('/api/auth/login', { email, password: given, app: 'dig' })
  const tokenOf = async (email: string, given = first): Promise<string> =>
    (await login(email, given)).json().token
  const by = (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    dig.request({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  const isIn = async (token: string) => (await by(token, 'GET', '/api/info/app')).statusCode === 200
  const stored = (userId: number) =>
    dig.application.db.quick.get<Record<string, string | number | null>>(
      sql`SELECT * FROM "sys_users" WHERE "id" = ${userId}`,
    )
  const outcome = (reply: { statusCode: number; json(): { code: string } }) => [
    reply.statusCode,
    reply.json().code,
  ]

  describe('lists and forms', () => {
    test('the list takes as many statements for many people with overrides as for few', async () => {
      const list = () => dig.get('/api/users', 'admin')
      const count = async () => {
        await list()
        return countStatements(dig, list)
      }
      const few = await count()
      for (let n = 0; n < 5; n++) {
        const { id } = await person(30)
        for (const table_name of ['finds', 'trenches'])
          await dig.post(`/api/user/${id}/privileges`, { table_name, privilege: 20 }, 'admin')
      }
      expect((await list()).json().users.at(-1)).toMatchObject({ override_count: 2 })
      expect(await count()).toBe(few)
    })

    test('an administrator sees everybody, with the number of overrides', async () => {
      await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', {
          user_id: 5,
          table_name: 'finds',
          privilege: 20,
          outside: 'hide',
        }),
      )
      const reply = (await dig.get('/api/users', 'admin')).json()
      expect([reply.admin, reply.can_write]).toEqual([true, true])
      const ids: number[] = reply.users.map((user: { id: number }) => user.id)
      expect(ids.slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6])
      expect(reply.users[0]).toMatchObject({
        privilege: 'super_admin',
        privilege_value: 1,
        editable: false,
        override_count: 0,
        oauth_provider: null,
      })
      expect(reply.users[1].editable).toBe(true)
      expect(reply.users[4]).toMatchObject({ id: 5, editable: true, override_count: 1 })
      expect(reply.users[4].last_login_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(reply.users[5].last_login_at).toBeNull()
      expect(JSON.stringify(reply)).not.toMatch(/argon2|token_version|tokenVersion|oauth_sub/)
      expect((await dig.get('/api/users', 'key10_manage')).json().users).toHaveLength(ids.length)
    })

    test('everybody else sees himself', async () => {
      const reply = (await dig.get('/api/users', 'reader')).json()
      expect([reply.admin, reply.can_write]).toEqual([false, false])
      expect(reply.users).toEqual([
        {
          id: 5,
          name: 'reader',
          email: 'reader@dig.example',
          privilege: 'reader',
          privilege_value: 30,
          editable: true,
          override_count: 1,
        },
      ])
      expect(outcome(await dig.get('/api/users', 'key20'))).toEqual([403, 'not_enough_privilege'])
    })

    test('the form of an account offers the levels that the caller may give', async () => {
      const form = (await dig.get('/api/user/4', 'admin')).json()
      expect(form).toEqual({
        status: 'success',
        id: 4,
        name: 'self_writer',
        email: 'self_writer@dig.example',
        privilege: 25,
        avatar: createHash('md5').update('self_writer@dig.example').digest('hex'),
        privileges: [
          { value: 10, label: 'admin', selected: false },
          { value: 20, label: 'writer', selected: false },
          { value: 25, label: 'self_writer', selected: true },
          { value: 30, label: 'reader', selected: false },
          { value: 40, label: 'waiting', selected: false },
        ],
        oauth_provider: null,
        oauth_sub: null,
      })
      const own = (await dig.get('/api/user/4', 'self_writer')).json()
      expect(Object.keys(own)).not.toContain('oauth_sub')
      expect(own.privileges.map((level: { value: number }) => level.value)).toEqual([25, 30, 40])
    })

    test('the empty form has nobody in it', async () => {
      const form = (await dig.get('/api/user', 'super_admin')).json()
      expect(form).toMatchObject({ id: null, name: '', email: '', privilege: null })
      expect(form.avatar).toBe('d41d8cd98f00b204e9800998ecf8427e')
      expect(form.privileges).toHaveLength(6)
    })

    test.each<[string, string, Role, number, string]>([
      ['somebody else', '/api/user/3', 'reader', 403, 'not_enough_privilege'],
      ['nobody, asked by a reader', '/api/user/999', 'reader', 403, 'not_enough_privilege'],
      ['nobody', '/api/user/999', 'admin', 404, 'user_not_found'],
      ['a number beyond all', '/api/user/99999999999999999999', 'admin', 404, 'user_not_found'],
      ['a large number', '/api/user/3000000000', 'admin', 404, 'user_not_found'],
      ['an account, asked by a key that writes', '/api/user/3', 'key20', 403, 'not_enough_privilege'],
    ])('the form of %s is refused', async (_case, url, as, status, code) => {
      expect(outcome(await dig.get(url, as))).toEqual([status, code])
    })

    test('a key that administers reads every account', async () => {
      expect((await dig.get('/api/user/3', 'key10_manage')).statusCode).toBe(200)
    })
  })

  describe('a new account', () => {
    test('can log in at once, and takes only what a form may set', async () => {
      const { id, email } = await person(25, { token_version: 7, avatar: 'x', privileges: [], status: 'x' })
      expect((await login(email)).json().user).toMatchObject({ id, privilege_value: 25 })
      expect(await stored(id)).toMatchObject({ token_version: 0, oauth_provider: null, oauth_sub: null })
    })

    test('may come from the empty form, or from a form of a browser', async () => {
      const body = { id: null, name: 'A', email: `b${++people}@dig.example`, password: first, privilege: 30 }
      expect((await save(body)).statusCode).toBe(200)
      const payload = `id=&name=B&email=c${++people}@dig.example&password=${first}&privilege=30`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await dig.request({ method: 'POST', url: '/api/user', payload, headers }, 'admin')
      expect(reply.statusCode).toBe(200)
    })

    test.each([
      ['of blanks alone', ' '.repeat(12), 'not_empty'],
      ['of one character again and again', 'a'.repeat(12), 'too_common'],
      ['that is among the commonest', 'iloveyou', 'too_common'],
      ['that is among the commonest, in capitals', 'QWERTYUIOP', 'too_common'],
      ['of different blanks and signs that nobody sees', ' \t\u3000\u200b'.repeat(3), 'too_common'],
      ['that is among the commonest, with blanks', ' password1 ', 'too_common'],
      ['that is among the commonest, in wide letters', 'ｐａｓｓｗｏｒｄ', 'too_common'],
      ['that is the name of the person', 'Mira Conti', 'too_personal'],
      ['that is the address of the person', 'mira.conti@dig.example', 'too_personal'],
      ['that is the application with a year', 'Dig-2024!!', 'too_personal'],
    ])('cannot have a password %s', async (_what, given, problem) => {
      const form = { name: 'Mira Conti', email: 'mira.conti@dig.example', password: given, privilege: 30 }
      const reply = await save(form, 'admin')
      const { code, errors } = reply.json()
      expect([reply.statusCode, code, errors.map((one: { code: string }) => one.code)]).toEqual([
        422,
        'validation_failed',
        [problem],
      ])
    })

    test('can have any other password: no kinds of characters are asked for', async () => {
      for (const given of ['three plain words', 'dig where you stand', '        a        ', 'ééééééé1']) {
        const email = `plain${++people}@dig.example`
        const reply = await save({ name: 'P', email, password: given, privilege: 30 }, 'admin')
        expect([given, reply.statusCode]).toEqual([given, 200])
      }
    })

    test('with an identity provider needs no password, and cannot log in with any', async () => {
      const { id, email } = await person(30, {
        password: '',
        oauth_provider: 'orcid',
        oauth_sub: '0000-0002-1825-0097',
      })
      expect(await stored(id)).toMatchObject({ password: '!', oauth_sub: '0000-0002-1825-0097' })
      expect(outcome(await login(email, '!'))).toEqual([401, 'login_data_not_valid'])
    })

    test.each<[string, object, number, string]>([
      ['no body', {}, 422, 'validation_failed'],
      ['an unknown provider', { oauth_provider: 'x' }, 422, 'validation_failed'],
      ['no password', { password: undefined }, 422, 'validation_failed'],
      ['a wrong address', { email: 'a b@c' }, 422, 'email_not_valid'],
      ['no level', { privilege: null }, 422, 'invalid_privilege'],
      ['a level that is none', { privilege: 15 }, 422, 'invalid_privilege'],
      ['more power than the caller has', { privilege: 1 }, 403, 'not_enough_privilege'],
      ['the address of somebody else', { email: ' READER@dig.example' }, 409, 'email_present'],
      [
        'the identity of somebody else',
        { oauth_provider: 'orcid', oauth_sub: '0000-0002-1825-0097' },
        409,
        'oauth_identity_in_use',
      ],
    ])('with %s is refused', async (name, change, status, code) => {
      const form = { name: 'N', email: `n${++people}@dig.example`, password: first, privilege: 30 }
      const body = name === 'no body' ? {} : { ...form, ...change }
      expect(outcome(await save(body, 'admin'))).toEqual([status, code])
    })

    test('all that is wrong with it is told at once', async () => {
      const { errors } = (
        await save({ oauth_provider: 'x', password: 'short', privilege: 15 }, 'admin')
      ).json()
      const told = errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
      expect(told.sort()).toEqual([
        'email email_not_valid',
        'name not_empty',
        'oauth_provider unknown_provider',
        'password too_short',
        'privilege invalid_privilege',
      ])
    })

    test.each<Role>(['writer', 'self_writer', 'reader', 'key20', 'key30'])('is not for %s', async (role) => {
      const body = { name: 'N', email: 'n@dig.example', password: first, privilege: 40 }
      expect(outcome(await save(body, role))).toEqual([403, 'not_enough_privilege'])
    })
  })

  describe('one’s own account', () => {
    test('is saved with the whole form that was read', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const form = (await by(token, 'GET', `/api/user/${id}`)).json()
      const reply = await by(token, 'POST', '/api/user', { ...form, name: ' Ada Bruni ', password: '' })
      expect(reply.json()).toEqual({ status: 'success', code: 'user_data_saved' })
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(await stored(id)).toMatchObject({ name: 'Ada Bruni', privilege: 30, token_version: 0 })
      expect(await isIn(token)).toBe(true)
    })

    test('goes on with a new token after a new password; all other sessions end', async () => {
      const { id, email } = await person(30)
      const [token, other] = [await tokenOf(email), await tokenOf(email)]
      const reply = await by(token, 'POST', '/api/user', {
        id,
        password: 'another-password',
        current_password: first,
      })
      expect(await isIn(reply.json().token)).toBe(true)
      expect([await isIn(token), await isIn(other)]).toEqual([false, false])
      expect((await login(email, 'another-password')).statusCode).toBe(200)
      expect((await login(email)).statusCode).toBe(401)
      await by(reply.json().token, 'GET', '/api/auth/logout')
      expect(await isIn(reply.json().token)).toBe(false)
    })

    test('a new address is in the new token, and the session stays', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const reply = await by(token, 'POST', '/api/user', {
        id,
        email: `new-${email}`,
        current_password: first,
      })
      const claims = JSON.parse(Buffer.from(reply.json().token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ eml: `new-${email}`, tkv: 0 })
      expect(await isIn(token)).toBe(true)
    })

    test('the same password and address again are a new password alone', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const reply = await by(token, 'POST', '/api/user', {
        id,
        email,
        password: first,
        current_password: first,
      })
      expect(reply.json().token).toBeDefined()
      expect((await stored(id))?.['token_version']).toBe(1)
    })

    const another = { password: 'another-password' }
    const moved = () => ({ email: `moved${++people}@dig.example` })

    test.each<[string, () => object]>([
      ['password', () => another],
      ['address', moved],
      ['password, with an empty one of now,', () => ({ ...another, current_password: '' })],
    ])(
      'one’s own %s is not changed by someone at an open session who does not know the password',
      async (_what, change) => {
        const { id, email } = await person(30)
        const token = await tokenOf(email)
        const before = await stored(id)
        const asked = await by(token, 'POST', '/api/user', { id, ...change() })
        expect([...outcome(asked), asked.json().detail]).toEqual([
          403,
          'password_confirmation_required',
          'current_password',
        ])
        const wrong = await by(token, 'POST', '/api/user', {
          ...change(),
          id,
          current_password: 'not this one',
        })
        expect(outcome(wrong)).toEqual([403, 'wrong_password'])
        expect(await stored(id)).toEqual(before)
        expect(await isIn(token)).toBe(true)
        const known = await by(token, 'POST', '/api/user', { ...change(), id, current_password: first })
        expect(known.statusCode).toBe(200)
      },
    )

    test('an administrator links an identity to his own account only with his password', async () => {
      const { id, email } = await person(10)
      const token = await tokenOf(email)
      const link = { id, oauth_provider: 'google', oauth_sub: `own ${email}` }
      expect(outcome(await by(token, 'POST', '/api/user', link))).toEqual([
        403,
        'password_confirmation_required',
      ])
      const known = await by(token, 'POST', '/api/user', { ...link, current_password: first })
      expect(known.statusCode).toBe(200)
    })

    test('a session whose password was confirmed a moment ago changes them without', async () => {
      const { id, email } = await person(1)
      const token = await tokenOf(email)
      await by(token, 'POST', '/api/admin/check-password', { pwd: first })
      expect((await by(token, 'POST', '/api/user', { id, ...moved() })).statusCode).toBe(200)
      await dig.delete(`/api/user/${id}`, undefined, 'super_admin')
    })

    test('wrong passwords of now are counted', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) {
        const reply = await by(token, 'POST', '/api/user', { id, ...another, current_password: 'wrong' })
        statuses.push(reply.statusCode)
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    })

    test('an account without a password is told that an administrator gives it one', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_users" SET "password" = '!' WHERE "id" = ${id}`),
      )
      const reply = await by(token, 'POST', '/api/user', { id, ...another })
      expect([...outcome(reply), reply.json().text]).toEqual([
        403,
        'password_confirmation_required',
        expect.stringContaining('ask an administrator'),
      ])
    })

    test.each<[string, object, number, string]>([
      ['more power', { privilege: 20 }, 403, 'not_enough_privilege'],
      ['less power', { privilege: 40 }, 403, 'not_enough_privilege'],
      ['a level that is none', { privilege: 'x' }, 403, 'not_enough_privilege'],
      ['an external identity', { oauth_provider: 'google', oauth_sub: '1' }, 403, 'not_enough_privilege'],
      ['no name', { name: ' ' }, 422, 'validation_failed'],
      ['a name that is null', { name: null }, 422, 'validation_failed'],
      ['a short password', { password: 'short' }, 422, 'validation_failed'],
      ['a common password', { password: 'password1' }, 422, 'validation_failed'],
      ['a password that is a number', { password: 1234567890 }, 422, 'validation_failed'],
      ['no address', { email: '' }, 422, 'email_not_valid'],
      ['the address of somebody else', { email: 'writer@dig.example' }, 409, 'email_present'],
      ['an id that is none', { id: 'x' }, 400, 'invalid_parameter'],
      ['the id of somebody else', { id: 3, name: 'x' }, 403, 'not_enough_privilege'],
      ['the id of nobody', { id: 999, name: 'x' }, 403, 'not_enough_privilege'],
    ])('cannot be given %s', async (_case, change, status, code) => {
      const before = await stored(5)
      const form = { id: 5, current_password: password, ...change }
      expect(outcome(await save(form, 'reader'))).toEqual([status, code])
      expect(await stored(5)).toEqual(before)
    })

    test('a form without anything in it changes nothing', async () => {
      const before = await stored(5)
      expect((await save({ id: '5' }, 'reader')).statusCode).toBe(200)
      expect(await stored(5)).toEqual(before)
    })
  })

  describe('accounts of others', () => {
    test.each<[string, boolean, object]>([
      ['a name', true, { name: 'Other' }],
      ['everything as it is', true, {}],
      ['another address', false, { email: 'changed@dig.example' }],
      ['another level', false, { privilege: 25 }],
      ['a password', false, { password: 'another-password' }],
      ['an external identity', false, { oauth_provider: 'google', oauth_sub: 'linked' }],
    ])('%s from an administrator: that the session stays is %s', async (_case, stays, change) => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const form = (await dig.get(`/api/user/${id}`, 'admin')).json()
      const reply = await save({ ...form, ...change }, 'admin')
      expect(reply.json()).toEqual({ status: 'success', code: 'user_data_saved' })
      expect(await isIn(token)).toBe(stays)
    })

    test('an account that would be left without any way in is not unlinked', async () => {
      const { id } = await person(30, { password: null, oauth_provider: 'google', oauth_sub: 'only' })
      const unlink = { id, oauth_provider: null }
      expect(outcome(await save(unlink))).toEqual([422, 'validation_failed'])
      expect((await save({ ...unlink, password: first })).statusCode).toBe(200)
      expect(await stored(id)).toMatchObject({ oauth_provider: null, oauth_sub: null })
    })

    test.each<[string, () => Promise<{ statusCode: number; json(): { code: string } }>]>([
      ['changed', () => save({ id: 1, name: 'x' }, 'admin')],
      ['given a password', () => save({ id: 1, password: 'another-password' }, 'key10_manage')],
      ['deleted', () => dig.delete('/api/user/1', undefined, 'admin')],
      ['logged out', () => dig.post('/api/user/1/revoke', undefined, 'admin')],
    ])('somebody with more power is not %s', async (_case, attempt) => {
      const before = await stored(1)
      expect(outcome(await attempt())).toEqual([403, 'not_enough_privilege'])
      expect(await stored(1)).toEqual(before)
    })

    test('nobody is raised above the one who raises him', async () => {
      const { id } = await person(30)
      expect(outcome(await save({ id, privilege: 1 }, 'admin'))).toEqual([403, 'not_enough_privilege'])
      expect((await save({ id, privilege: 10 }, 'admin')).statusCode).toBe(200)
    })

    test('whoever gives a level, to whom and which: never above his own, and only as an administrator', async () => {
      const { id } = await person(30)
      const setLevel = (level: number) =>
        dig.application.db.write((tx) =>
          tx.run(sql`UPDATE "sys_users" SET "privilege" = ${level} WHERE "id" = ${id}`),
        )
      const callers: [Role, number][] = [
        ['super_admin', 1],
        ['admin', 10],
        ['writer', 20],
        ['reader', 30],
        ['key10_manage', 10],
        ['key20', 20],
      ]
      for (const [role, own] of callers) {
        for (const before of privilegeValues) {
          for (const given of privilegeValues) {
            await setLevel(before)
            const reply = await save({ id, privilege: given }, role)
            const may = own <= 10 && before >= own && given >= own
            const after = (await stored(id))?.['privilege']
            expect([role, before, given, reply.statusCode, after]).toEqual([
              role,
              before,
              given,
              ...(may ? [200, given] : [403, before]),
            ])
          }
        }
      }
    })

    test('sessions are ended, and the victim is told', async () => {
      const { id, email } = await person(30)
      const token = await tokenOf(email)
      const reply = await dig.post(`/api/user/${id}/revoke`, undefined, 'admin')
      expect(reply.json()).toEqual({ status: 'success', code: 'token_revoked' })
      expect(outcome(await by(token, 'GET', '/api/info/app'))).toEqual([401, 'token_invalidated'])
    })

    test.each<[string, string, string, number, string]>([
      ['one’s own sessions', 'POST', '/api/user/2/revoke', 409, 'cannot_revoke_own_token'],
      ['sessions of nobody', 'POST', '/api/user/999/revoke', 404, 'user_not_found'],
      ['one’s own account', 'DELETE', '/api/user/2', 409, 'cannot_delete_self'],
      ['the account of nobody', 'DELETE', '/api/user/999', 404, 'user_not_found'],
      ['no account', 'DELETE', '/api/user', 400, 'parameter_missing'],
      ['what is no id', 'DELETE', '/api/user?id=x', 400, 'invalid_parameter'],
      ['two at once', 'DELETE', '/api/user?id[]=3&id[]=4', 400, 'invalid_parameter'],
    ])('ending %s is refused', async (_case, method, url, status, code) => {
      const reply = await dig.request({ method: method as 'POST', url }, 'admin')
      expect(outcome(reply)).toEqual([status, code])
    })
  })

  describe('a deleted account', () => {
    test('leaves records, files and keys behind as nobody’s, and takes what was saved for itself', async () => {
      const { db } = dig.application
      const { id, email } = await person(10)
      const token = await tokenOf(email)
      const made = await by(token, 'POST', '/api/record/finds', { core: { inv_no: `D${id}` } })
      await by(token, 'POST', `/api/record/finds/${made.json().id}`, { core: { material: 'flint' } })
      const key = (await by(token, 'POST', '/api/api-keys', { label: 'his', privilege: 30 })).json()
      await by(token, 'POST', '/api/saved-queries', { name: 'q', tb: 'finds', query: { search: 'x' } })
      await dig.post('/api/user/5/privileges', { table_name: 'finds', privilege: 20 }, 'admin')
      const fileId = await db.write(async (tx) => {
        await tx.insert('sys_user_table_privs', { user_id: id, table_name: 'finds', privilege: 30 })
        return tx.insert('sys_files', { creator: id, ext: 'txt', filename: 'a', rev: 0 })
      })
      const reply = await dig.delete(`/api/user/${id}`, undefined, 'admin')
      expect(reply.json()).toEqual({ status: 'success', code: 'user_deleted' })

      expect(outcome(await by(token, 'GET', '/api/info/app'))).toEqual([401, 'token_invalidated'])
      const record = await db.quick.get(sql`SELECT "creator" FROM "finds" WHERE "id" = ${made.json().id}`)
      const file = await db.quick.get(sql`SELECT "creator" FROM "sys_files" WHERE "id" = ${fileId}`)
      expect([record, file]).toEqual([{ creator: null }, { creator: null }])
      expect((await by(key.key, 'GET', '/api/records/finds')).statusCode).toBe(200)
      const keys = (await dig.get('/api/api-keys', 'admin')).json().keys
      expect(keys.find((one: { id: number }) => one.id === key.id)).toMatchObject({
        created_by: null,
        is_active: true,
      })
      const left = await db.quick.all(sql`
        SELECT "user_id" FROM "sys_queries" WHERE "user_id" = ${id}
        UNION ALL SELECT "user_id" FROM "sys_user_table_privs" WHERE "user_id" = ${id}`)
      expect(left).toEqual([])
      const versions = await db.quick.all(sql`SELECT "id" FROM "sys_versions" WHERE "userid" = ${id}`)
      expect(versions.length).toBeGreaterThan(0)
    })

    test.each<[string, (id: number) => Promise<{ statusCode: number }>]>([
      ['the address', (id) => dig.delete(`/api/user?id=${id}`, undefined, 'admin')],
      ['the body', (id) => dig.delete('/api/user', { id }, 'admin')],
      ['the body, as text', (id) => dig.delete('/api/user', { id: String(id) }, 'key10_manage')],
    ])('can be named in %s', async (_case, remove) => {
      const { id } = await person(40)
      expect((await remove(id)).statusCode).toBe(200)
      expect(await stored(id)).toBeUndefined()
    })

    test('what its owner sent a moment before is stored or refused with a word', async () => {
      const { id, email } = await person(20)
      const token = await tokenOf(email)
      // Writers take turns: while one has the turn, the deletion waits, and behind it what the guard let in
      // meanwhile.
      let end = () => {}
      const turn = dig.application.db.write(() => new Promise<void>((resolve) => (end = resolve)))
      const deletion = dig.delete(`/api/user/${id}`, undefined, 'admin')
      await setTimeout(100)
      const late = Promise.all([
        by(token, 'POST', '/api/record/finds', { core: { inv_no: `R${id}` } }),
        by(token, 'PATCH', '/api/record/finds/1', { core: { weight_g: 4 } }),
        by(token, 'POST', '/api/saved-queries', { name: 'q', tb: 'finds', query: {} }),
        by(token, 'POST', '/api/user', { id, name: 'New' }),
      ])
      await setTimeout(100)
      end()
      await turn
      expect((await deletion).statusCode).toBe(200)
      const statuses = (await late).map((reply) => [reply.statusCode, reply.json().code])
      expect(statuses.filter(([status]) => status >= 500)).toEqual([])
    })

    test('its number is given to nobody else', async () => {
      const { id } = await person(30)
      await dig.delete(`/api/user/${id}`, undefined, 'admin')
      expect((await person(30)).id).toBeGreaterThan(id)
    })
  })

  test('the log says who changed whom, and no secret', async () => {
    const { id } = await person(30)
    await save({ id, privilege: 20, password: 'another-password' }, 'admin')
    await dig.post(`/api/user/${id}/revoke`, undefined, 'admin')
    await dig.delete(`/api/user/${id}`, undefined, 'admin')
    const log = await dig.application.db.quick.all<{ level: number; message: string }>(
      sql`SELECT "level", "message" FROM "sys_log" WHERE "message" LIKE ${`%user ${id} %`} ORDER BY "id"`,
    )
    expect(log).toEqual([
      { level: 200, message: `user ${id} created with privilege 30 by super_admin` },
      { level: 200, message: `user ${id} saved: privilege, password by admin` },
      { level: 250, message: `privilege of user ${id} changed from 30 to 20 by admin` },
      { level: 250, message: `sessions of user ${id} ended by admin` },
      { level: 250, message: `user ${id} deleted by admin` },
    ])
  })

  // These change the super-administrators, so they stand at the end.
  describe('the last super-administrator', () => {
    test('cannot lower himself, nor be lowered by a key or an administrator', async () => {
      expect(outcome(await save({ id: 1, privilege: 10 }))).toEqual([409, 'last_super_admin'])
      expect(outcome(await save({ id: 1, privilege: 40 }, 'admin'))).toEqual([403, 'not_enough_privilege'])
      expect(outcome(await dig.delete('/api/user/1', undefined, 'super_admin'))).toEqual([
        409,
        'cannot_delete_self',
      ])
      expect((await save({ id: 1, privilege: 1, name: 'super_admin' })).statusCode).toBe(200)
    })

    test.each(['each other', 'themselves', 'delete'] as const)(
      'stays when there are two who act at the same moment: %s',
      async (attempt) => {
        const two = [await person(1), await person(1)]
        const tokens = [await tokenOf(two[0]?.email ?? ''), await tokenOf(two[1]?.email ?? '')]
        /**
         * Nobody but the two is super-administrator meanwhile; afterwards nobody but the first account is.
         */
        const setLevels = (first: number, others: number) =>
          dig.application.db.write(async (tx) => {
            await tx.run(
              sql`UPDATE "sys_users" SET "privilege" = ${others} WHERE "privilege" = 1 AND "id" <> 1`,
            )
            await tx.run(sql`UPDATE "sys_users" SET "privilege" = ${first} WHERE "id" = 1`)
          })
        await setLevels(30, 1)
        const targets = attempt === 'themselves' ? two : two.toReversed()
        const replies = await Promise.all(
          tokens.map((token, k) => {
            const id = targets[k]?.id ?? 0
            return attempt === 'delete'
              ? by(token, 'DELETE', `/api/user/${id}`)
              : by(token, 'POST', '/api/user', { id, privilege: 10 })
          }),
        )
        const done = replies.filter((reply) => reply.statusCode === 200)
        const left = await dig.application.db.quick.all(
          sql`SELECT "id" FROM "sys_users" WHERE "privilege" = 1`,
        )
        expect([done.length, left.length]).toEqual([1, 1])
        await setLevels(1, 30)
      },
    )

    test('an administrator who is lowered meanwhile gives no power any more', async () => {
      const { id, email } = await person(10)
      const token = await tokenOf(email)
      const replies = await Promise.all([
        save({ id, privilege: 30 }),
        ...[1, 2, 3].map((n) =>
          by(token, 'POST', '/api/user', {
            name: 'N',
            email: `late${n}@dig.example`,
            password: first,
            privilege: 10,
          }),
        ),
      ])
      expect(replies.some((reply) => reply.statusCode >= 500)).toBe(false)
      const after = await by(token, 'POST', '/api/user', { id: 3, name: 'x' })
      expect(outcome(after)).toEqual([401, 'token_invalidated'])
    })
  })
})
