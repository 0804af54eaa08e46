import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountsOf, first, outcome } from '../../testing/accounts-of.js'
import { countStatements } from '../../testing/count-statements.js'
import { type Dig, oneEngine, openDig, password, type Role } from '../../testing/open-dig.js'

let people = 0

describe.each(oneEngine)('accounts over the wire (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    // A login is noted in the account, so it comes before accounts are compared.
    await login('reader@dig.example', password)
  })
  afterAll(() => dig.close())
  const { save, person, login, stored } = accountsOf(() => dig)

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
})
