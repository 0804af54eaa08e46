import { describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { engines, openDatabase } from '../../testing/open-database.js'
import { writeLog } from '../event-log.js'
import { runMigrations } from '../run-migrations.js'
import { codesOfEvents } from './0008-codes-of-events.js'
import { migrations } from './list.js'

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('the log of an older version (%s)', (engine) => {
  test('keeps its lines, and the new ones have codes', async () => {
    const { db, close } = await openDatabase(engine)
    try {
      await runMigrations(db, migrations, quiet)
      await db.write(
        async (tx) => {
          for (const column of ['code', 'facts']) await tx.schema.dropColumn('sys_log', column)
          await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${codesOfEvents.name}`)
          await tx.insert('sys_log', { channel: 'auth', level: 200, message: 'login 7', time: 1 })
        },
        { schema: true },
      )
      expect(await runMigrations(db, migrations, quiet)).toEqual({
        applied: [codesOfEvents.name],
        pending: [],
      })
      await writeLog(db, quiet, 'login', { user: 8 })
      expect(
        await db.quick.all(sql`SELECT "message", "code", "facts" FROM "sys_log" ORDER BY "id"`),
      ).toMatchObject([
        { message: 'login 7', code: null, facts: null },
        { message: 'login 8', code: 'login', facts: '{"user":8}' },
      ])
    } finally {
      await close()
    }
  })
})
