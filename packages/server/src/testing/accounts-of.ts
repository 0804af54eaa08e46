import { expect } from 'vitest'
import { sql } from '../storage/sql.js'
import type { Dig, Role } from './open-dig.js'

/** The password of accounts that tests make. */
export const first = 'a-first-password'

export const outcome = (reply: { statusCode: number; json(): { code: string } }) => [
  reply.statusCode,
  reply.json().code,
]

let people = 0

/** What tests do with the accounts of a dig, which is open by then. */
export function accountsOf(dig: () => Dig) {
  const save = (body: unknown, as: Role = 'super_admin') => dig().post('/api/user', body, as)
  const login = (email: string, given = first) =>
    dig().post('/api/auth/login', { email, password: given, app: 'dig' })
  const by = (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    dig().request({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return {
    save,
    login,
    by,
    /** Somebody new, so that no test disturbs another. */
    person: async (privilege: number, more: object = {}): Promise<{ id: number; email: string }> => {
      const email = `somebody${++people}@dig.example`
      const reply = await save({ name: 'Somebody', email, password: first, privilege, ...more })
      expect(reply.json()).toEqual({ status: 'success', code: 'user_data_saved', id: reply.json().id })
      return { id: reply.json().id, email }
    },
    tokenOf: async (email: string, given = first): Promise<string> =>
      (await login(email, given)).json().token,
    isIn: async (token: string) => (await by(token, 'GET', '/api/info/app')).statusCode === 200,
    stored: (userId: number) =>
      dig().application.db.quick.get<Record<string, string | number | null>>(
        sql`SELECT * FROM "sys_users" WHERE "id" = ${userId}`,
      ),
  }
}
