import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyword, sql } from '../../storage/sql.js'
import type { EngineName } from '../../storage/storage.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { makeOne } from './testing/carry-backup.js'

interface Handmade {
  readonly what: string
  readonly statements: readonly string[]
  /** What the log calls it. */
  readonly names: readonly string[]
  readonly on?: EngineName
}

/** What earlier versions let raw SQL make, and what people make at the database itself. */
const handmade: readonly Handmade[] = [
  {
    what: 'an index over expressions, and tables of other shapes',
    statements: [
      'CREATE INDEX finds_of_today ON finds (lower(material))',
      'CREATE TABLE without_id (note TEXT)',
      'CREATE TABLE without_key (id INTEGER, note TEXT)',
      'CREATE TABLE "of two words" (id INTEGER PRIMARY KEY)',
    ],
    names: ['finds: finds_of_today', 'without_id', 'without_key', 'of two words'],
  },
  {
    what: 'an index with a name of two words, and one over some of the rows',
    statements: [
      `UPDATE finds SET material = 'flint'`,
      'CREATE INDEX "by material" ON finds (material)',
      `CREATE UNIQUE INDEX only_one ON finds (material) WHERE inv_no = 'F1'`,
    ],
    names: ['finds: by material', 'finds: only_one'],
  },
  {
    what: 'a key of two columns',
    statements: [
      'CREATE TABLE plots (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, UNIQUE (x, y))',
      'CREATE TABLE cores (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES plots (x, y))',
    ],
    names: ['cores.x → plots'],
  },
  {
    what: 'views, conditions and defaults',
    statements: [
      'CREATE VIEW flints AS SELECT id, inv_no FROM finds',
      `CREATE TABLE depths (id INTEGER PRIMARY KEY, depth INTEGER DEFAULT 3 CHECK (depth > 0))`,
      'CREATE TABLE notes (id INTEGER PRIMARY KEY /* CHECK (none) */, note TEXT)',
    ],
    names: ['flints (VIEW)', 'depths (CHECK)', 'depths.depth (DEFAULT)'],
  },
  {
    what: 'a trigger, and a column that is computed',
    statements: [
      `CREATE TRIGGER my_own AFTER INSERT ON finds BEGIN UPDATE finds SET material = 'new' WHERE id = new.id; END`,
      'ALTER TABLE finds ADD COLUMN twice INTEGER AS (id * 2)',
    ],
    names: ['finds: my_own (TRIGGER)', 'finds.twice (GENERATED)'],
    on: 'sqlite',
  },
  {
    what: 'bytes',
    statements: ['ALTER TABLE finds ADD COLUMN scan ANY', `UPDATE finds SET scan = x'00ff' WHERE id = 1`],
    names: ['finds.scan'],
    on: 'sqlite',
  },
]

describe.each(engines)('what was made by hand in the database (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const make = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements)
      await dig.application.db.write((tx) => tx.run(keyword(statement)), { schema: true })
  }

  test('is no reason to have no backup; the log names what it is without, the rest comes back', async () => {
    const own = handmade.filter(({ on = engine }) => on === engine)
    for (const { statements } of own) await make(statements)
    const [yes, types] =
      engine === 'sqlite'
        ? ['1', 'a NUMERIC, b BOOLEAN, c INT']
        : ['true', 'a NUMERIC, b BOOLEAN, c SMALLINT']
    await make([
      `CREATE TABLE levels (id INTEGER PRIMARY KEY, ${types}, d VARCHAR(20))`,
      `INSERT INTO levels VALUES (1, 12.5, ${yes}, 7, 'datum')`,
    ])
    const levels = () => dig.application.db.quick.all(sql`SELECT * FROM "levels"`)
    // Numbers and truth in columns of other types.
    const before = [{ id: 1, a: 12.5, b: 1, c: 7, d: 'datum' }]
    expect(await levels()).toEqual(before)

    const file = await makeOne(dig)
    const log = (await dig.get('/api/logs', 'admin')).json<{
      data: { code: string; facts: { names?: string } }[]
    }>()
    const said = log.data.find(({ code }) => code === 'backup_without')?.facts.names
    const { backups } = (await dig.get('/api/backups', 'admin')).json()
    const told: string[] = backups.find((one: { file: string }) => one.file === file).left_out
    for (const { what, names } of own) {
      for (const name of names) expect(said, what).toContain(name)
      expect(told, what).toEqual(expect.arrayContaining([...names]))
    }
    const all = own.flatMap(({ names }) => names)
    // Of a key of two columns an engine may tell either.
    expect(told.filter((name) => !all.includes(name) && !name.startsWith('cores.'))).toEqual([])
    const restored = await dig.post(`/api/backup/${file}/restore`, {}, 'super_admin')
    expect(restored.statusCode, restored.body).toBe(200)
    const first = sql`SELECT "id", "inv_no" FROM "finds" WHERE "id" = 1`
    expect(await dig.application.db.quick.get(first)).toEqual({ id: 1, inv_no: 'F1' })
    expect(await levels()).toEqual(before)
  })
})
