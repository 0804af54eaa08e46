import { isAdmin } from '../../access/global-level.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { fold } from '../../storage/fold.js'
import { or, type Sql, sql } from '../../storage/sql.js'

/**
 * Whose changes: everybody's, one person's, or those of the users with `named` in their names or e-mail
 * addresses.
 */
export type By = 'everybody' | { readonly userId: number } | { readonly named: string }

/**
 * Whose changes the caller asks for.
 *
 * @param user `''` for his own, `*` for everybody's, an id, or part of a name or e-mail address
 * @returns `undefined` for a program, which has no changes of its own
 * @throws `not_enough_privilege` when another user asks for the changes of others
 */
export function whoseChanges({ principal }: RequestScope, user: string): By | undefined {
  const own = principal.kind === 'user' ? principal.id : undefined
  if (user === '') return own === undefined ? undefined : { userId: own }
  if (!isAdmin(principal)) {
    if (own === undefined) return undefined
    if (user !== String(own)) {
      throw new AppError('not_enough_privilege', message('changes_of_others', {}))
    }
  }
  if (user === '*') return 'everybody'
  if (!/^\d+$/.test(user)) return { named: user }
  return Number.isSafeInteger(Number(user)) ? { userId: Number(user) } : undefined
}

/** @param user the column with the id of the person */
export function ofPerson({ db }: RequestScope, by: By, user: Sql): Sql[] {
  if (by === 'everybody') return []
  if ('userId' in by) return [sql`${user} = ${by.userId}`]
  const { dialect } = db
  const names = [sql`p."name"`, sql`p."email"`].map((column) =>
    dialect.contains(dialect.fold(column), fold(by.named)),
  )
  return [sql`${user} IN (SELECT p."id" FROM "sys_users" p WHERE ${or(names)})`]
}
