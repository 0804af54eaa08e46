import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Database, EngineName } from '../../storage/storage.js'
import { engines, openService, type TestService } from '../../testing/open-dig.js'
import { migrations } from './list.js'

/** Everything that the engine keeps of the shape of an application: tables, indexes, triggers, functions. */
const shapes: Readonly<Record<EngineName, Sql>> = {
  sqlite: sql`SELECT "name", "sql" AS "text" FROM sqlite_master ORDER BY "name"`,
  pgsql: sql`SELECT p.proname::text AS "name", p.prosrc AS "text" FROM pg_proc p
      JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname LIKE '%bibliography%'
    UNION ALL SELECT t.tgname || ' ' || c.relname, pg_get_triggerdef(t.oid) FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname LIKE '%bibliography%' AND NOT t.tgisinternal
    UNION ALL SELECT tablename || ' ' || indexname, indexdef FROM pg_indexes
      WHERE schemaname LIKE '%bibliography%' ORDER BY 1, 2`,
}

describe.each(engines)('a new application (%s)', (engine) => {
  let service: TestService
  let db: Database
  beforeEach(async () => {
    service = await openService(engine)
    const superAdmin = { name: 'Ada', email: 'ada@dig.example', passwordHash: 'none' }
    const application = await service.services.applications.create('bibliography', {
      definition: 'A bibliography',
      superAdmin,
    })
    db = application.db
  })
  afterEach(() => service.close())

  const shape = () => db.quick.all<{ name: string; text: string | null }>(shapes[engine])
  const count = async (table: string) =>
    (await db.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${id(table)}`))?.n

  test('has from the start what steps that it leaves out bring to older ones', async () => {
    const left = migrations.filter(({ isInNew }) => isInNew)
    expect(left.length).toBeGreaterThan(0)
    const names = await db.quick.all<{ name: string }>(sql`SELECT "name" FROM "sys_migrations" ORDER BY "id"`)
    expect(names).toEqual(migrations.map(({ name }) => ({ name })))
    const before = await shape()
    expect(before.length).toBeGreaterThan(100)
    const sets = await count('sys_change_sets')
    await db.write(
      async (tx) => {
        for (const step of left) await step.up(tx)
      },
      { schema: true },
    )
    expect(await shape()).toEqual(before)
    expect(await count('sys_change_sets')).toBe(sets)
  })
})
