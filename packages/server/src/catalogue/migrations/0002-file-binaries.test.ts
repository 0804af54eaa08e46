import { describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { engines, openDatabase } from '../../testing/open-database.js'
import { runMigrations } from '../run-migrations.js'
import { fileBinaries } from './0002-file-binaries.js'
import { migrations } from './list.js'

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('files of an older version (%s)', (engine) => {
  test('keep their rows, know no digest, and can have one afterwards', async () => {
    const { db, close } = await openDatabase(engine)
    try {
      await runMigrations(db, migrations, quiet)
      await db.write(
        async (tx) => {
          for (const column of ['binary', 'size', 'sha256', 'stored_at'])
            await tx.schema.dropColumn('sys_files', column)
          await tx.schema.dropTable('sys_file_transit')
          await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${fileBinaries.name}`)
          await tx.insert('sys_files', { ext: 'jpg', filename: 'wall', rev: 0 })
          await tx.insert('sys_file_links', { file_id: 1, table_name: 'contexts', record_id: 1, sort: 0 })
        },
        { schema: true },
      )
      expect(await runMigrations(db, migrations, quiet)).toEqual({
        applied: [fileBinaries.name],
        pending: [],
      })
      const row = await db.quick.get<object>(sql`SELECT * FROM "sys_files"`)
      expect({ ...row }).toMatchObject({ id: 1, filename: 'wall', binary: null, size: null, sha256: null })
      const links = await db.quick.all(sql`SELECT "id" FROM "sys_file_links"`)
      expect(links).toHaveLength(1)
      await db.write(async (tx) => {
        await tx.run(sql`UPDATE "sys_files" SET "binary" = ${'1.jpg'}`)
        await tx.insert('sys_file_transit', { name: 'x', leaving: 0, at: 1 })
      })
      const second = db.write((tx) =>
        tx.insert('sys_files', { ext: 'jpg', filename: 'other', rev: 0, binary: '1.jpg' }),
      )
      await expect(second).rejects.toMatchObject({ problem: 'unique' })
    } finally {
      await close()
    }
  })
})
