import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import { draws } from '../../testing/draws.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { newestVersions, type ToldVersion } from '../../testing/versions.js'

/** The columns through which records refer to each other, with what the relation says. */
const columns = [
  ['contexts', 'part_of', 'contexts', 'CASCADE'],
  ['contexts', 'below', 'contexts', 'SET NULL'],
  ['contexts', 'needs', 'contexts', 'RESTRICT'],
  ['contexts', 'main_find', 'finds', 'SET NULL'],
  ['finds', 'in_context', 'contexts', 'CASCADE'],
  ['finds', 'needs_context', 'contexts', 'NO ACTION'],
  ['samples', 'find', 'finds', 'CASCADE'],
  ['samples', 'near', 'finds', 'SET NULL'],
] as const
const sizes = { contexts: 6, finds: 5, samples: 4 } as const

type Values = Readonly<Record<string, number | null>>
/** The rows of each table by id, as far as they refer to each other. */
type State = Readonly<Record<keyof typeof sizes, ReadonlyMap<number, Values>>>

/** Relations that refuse are rare, so that most deletions happen. */
const reference = (to: 'contexts' | 'finds', policy: string): fc.Arbitrary<number | null> =>
  fc.oneof(
    { weight: policy === 'RESTRICT' || policy === 'NO ACTION' ? 12 : 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: sizes[to] }) },
  )

function rowsOf(table: keyof typeof sizes): fc.Arbitrary<Values[]> {
  const cells: Record<string, fc.Arbitrary<number | null>> = {}
  for (const [from, column, to, policy] of columns) if (from === table) cells[column] = reference(to, policy)
  if (table === 'samples') cells['id_link'] = fc.integer({ min: 1, max: sizes.contexts })
  return fc.array(fc.record(cells), { minLength: sizes[table], maxLength: sizes[table] })
}

const keysOf = (state: State): string[] =>
  Object.entries(state).flatMap(([table, rows]) => [...rows.keys()].map((row) => `${table} ${row}`))

describe.each(engines)('deleting with any references (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    for (const [table, name, to, policy] of columns) {
      const form = { name, label: name, type: 'select', db_type: 'INTEGER', id_from_tb: to }
      const reply = await dig.post(`/api/config/table/${table}/field`, form, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
      await relateTables(dig, [table, name], to, policy)
    }
  })
  afterAll(() => dig.close())

  /** The last change of what was laid out. */
  let laidOutBy = 0
  const newVersions = async (): Promise<ToldVersion[]> =>
    (await newestVersions(dig)).filter(({ id }) => id > laidOutBy)

  async function layOut(rows: Readonly<Record<keyof typeof sizes, readonly Values[]>>): Promise<void> {
    await dig.application.db.write(async (tx) => {
      for (const [table, column] of columns) await tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = NULL`)
      for (const table of ['samples', 'finds', 'contexts']) await tx.run(sql`DELETE FROM ${id(table)}`)
      for (const table of ['contexts', 'finds'] as const) {
        for (let row = 1; row <= sizes[table]; row++) await tx.insert(table, { id: row })
      }
      for (const [k, values] of rows.samples.entries()) await tx.insert('samples', { ...values, id: k + 1 })
      for (const table of ['contexts', 'finds'] as const) {
        for (const [k, values] of rows[table].entries()) {
          for (const [column, value] of Object.entries(values)) {
            await tx.run(sql`UPDATE ${id(table)} SET ${id(column)} = ${value} WHERE id = ${k + 1}`)
          }
        }
      }
    })
    const newest = await dig.application.db.quick.get<{ id: number }>(
      sql`SELECT max("id") AS "id" FROM "sys_changes"`,
    )
    laidOutBy = newest?.id ?? 0
  }

  async function readState(): Promise<State> {
    const read = async (table: string) => {
      const own = columns.filter(([from]) => from === table).map(([, column]) => column)
      const rows = await dig.application.db.quick.all<Record<string, number | null>>(
        sql`SELECT * FROM ${id(table)} ORDER BY id`,
      )
      const names = table === 'samples' ? [...own, 'id_link'] : own
      const values = (row: Record<string, number | null>) => names.map((name) => [name, row[name] ?? null])
      return new Map(rows.map((row) => [Number(row['id']), Object.fromEntries(values(row)) as Values]))
    }
    return { contexts: await read('contexts'), finds: await read('finds'), samples: await read('samples') }
  }

  test('nothing refers to what is gone, and whatever went or changed is in a version as it was', async () => {
    const rows = fc.record({
      contexts: rowsOf('contexts'),
      finds: rowsOf('finds'),
      samples: rowsOf('samples'),
    })
    let happened = 0
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: sizes.contexts }), async (laidOut, doomed) => {
        await layOut(laidOut)
        const before = await readState()
        const reply = await dig.delete(`/api/record/contexts/${doomed}`, undefined, 'writer')
        const after = await readState()
        const versions = await newVersions()
        if (reply.statusCode === 409) {
          expect(after).toEqual(before)
          expect(versions).toEqual([])
          return
        }
        happened += 1
        expect(reply.statusCode, reply.body).toBe(200)
        expect(after.contexts.has(doomed)).toBe(false)
        for (const [table, column, to] of columns) {
          for (const values of after[table].values()) {
            const value = values[column] ?? null
            expect(value === null || after[to].has(value)).toBe(true)
          }
        }
        const kept = new Map(versions.map((one) => [`${one.tb} ${one.rowid}`, one]))
        expect(kept.size).toBe(versions.length)
        const left = new Set(keysOf(after))
        for (const table of ['contexts', 'finds'] as const) {
          for (const [row, values] of before[table]) {
            const key = `${table} ${row}`
            const ofRow = (state: State) =>
              JSON.stringify([
                state[table].get(row),
                table === 'contexts' && [...state.samples].filter(([, one]) => one['id_link'] === row),
              ])
            const isChanged = ofRow(before) !== ofRow(after)
            expect([key, kept.get(key)?.operation]).toEqual([
              key,
              left.has(key) ? (isChanged ? 'update' : undefined) : 'delete',
            ])
            if (isChanged) expect(kept.get(key)?.content.core).toMatchObject(values)
          }
        }
      }),
      draws(6),
    )
    expect(happened).toBeGreaterThan(0)
  })

  test('what was deleted comes back as it was, last first', async () => {
    const rows = fc.record({
      contexts: rowsOf('contexts'),
      finds: rowsOf('finds'),
      samples: rowsOf('samples'),
    })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: sizes.contexts }), async (laidOut, doomed) => {
        await layOut(laidOut)
        const before = await readState()
        const reply = await dig.delete(`/api/record/contexts/${doomed}`, undefined, 'writer')
        if (reply.statusCode === 409) return
        const versions = (await newVersions()).sort(
          (one, other) => one.operation.localeCompare(other.operation) || one.id - other.id,
        )
        // Once all records are there again, a second round brings back what referred to those that came
        // later.
        const plugins = { restore_plugins: ['samples'] }
        for (const { id: version } of [...versions, ...versions]) {
          const input =
            (await dig.get(`/api/version/${version}`, 'admin')).json().version.tb === 'contexts'
              ? plugins
              : {}
          const restored = await dig.post(`/api/version/${version}/restore`, input, 'admin')
          expect(restored.statusCode, restored.body).toBe(200)
        }
        expect(await readState()).toEqual(before)
      }),
      draws(4),
    )
  })
})
