import type { Change } from '@trowel/contract/changes.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { drawnWithin, draws } from '../../testing/draws.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

type Row = Readonly<Record<string, string | number | null>>
type State = ReadonlyMap<string, Row>

const tables = {
  contexts: sql`SELECT * FROM "contexts"`,
  samples: sql`SELECT * FROM "samples"`,
  finds: sql`SELECT * FROM "finds"`,
} as const

async function stateOf(dig: Dig): Promise<State> {
  const state = new Map<string, Row>()
  for (const [table, query] of Object.entries(tables)) {
    for (const { id, ...row } of await dig.application.db.scan.all<Row>(query)) {
      state.set(`${table} ${id}`, row)
    }
  }
  return state
}

/** What differs between two states, as the service tells it. */
function differences(before: State, after: State, keep: (key: string) => boolean = () => true) {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(keep).flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    const fields = Object.keys(was ?? is ?? {}).flatMap((field) => {
      const [from, to] = [was?.[field] ?? null, is?.[field] ?? null]
      return from === to ? [] : [{ field, before: from, after: to }]
    })
    const operation = was ? (is ? 'updated' : 'deleted') : 'created'
    return fields.length > 0 || operation !== 'updated' ? [{ key, operation, fields: sorted(fields) }] : []
  })
  return changed.sort((one, other) => (one.key < other.key ? -1 : 1))
}

const sorted = <F extends { readonly field: string }>(fields: readonly F[]): F[] =>
  [...fields].sort((one, other) => (one.field < other.field ? -1 : 1))

const told = (changes: readonly Change[]) =>
  changes
    .filter(({ entity }) => entity === 'record' || entity === 'plugin_row')
    .map(({ table, id, operation, fields }) => ({
      key: `${table} ${id}`,
      operation,
      fields: sorted(fields.map(({ field, before, after }) => ({ field, before, after }))),
    }))
    // A value that came back within the set is no difference.
    .filter(({ operation, fields }) => operation !== 'updated' || fields.length > 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1))

type Step = (tx: Transaction) => Promise<unknown>

const row = fc.integer({ min: 1, max: 8 })
const word = fc.constantFrom('layer', 'cut', 'Öfen', '', '0.1')
const number = fc.constantFrom(0.1, -7, 1e15, 3)

const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(word, number).map(
    ([type, depth]) =>
      (tx) =>
        tx.insert('contexts', { ctx_type: type, depth_cm: depth }),
  ),
  fc.tuple(row, word).map(
    ([id, type]) =>
      (tx) =>
        tx.run(sql`UPDATE "contexts" SET "ctx_type" = ${type} WHERE "id" = ${id}`),
  ),
  fc.tuple(row, word).map(
    ([id, notes]) =>
      (tx) =>
        tx.run(sql`UPDATE "contexts" SET "notes" = ${notes} WHERE "id" <= ${id}`),
  ),
  fc.tuple(row, number).map(
    ([id, litres]) =>
      (tx) =>
        tx.insert('samples', { id_link: id, litres: Math.round(litres) }),
  ),
  fc.tuple(row, row).map(
    ([id, owner]) =>
      (tx) =>
        tx.run(sql`UPDATE "samples" SET "id_link" = ${owner} WHERE "id" = ${id}`),
  ),
  row.map((id) => (tx) => tx.run(sql`DELETE FROM "samples" WHERE "id" = ${id}`)),
  fc.tuple(row, word).map(
    ([id, material]) =>
      (tx) =>
        tx.run(sql`UPDATE "finds" SET "material" = ${material} WHERE "id" = ${id}`),
  ),
  row.map((id) => (tx) => tx.run(sql`DELETE FROM "finds" WHERE "id" = ${id}`)),
  row.map((id) => async (tx) => {
    await tx.run(sql`UPDATE "finds" SET "context" = NULL WHERE "context" = ${id}`)
    await tx.run(sql`DELETE FROM "samples" WHERE "id_link" = ${id}`)
    await tx.run(sql`DELETE FROM "contexts" WHERE "id" = ${id}`)
  }),
)

const isLayer = (state: State, id: unknown): boolean => state.get(`contexts ${id}`)?.['ctx_type'] === 'layer'

describe.each(engines)('the changes of each set (%s)', (engine) => {
  test(
    'are the differences of the states around it, for one with a row filter as far as he saw them',
    async () => {
      const dig = await openDig(engine)
      try {
        await dig.application.db.write((tx) =>
          tx.insert('sys_user_table_privs', {
            user_id: dig.userId('writer'),
            table_name: 'contexts',
            privilege: 20,
            filter: JSON.stringify({ ctx_type: { _eq: 'layer' } }),
            outside: 'hide',
          }),
        )
        const author = { userId: dig.userId('writer'), keyId: null, origin: 'api', note: null } as const
        const changesOf = async (id: number, as: 'writer' | 'admin') => {
          const reply = await dig.get(`/api/change-set/${id}?per_page=500`, as)
          if (reply.statusCode === 404) return { total: 0, changes: [] }
          expect(reply.statusCode, reply.body).toBe(200)
          return reply.json<{ total: number; changes: Change[] }>()
        }
        const listed = async (as: 'writer' | 'admin', user = '') =>
          (await dig.get(`/api/change-sets?per_page=200${user}`, as))
            .json<{ data: { id: number }[] }>()
            .data.map(({ id }) => id)
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
            async (sets) => {
              const states: { id: number; before: State; after: State }[] = []
              for (const set of sets) {
                const before = await stateOf(dig)
                const [last = 0] = await listed('admin', '&user=*')
                // What a foreign key refuses changes nothing.
                await dig.application.db
                  .write(
                    async (tx) => {
                      for (const step of set) await step(tx)
                    },
                    { author },
                  )
                  .catch(() => undefined)
                const [newest] = await listed('admin', '&user=*')
                if (newest !== undefined && newest > last)
                  states.push({ id: newest, before, after: await stateOf(dig) })
              }
              const now = await stateOf(dig)
              const seen = new Set(await listed('writer'))
              for (const { id, before, after } of states) {
                const all = await changesOf(id, 'admin')
                expect(told(all.changes)).toEqual(differences(before, after))
                const wasSeen = (record: unknown): boolean =>
                  isLayer(now, record) &&
                  [before, after].every((state) => !state.has(`contexts ${record}`) || isLayer(state, record))
                const isSeen = (key: string): boolean => {
                  const [table, rowId] = key.split(' ')
                  if (table === 'finds') return true
                  if (table === 'contexts') return wasSeen(rowId)
                  return [before, after].every(
                    (state) => !state.has(key) || wasSeen(state.get(key)?.['id_link']),
                  )
                }
                const some = await changesOf(id, 'writer')
                expect(told(some.changes)).toEqual(differences(before, after, isSeen))
                expect(some.total).toBe(some.changes.length)
                expect(seen.has(id)).toBe(some.total > 0)
              }
            },
          ),
          draws(3),
        )
      } finally {
        await dig.close()
      }
    },
    drawnWithin(120_000),
  )
})
