import { setTimeout } from 'node:timers/promises'
import { privilegeValues } from '@trowel/contract/privileges.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestScope } from '../../http/scope.js'
import { sql } from '../../storage/sql.js'
import { accountsOf, first, outcome } from '../../testing/accounts-of.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'
import { createUser, removeUser, revokeSessions, updateUser } from './change-account.js'
import { saveOverride } from './overrides.js'

describe.each(oneEngine)('accounts that administrators manage (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  const { save, person, tokenOf, by, isIn, stored } = accountsOf(() => dig)

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
      const versions = (await versionsIn(dig)).filter(({ userid }) => userid === id)
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

    const setLevel = (id: number, level: number) =>
      dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_users" SET "privilege" = ${level} WHERE "id" = ${id}`),
      )
    const late = { name: 'N', email: 'late9@dig.example', password: first, privilege: 30 }

    test.each<[string, (scope: RequestScope) => Promise<unknown>]>([
      ['change an account', (scope) => updateUser(scope, 3, { name: 'other' })],
      ['make one', (scope) => createUser(scope, late)],
      ['delete one', (scope) => removeUser(scope, 3)],
      ['end sessions', (scope) => revokeSessions(scope, 3)],
      ['set a level on a table', (scope) => saveOverride(scope, 3, { table_name: 'finds', privilege: 30 })],
    ])('whoever is lowered before his request is done cannot %s', async (_case, work) => {
      const [scope, before] = [await scopeAs(dig, 'admin'), await stored(3)]
      await setLevel(2, 20)
      await expect(work(scope)).rejects.toMatchObject({ code: 'not_enough_privilege' })
      await setLevel(2, 10)
      expect(await stored(3)).toEqual(before)
      const { data } = (await dig.get('/api/user/3/privileges', 'super_admin')).json()
      expect(data).toEqual([])
    })

    test('a level on a table is given neither beyond a level that was lowered meanwhile nor for a table that is gone', async () => {
      const [lowered, stale] = [await scopeAs(dig, 'super_admin'), await scopeAs(dig, 'admin')]
      await setLevel(1, 10)
      const highest = { table_name: 'finds', privilege: 1 }
      await expect(saveOverride(lowered, 3, highest)).rejects.toMatchObject({ code: 'not_enough_privilege' })
      await setLevel(1, 1)
      await dig.confirm()
      expect((await dig.delete('/api/config/table/finds', undefined, 'super_admin')).statusCode).toBe(200)
      const gone = saveOverride(stale, 3, { table_name: 'finds', privilege: 30 })
      await expect(gone).rejects.toMatchObject({ code: 'unknown_table', status: 422 })
    })
  })
})

describe.each(engines)('two administrators at the same account (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  const { save, person, stored } = accountsOf(() => dig)
  const stale = [412, 'stale_record']

  test('the second is refused what the first has changed, and learns what it is by now', async () => {
    const { id, email } = await person(30)
    const form = (await dig.get(`/api/user/${id}`, 'admin')).json()
    const before = { privilege: 30 }
    const replies = await Promise.all([20, 25].map((privilege) => save({ id, privilege, before }, 'admin')))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const now = { privilege: (await stored(id))?.['privilege'] }
    const refused = replies.find(({ statusCode }) => statusCode === 412)?.json()
    expect(refused).toMatchObject({ code: 'stale_record', detail: { now } })
    expect((await save({ id, ...now, before }, 'admin')).statusCode).toBe(200)

    // A whole form that was read before gives back no level, and its other changes wait with it.
    const whole = await save({ ...form, name: 'Corrected', before: form }, 'admin')
    expect([outcome(whole), whole.json().detail]).toEqual([stale, { now }])
    expect((await save({ id, name: 'Corrected', before: { name: form.name } }, 'admin')).statusCode).toBe(200)
    expect(await stored(id)).toMatchObject({ name: 'Corrected', email, ...now })
    expect(outcome(await save({ id, name: 'x', before: 'x' }, 'admin'))).toEqual([400, 'invalid_parameter'])
    // A client that says nothing of before is not asked.
    expect((await save(form, 'admin')).statusCode).toBe(200)
    expect(await stored(id)).toMatchObject({ name: form.name, privilege: 30 })
  })

  test('the same holds for a level on a table, also for one that was not there yet', async () => {
    const { id } = await person(30)
    const url = `/api/user/${id}/privileges`
    const set = (body: object) => dig.post(url, { table_name: 'finds', ...body }, 'admin')
    const replies = await Promise.all([20, 25].map((privilege) => set({ privilege, before: {} })))
    expect(replies.map((reply) => outcome(reply))).toContainEqual(stale)
    const [one] = (await dig.get(url, 'admin')).json().data
    const filter = { material: { _eq: 'iron' } }
    expect((await set({ privilege: 20, filter, before: one })).statusCode).toBe(200)
    const late = await set({ privilege: 30, before: one })
    expect(outcome(late)).toEqual(stale)
    expect(late.json().detail.now).toMatchObject({ filter })
    expect((await dig.delete(url, undefined, 'admin')).statusCode).toBe(200)
    expect(outcome(await set({ privilege: 30, before: one }))).toEqual(stale)
    expect((await set({ privilege: 30 })).statusCode).toBe(200)
  })
})
