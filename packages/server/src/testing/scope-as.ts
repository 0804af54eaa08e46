import { type PrivilegeName, privileges } from '@trowel/contract/privileges.js'
import { loadRights } from '../access/levels.js'
import type { UserPrincipal } from '../access/principal.js'
import { operatorScope } from '../http/operator-scope.js'
import type { RequestScope } from '../http/scope.js'
import { sql } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

/**
 * What the guard hands to a service when the person of that level asks: for operations that have no route
 * yet.
 */
export async function scopeAs(dig: Dig, role: PrivilegeName): Promise<RequestScope> {
  const scope = operatorScope(dig.services, dig.application)
  const principal: UserPrincipal = {
    kind: 'user',
    id: dig.userId(role),
    name: role,
    email: `${role}@dig.example`,
    privilege: privileges[role],
    session: 'test',
    tokenVersion: 0,
  }
  return { ...scope, principal, rights: await loadRights(dig.application, principal, scope.log) }
}

/**
 * Restricts what a person sees of a table to the rows that meet `filter`; all others do not exist for him.
 */
export async function hideRows(dig: Dig, role: PrivilegeName, table: string, filter: object): Promise<void> {
  await dig.application.db.write((tx) =>
    tx.insert('sys_user_table_privs', {
      user_id: dig.userId(role),
      table_name: table,
      privilege: Math.max(privileges[role], privileges.writer),
      filter: JSON.stringify(filter),
      outside: 'hide',
    }),
  )
}

/** Takes a table away from a person. */
export async function hideTable(dig: Dig, role: PrivilegeName, table: string): Promise<void> {
  await dig.application.db.write(async (tx) => {
    await tx.run(
      sql`DELETE FROM "sys_user_table_privs" WHERE "user_id" = ${dig.userId(role)} AND "table_name" = ${table}`,
    )
    await tx.insert('sys_user_table_privs', {
      user_id: dig.userId(role),
      table_name: table,
      privilege: privileges.waiting,
    })
  })
}
