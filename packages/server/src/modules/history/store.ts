import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { fold } from '../../storage/fold.js'
import { and, or, type Sql, sql } from '../../storage/sql.js'
import { ofVisibleRecords } from '../records/versions/access.js'

/** Whose changes: everybody's, one person's, or those of whoever has `named` in his name or e-mail address. */
export type By = 'everybody' | { readonly userId: number } | { readonly named: string }

/** Versions `v` of records that the caller may see in these tables. */
export const changesIn = (scope: RequestScope, tables: readonly Table[], by: By): Sql =>
  and([...ofPerson(scope, by), ofVisibleRecords(scope, tables)])

function ofPerson({ db }: RequestScope, by: By): Sql[] {
  if (by === 'everybody') return []
  if ('userId' in by) return [sql`v."userid" = ${by.userId}`]
  const { dialect } = db
  const names = [sql`p."name"`, sql`p."email"`].map((column) =>
    dialect.contains(dialect.fold(column), fold(by.named)),
  )
  return [sql`v."userid" IN (SELECT p."id" FROM "sys_users" p WHERE ${or(names)})`]
}
