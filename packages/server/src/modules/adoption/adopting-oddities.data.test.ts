import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { engines, oneEngine, openService, type TestService } from '../../testing/open-dig.js'
import type { AdoptionReport } from './report.js'
import { adopt } from './service.js'
import { makeInstallation } from './testing/made-installation.js'

type Row = Readonly<Record<string, string | number | null>>

/** What no other installation of the tests has. */
const oddities = `
  UPDATE bdus_cfg_fields SET id = 99 WHERE table_name = 'bdus_files' AND name = 'printable';
  INSERT INTO bdus_users (id, name, email, password, privilege) VALUES (0, 'Zero', 'zero@kilnbrook.example', '', 30);
  UPDATE finds SET creator = 0 WHERE id = 3;
  DELETE FROM bdus_cfg_fields WHERE table_name = 'burials' AND name = 'creator';
  UPDATE bdus_cfg_fields SET db_type = 'TEXT' WHERE name IN ('id', 'creator', 'id_link');
  UPDATE bdus_cfg_fields SET name = 'Material' WHERE table_name = 'finds' AND name = 'material';
  ALTER TABLE finds ADD COLUMN found_at TIME;
  UPDATE finds SET found_at = '11:03:00';
  INSERT INTO bdus_cfg_fields (id, table_name, name, type, sort) VALUES (90, 'finds', 'found_at', 'text', 90);
  ALTER TABLE finds ADD COLUMN seen_in TEXT;
  UPDATE finds SET seen_in = context_id;
  INSERT INTO bdus_cfg_fields (id, table_name, name, type, db_type, sort, extra) VALUES
    (91, 'finds', 'seen_in', 'select', 'TEXT', 91, '{"id_from_tb":"contexts"}');
  ALTER TABLE bdus_files ADD COLUMN photographer TEXT;
  ALTER TABLE bdus_files ADD COLUMN empty_one TEXT;
  UPDATE bdus_files SET photographer = 'Tam Beck' WHERE id <= 3;
  UPDATE bdus_versions SET content = substr(content, 1, length(content) - 20) WHERE id = 3;
`

describe.each(engines)('an installation with oddities is adopted (%s)', (engine) => {
  let folder: string
  let service: TestService
  let report: AdoptionReport
  let db: Database
  /** Rows of the old service. */
  const source = new Map<string, readonly Row[]>()
  const notesOf = (table: string) => report.tables.find((one) => one.table === table)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-oddities-test-'))
    const { path } = makeInstallation(folder)
    const file = new DatabaseSync(join(path, 'db', 'bdus.sqlite'))
    file.exec(`PRAGMA foreign_keys = OFF; ${oddities}`)
    source.set('finds', file.prepare('SELECT * FROM finds ORDER BY id').all() as Row[])
    file.close()
    service = await openService(engine)
    const task = { path, app: 'kiln', taken: [], by: 'a test' }
    report = await adopt(service.services, pino({ level: 'silent' }), task)
    const application = await service.services.applications.open('kiln')
    if (!application) throw new Error('Nothing was adopted.')
    db = application.db
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('also where fields of files have the last numbers, and a field is added behind them', async () => {
    const rows = await db.quick.all(
      sql`SELECT "table_name", "name" FROM "sys_cfg_fields" WHERE "id" >= 99 ORDER BY "id"`,
    )
    expect(rows).toEqual([
      { table_name: 'sys_files', name: 'printable' },
      { table_name: 'burials', name: 'creator' },
    ])
  })

  test('with ids in columns of whole numbers, whatever its configuration says', async () => {
    const rows = await db.quick.all(
      sql`SELECT DISTINCT "db_type" FROM "sys_cfg_fields" WHERE "name" IN ('id', 'creator', 'id_link') AND "table_name" NOT LIKE ${'sys%'}`,
    )
    expect(rows).toEqual([{ db_type: 'INTEGER' }])
    const keys = (await db.inspect()).get('measures')?.foreignKeys.map(({ column }) => column)
    expect(keys).toEqual(['id_link'])
  })

  test('with the values of a field whose column is written in other letters', async () => {
    const before = (source.get('finds') ?? []).map((row) => [row['id'], row['material']])
    const rows = await db.scan.all<Row>(sql`SELECT "id", "Material" FROM "finds" ORDER BY "id"`)
    expect(rows.map((row) => [row['id'], row['Material']])).toEqual(before)
    expect(report.not_adopted.map(({ what }) => what)).not.toContain('finds.material')
  })

  test('with times of day as they are', async () => {
    const rows = await db.quick.all(sql`SELECT DISTINCT "found_at" FROM "finds"`)
    expect(rows).toEqual([{ found_at: '11:03:00' }])
  })

  test('and no reference that leads to a record is called one that does not, also where it is a text', () => {
    expect(notesOf('finds')?.changed.filter(({ field }) => field === 'seen_in')).toEqual([
      { id: 70, field: 'seen_in', was: '9999', now: '9999', why: 'leads to no record of contexts' },
    ])
  })

  test('and says which values of files this service has no column for', () => {
    const besides = report.not_adopted.filter(({ what }) => what.startsWith('bdus_'))
    expect(besides).toContainEqual({
      what: 'bdus_files.photographer',
      why: 'this service has no such column; values: 3',
    })
    expect(besides.map(({ what }) => what)).toEqual(['bdus_files.photographer', 'bdus_log'])
  })

  test('without a person whose number is none, as the maker of nothing', () => {
    expect(notesOf('bdus_users')?.left_out).toEqual([{ id: 0, why: 'it has no id' }])
    expect(notesOf('finds')?.changed).toContainEqual(
      expect.objectContaining({ id: 3, field: 'creator', now: null, why: 'the user is gone' }),
    )
  })

  test('without a version of which the end is lost, and says so', async () => {
    expect(notesOf('bdus_versions')?.left_out).toContainEqual({ id: 3, why: 'its content cannot be read' })
    expect(await db.quick.all(sql`SELECT "id" FROM "sys_versions" WHERE "id" IN (2, 3, 4)`)).toHaveLength(2)
  })
})

describe.each(oneEngine)('an installation whose files change while it is adopted (%s)', (engine) => {
  test('is refused, and nothing of it is left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trowel-changing-test-'))
    const service = await openService(engine)
    try {
      const { services } = service
      const { path } = makeInstallation(folder)
      const adopting = adopt(services, pino({ level: 'silent' }), {
        ...{ path, app: 'kiln', taken: [], by: 'a test' },
        onProgress(_done, _total, table) {
          if (table === 'sys_log') writeFileSync(join(path, 'files', '5.csv'), 'level,height\n1,2\n')
        },
      })
      await expect(adopting).rejects.toThrow(/5\.csv was changed meanwhile; nothing was adopted/)
      expect(await services.applications.names()).toEqual([])
      for await (const { name } of services.binaries.list('kiln', 'files')) expect(name).toBe('none')
    } finally {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
