import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { accountsOf, first, outcome } from '../../testing/accounts-of.js'
import { type Dig, oneEngine, openDig, password } from '../../testing/open-dig.js'

let people = 0

describe.each(oneEngine)('one’s own account (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  const { save, person, login, tokenOf, by, isIn, stored } = accountsOf(() => dig)

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
})
