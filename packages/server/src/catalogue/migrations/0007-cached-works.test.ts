import { describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { engines, openDatabase } from '../../testing/open-database.js'
import { runMigrations } from '../run-migrations.js'
import { cachedWorks } from './0007-cached-works.js'
import { migrations } from './list.js'

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('citations of an older version (%s)', (engine) => {
  test('keep what is cached, and can hold the whole work afterwards', async () => {
    const { db, close } = await openDatabase(engine)
    try {
      await runMigrations(db, migrations, quiet)
      await db.write(
        async (tx) => {
          await tx.schema.dropColumn('sys_refman_links', 'csl')
          for (const column of ['synced_version', 'synced_at'])
            await tx.schema.dropColumn('sys_refman_libs', column)
          await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${cachedWorks.name}`)
          await tx.insert('sys_refman_libs', { type: 'group', refman_id: '7', name: 'Kilns', created_at: 1 })
          await tx.insert('sys_refman_links', {
            tb: 'finds',
            record_id: 1,
            lib_id: 1,
            refman_key: 'AAAAAAA2',
            author_year: 'Greco 1987',
            detached: 0,
            created_at: 1,
          })
        },
        { schema: true },
      )
      expect(await runMigrations(db, migrations, quiet)).toEqual({
        applied: [cachedWorks.name],
        pending: [],
      })
      const link = await db.quick.get<object>(sql`SELECT * FROM "sys_refman_links"`)
      expect({ ...link }).toMatchObject({ author_year: 'Greco 1987', csl: null })
      const library = await db.quick.get<object>(sql`SELECT * FROM "sys_refman_libs"`)
      expect({ ...library }).toMatchObject({ name: 'Kilns', synced_version: null, synced_at: null })
      expect(await db.write((tx) => tx.run(sql`UPDATE "sys_refman_links" SET "csl" = ${'{}'}`))).toBe(1)
    } finally {
      await close()
    }
  })
})
