import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSystemTable } from '../../catalogue/migrations/0001-initial.js'
import { systemTables } from '../../catalogue/system-tables.js'
import { drawnWithin, draws } from '../../testing/draws.js'
import { engines, openDatabase, type TestDatabase } from '../../testing/open-database.js'
import { id, join, sql } from '../sql.js'
import type { ColumnType, Database, Transaction } from '../storage.js'
import { beforeTable, changeCounts, changeSets, changes } from './journal-tables.js'
import { changedSince, changedSinceName, type KeptColumn, keptColumns, rowsAsOf } from './rows-as-of.js'
import { stamps } from './stamps.js'

type Row = Readonly<Record<string, unknown>>
type State = Readonly<Record<'contexts' | 'finds', readonly Row[]>>

interface Dig {
  readonly db: Database
  /** The columns of `finds` besides `id`; they come, go and change. */
  columns: { name: string; type: ColumnType }[]
  /** What the tables held right after each set, and the last change of it. */
  states: { last: number; state: State }[]
}

/** Tables, a key that takes finds along with their context, and the journal of both. */
async function openDig(opened: TestDatabase): Promise<Dig> {
  const { db } = opened
  const columns: Dig['columns'] = [
    { name: 'name', type: 'TEXT' },
    { name: 'pieces', type: 'INTEGER' },
    { name: 'weight', type: 'FLOAT' },
    { name: 'context', type: 'INTEGER' },
  ]
  await db.write(
    async (tx) => {
      for (const table of systemTables) {
        if ([changeSets, changeCounts, changes, stamps].includes(table.name)) await makeSystemTable(tx, table)
      }
      await tx.schema.createTable('contexts', [{ name: 'code', type: 'TEXT' }], [])
      const key = { column: 'context', table: 'contexts', target: 'id', onDelete: 'CASCADE' } as const
      await tx.schema.createTable('finds', columns, [{ ...key, onUpdate: 'NO ACTION' }])
      await tx.schema.journal(['contexts', 'finds'])
    },
    { schema: true },
  )
  return { db, columns, states: [] }
}

async function stateNow({ db, columns }: Dig): Promise<State> {
  const names = join(['id', ...columns.map(({ name }) => name)].map((name) => id(name)))
  return {
    contexts: await db.scan.all(sql`SELECT "id", "code" FROM "contexts" ORDER BY "id"`),
    finds: await db.scan.all(sql`SELECT ${names} FROM "finds" ORDER BY "id"`),
  }
}

async function stateAsOf({ db, columns }: Dig, last: number): Promise<State> {
  const keptTypes = new Map(
    (await db.inspect()).get(beforeTable('finds'))?.columns.map(({ name, type }) => [name, type]),
  )
  const kept = columns.map(({ name, type }) => ({ name, type, keptType: keptTypes.get(name) ?? type }))
  const code = { name: 'code', type: 'TEXT', keptType: 'TEXT' } as const
  const ordered = (table: string, of: readonly KeptColumn[]) => {
    const later = sql`WITH ${id(changedSinceName(table))} AS (${changedSince(table, last)})`
    const rows = sql`${later} ${rowsAsOf({ from: id(table), table, columns: keptColumns(db.dialect, of) })}`
    return db.scan.all<Row>(sql`SELECT * FROM (${rows}) q ORDER BY "id"`)
  }
  return { contexts: await ordered('contexts', [code]), finds: await ordered('finds', kept) }
}

const lastChange = async ({ db }: Dig): Promise<number> =>
  (await db.scan.get<{ last: number | null }>(sql`SELECT max("last_change") AS last FROM ${id(changeSets)}`))
    ?.last ?? 0

interface Step {
  readonly what: string
  run(dig: Dig): Promise<unknown>
}

const write = (what: string, work: (tx: Transaction, dig: Dig) => Promise<unknown>): Step => ({
  what,
  run: (dig) => dig.db.write((tx) => work(tx, dig)),
})
const raw = (text: string): Step => ({
  what: text,
  run: ({ db }) =>
    db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false }).catch(() => undefined),
})

/** A step that changes the shape of `finds`, and what that makes of the states before. */
const reshape = (
  what: string,
  change: (tx: Transaction) => Promise<void>,
  follow: (dig: Dig) => void,
  followRow: (row: Row) => Row,
): Step => ({
  what,
  async run(dig) {
    await dig.db.write((tx) => change(tx), { schema: true })
    follow(dig)
    dig.states = dig.states.map(({ last, state }) => ({
      last,
      state: { ...state, finds: state.finds.map(followRow) },
    }))
  },
})

const some = fc.integer({ min: 1, max: 8 })
const value = fc.constantFrom('awl', 'bead', '', 'Scherbe ß', "d'oro", '0.1')
const number = fc.constantFrom(0, 1, -7, 2 ** 40)
const fraction = fc.constantFrom(0.1 + 0.2, 1e-7, 123456789.12345679, -0.5, 1e300)

const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(value, number, fraction).map(([name, pieces, weight]) =>
    write('two finds', async (tx, { columns }) => {
      const known = new Set(columns.map((column) => column.name))
      const given = Object.entries({ name, weight }).filter(([column]) => known.has(column))
      const names = [
        ...given.map(([column]) => column),
        ...(typeOf(columns, 'pieces') === 'INTEGER' ? ['pieces'] : []),
      ]
      const cells = [
        ...given.map(([, cell]) => cell),
        ...(typeOf(columns, 'pieces') === 'INTEGER' ? [pieces] : []),
      ]
      await tx.insertMany('finds', names, [cells, cells])
    }),
  ),
  value.map((code) => write('a context', (tx) => tx.insert('contexts', { code }))),
  some.map((row) =>
    write('a find with an id', async (tx) => {
      if (!(await tx.get(sql`SELECT 1 AS found FROM "finds" WHERE "id" = ${row}`)))
        await tx.insert('finds', { id: row })
    }),
  ),
  fc
    .tuple(some, value)
    .map(([row, name]) =>
      write('an update', (tx) => tx.run(sql`UPDATE "finds" SET "name" = ${name} WHERE "id" = ${row}`)),
    ),
  value.map((name) => write('an update of all', (tx) => tx.run(sql`UPDATE "finds" SET "name" = ${name}`))),
  fc.constant(write('nothing new', (tx) => tx.run(sql`UPDATE "finds" SET "name" = "name"`))),
  fc
    .tuple(some, some)
    .map(([row, context]) =>
      write('a find in a context', (tx) =>
        tx.run(
          sql`UPDATE "finds" SET "context" = (SELECT "id" FROM "contexts" WHERE "id" = ${context}) WHERE "id" = ${row}`,
        ),
      ),
    ),
  some.map((row) => write('a deletion', (tx) => tx.run(sql`DELETE FROM "finds" WHERE "id" = ${row}`))),
  some.map((row) => write('a cascade', (tx) => tx.run(sql`DELETE FROM "contexts" WHERE "id" = ${row}`))),
  some.map((row) =>
    write('made and gone', async (tx) => {
      const made = await tx.insert('finds', { name: 'ghost' })
      await tx.run(sql`UPDATE "finds" SET "name" = 'spectre' WHERE "id" IN (${made}, ${row})`)
      await tx.run(sql`DELETE FROM "finds" WHERE "id" = ${made}`)
    }),
  ),
  fc.constant(
    write('a savepoint undone', async (tx) => {
      await tx
        .savepoint(async () => {
          await tx.run(sql`DELETE FROM "finds"`)
          throw new Error('not so')
        })
        .catch(() => undefined)
      await tx.insert('contexts', { code: 'after' })
    }),
  ),
  fc.constant<Step>({
    what: 'a transaction that fails',
    run: ({ db }) =>
      db
        .write(async (tx) => {
          await tx.run(sql`DELETE FROM "finds"`)
          throw new Error('not so')
        })
        .catch(() => undefined),
  }),
  fc.constant(raw(`DELETE FROM finds WHERE id % 3 = 0`)),
  fc.constant(raw(`UPDATE finds SET id = id + 1000 WHERE id < 3`)),
  fc.constant(raw(`INSERT INTO contexts (code) SELECT code || '!' FROM contexts`)),
  fc.constant(
    reshape(
      'a column more',
      (tx) =>
        tx.schema.addColumns('finds', { name: `c_${Math.random().toString(36).slice(2, 8)}`, type: 'TEXT' }),
      () => undefined,
      (row) => row,
    ),
  ),
  fc.constant(
    reshape(
      'another name',
      async (tx) => {
        const from = (await tx.schema.shapeOf('finds'))?.columns.some(({ name }) => name === 'name')
        await tx.schema.renameColumn('finds', from ? 'name' : 'title', from ? 'title' : 'name')
        await tx.schema.renameColumn('finds', from ? 'title' : 'name', 'name')
      },
      () => undefined,
      (row) => row,
    ),
  ),
  fc.constant(
    reshape(
      'pieces as text',
      (tx) => tx.schema.changeColumnType('finds', 'pieces', 'TEXT'),
      (dig) => {
        dig.columns = dig.columns.map((column) =>
          column.name === 'pieces' ? { ...column, type: 'TEXT' } : column,
        )
      },
      (row) => ({ ...row, pieces: row['pieces'] === null ? null : String(row['pieces']) }),
    ),
  ),
  fc.constant(
    reshape(
      'without weight',
      async (tx) => {
        const has = (await tx.schema.shapeOf('finds'))?.columns.some(({ name }) => name === 'weight')
        if (has) await tx.schema.dropColumn('finds', 'weight')
      },
      (dig) => {
        dig.columns = dig.columns.filter(({ name }) => name !== 'weight')
      },
      ({ weight: _, ...row }) => row,
    ),
  ),
)

const typeOf = (columns: Dig['columns'], name: string) => columns.find((column) => column.name === name)?.type

describe.each(engines)('the journal on %s', (engine) => {
  test(
    'gives back every state that there was, whatever changed the rows',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (list) => {
          const opened = await openDatabase(engine)
          try {
            const dig = await openDig(opened)
            for (const step of list) {
              await step.run(dig)
              dig.states.push({ last: await lastChange(dig), state: await stateNow(dig) })
            }
            for (const { last, state } of dig.states) expect(await stateAsOf(dig, last)).toEqual(state)
          } finally {
            await opened.close()
          }
        }),
        draws(3),
      )
    },
    drawnWithin(120_000),
  )
})

describe.each(engines)('sets of changes on %s', (engine) => {
  const sets = (db: Database) =>
    db.scan.all<Row>(
      sql`SELECT "id", "user_id", "key_id", "origin", "note", "incomplete" FROM ${id(changeSets)} ORDER BY "id"`,
    )
  const counts = (db: Database) =>
    db.scan.all<Row>(
      sql`SELECT "set_id", "tb", "created", "updated", "deleted" FROM ${id(changeCounts)} ORDER BY "set_id", "tb"`,
    )

  test('are numbered in the order of commits, one for each transaction that changed something', async () => {
    const opened = await openDatabase(engine)
    try {
      const { db } = await openDig(opened)
      const author = { userId: 4, keyId: null, origin: 'bulk', note: "the trench's end" } as const
      await db.write((tx) => tx.insert('contexts', { code: 'A' }), { author })
      await db.write((tx) => tx.run(sql`UPDATE "contexts" SET "code" = 'A'`), { author })
      await Promise.all(
        Array.from({ length: 20 }, (_, k) => db.write((tx) => tx.insert('contexts', { code: `B${k}` }))),
      )
      const made = await sets(db)
      expect(made.map((set) => set['id'])).toEqual(Array.from({ length: 21 }, (_, k) => k + 1))
      expect(made[0]).toEqual({
        id: 1,
        user_id: 4,
        key_id: null,
        origin: 'bulk',
        note: "the trench's end",
        incomplete: 0,
      })
      const perSet = await db.scan.all<Row>(
        sql`SELECT "set_id", count(*) AS n FROM ${id(changes)} GROUP BY "set_id" ORDER BY "set_id"`,
      )
      expect(perSet).toEqual(made.map((set) => ({ set_id: set['id'], n: 1 })))
    } finally {
      await opened.close()
    }
  })

  test('count each row once, by what became of it', async () => {
    const opened = await openDatabase(engine)
    try {
      const { db } = await openDig(opened)
      await db.write((tx) => tx.insertMany('finds', ['name'], [['a'], ['b'], ['c']]))
      await db.write(async (tx) => {
        const made = await tx.insert('finds', { name: 'd' })
        await tx.run(sql`UPDATE "finds" SET "name" = 'e' WHERE "id" = ${made}`)
        const ghost = await tx.insert('finds', { name: 'f' })
        await tx.run(sql`DELETE FROM "finds" WHERE "id" = ${ghost}`)
        await tx.run(sql`UPDATE "finds" SET "name" = 'g' WHERE "name" = 'a'`)
        await tx.run(sql`UPDATE "finds" SET "name" = 'h' WHERE "name" = 'g'`)
        await tx.run(sql`DELETE FROM "finds" WHERE "name" = 'c'`)
      })
      expect(await counts(db)).toEqual([
        { set_id: 1, tb: 'finds', created: 3, updated: 0, deleted: 0 },
        { set_id: 2, tb: 'finds', created: 1, updated: 1, deleted: 1 },
      ])
    } finally {
      await opened.close()
    }
  })

  test('of a statement of a person name its author, and say what the journal could not see', async () => {
    const opened = await openDatabase(engine)
    try {
      const { db } = await openDig(opened)
      const author = { userId: 1, keyId: null, origin: 'sql', note: null } as const
      const run = (text: string) =>
        db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false }, { author })
      await run(`INSERT INTO finds (name) VALUES ('raw')`)
      await run('ALTER TABLE finds ADD COLUMN colour TEXT')
      await run(`UPDATE finds SET colour = 'red'`)
      await run('ALTER TABLE finds DROP COLUMN weight')
      await run(`UPDATE finds SET colour = 'blue'`)
      expect(await sets(db)).toEqual(
        [0, 0, 1, 0].map((incomplete, k) => ({
          id: k + 1,
          user_id: 1,
          key_id: null,
          origin: 'sql',
          note: null,
          incomplete,
        })),
      )
      const before = await db.scan.all<Row>(
        sql`SELECT c."set_id", b."name", b."colour" FROM ${id(beforeTable('finds'))} b
          JOIN ${id(changes)} c ON c."id" = b."id" ORDER BY b."id"`,
      )
      expect(before).toEqual([
        { set_id: 2, name: 'raw', colour: null },
        { set_id: 4, name: 'raw', colour: 'red' },
      ])
    } finally {
      await opened.close()
    }
  })

  test('say that a statement took a whole table away', async () => {
    const opened = await openDatabase(engine)
    try {
      const { db } = await openDig(opened)
      await db.write((tx) => tx.insert('finds', { name: 'a' }))
      await db.runRaw({ text: 'DROP TABLE finds', secrets: {}, fixedPrefix: 'sys_', readsOnly: false })
      expect((await sets(db)).map(({ incomplete }) => incomplete)).toEqual([0, 1])
      expect(await counts(db)).toMatchObject([{ set_id: 1 }, { set_id: 2, tb: 'finds' }])
    } finally {
      await opened.close()
    }
  })

  test.each([
    'INSERT INTO sys_changes (set_id, tb, row_id, operation) VALUES (9, 1, 1, 1)',
    'DELETE FROM sys_before_finds',
    'UPDATE sys_change_sets SET user_id = 9',
    ...(engine === 'sqlite' ? ['DROP TRIGGER sys_journal_finds_created'] : []),
  ])('are written by no statement of a person: %s', async (text) => {
    const opened = await openDatabase(engine)
    try {
      const { db } = await openDig(opened)
      await db.write((tx) => tx.insert('finds', { name: 'a' }))
      await expect(
        db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false }),
      ).rejects.toMatchObject({ problem: 'not_allowed' })
      expect(await sets(db)).toHaveLength(1)
    } finally {
      await opened.close()
    }
  })
})
