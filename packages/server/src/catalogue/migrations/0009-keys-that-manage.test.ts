import { describe, expect, test } from 'vitest'
import { findApiKey, hashApiKey, makeApiKey } from '../../access/api-keys.js'
import { sql } from '../../storage/sql.js'
import { engines, openDatabase } from '../../testing/open-database.js'
import { runMigrations } from '../run-migrations.js'
import { keysThatManage } from './0009-keys-that-manage.js'
import { migrations } from './list.js'

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('API keys of an older version (%s)', (engine) => {
  test('go on, and manage no people, keys and backups any more', async () => {
    const { db, close } = await openDatabase(engine)
    try {
      await runMigrations(db, migrations, quiet)
      const key = makeApiKey('trw_', 'dig')
      await db.write(
        async (tx) => {
          await tx.schema.dropColumn('sys_api_keys', 'manage')
          await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${keysThatManage.name}`)
          await tx.insert('sys_api_keys', {
            key_hash: hashApiKey(key),
            label: 'copies at night',
            privilege: 10,
            created_at: 1,
          })
        },
        { schema: true },
      )
      const { applied } = await runMigrations(db, migrations, quiet)
      expect(applied).toContain(keysThatManage.name)
      expect(await findApiKey(db, key, new Date())).toMatchObject({ privilege: 10, manage: false })
    } finally {
      await close()
    }
  })
})
