import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorScope } from '../../../http/operator-scope.js'
import type { RequestScope } from '../../../http/scope.js'
import { sql } from '../../../storage/sql.js'
import type { Database } from '../../../storage/storage.js'
import { draws } from '../../../testing/draws.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'
import { openSecondNode } from '../../../testing/second-node.js'
import { hasLoop } from '../../../testing/slow-sequence.js'
import type { RelationRow } from '../matrix/harris-matrix.js'
import { impliedBy, loopClosedBy } from '../matrix/loops.js'
import { RelationGraph } from '../matrix/relation-graph.js'
import { cacheRelations, searchRelations } from './graph-cache.js'
import { addRelation, removeRelation } from './relations.js'

const units = 6

/** What a node does with the relations of the contexts, and whether it waits until that is done. */
type Deed = { readonly node: 0 | 1; readonly waits: boolean } & (
  | { readonly do: 'add'; readonly first: number; readonly second: number; readonly relation: number }
  | { readonly do: 'remove'; readonly place: number }
  /** As the deletion of a record does it: nobody tells the memory. */
  | { readonly do: 'clear'; readonly unit: number }
  /** A transaction that adds one and then fails. */
  | { readonly do: 'fail'; readonly first: number; readonly second: number }
  /** The table gets another name, one is stated there, and it gets its old name back. */
  | { readonly do: 'rename' }
)

const unit = fc.integer({ min: 1, max: units })
const who = { node: fc.constantFrom(0 as const, 1 as const), waits: fc.boolean() }
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...who,
      do: fc.constant('add' as const),
      first: unit,
      second: unit,
      relation: fc.constantFrom(5, 5, 6, 1, 9),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ ...who, do: fc.constant('remove' as const), place: fc.nat({ max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ ...who, do: fc.constant('clear' as const), unit }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...who, do: fc.constant('fail' as const), first: unit, second: unit }),
  },
  { weight: 1, arbitrary: fc.record({ ...who, do: fc.constant('rename' as const) }) },
)

/** Every way in which two units can lie to each other. */
const proposals = Array.from({ length: units * units }, (_, k) => ({
  first: 1 + (k % units),
  second: 1 + Math.floor(k / units),
}))
  .filter(({ first, second }) => first !== second)
  .flatMap((ends) => [5, 9].map((relation) => ({ ...ends, relation })))

const stored = (db: Database): Promise<RelationRow[]> =>
  db.quick.all(
    sql`SELECT "id", "first", "second", "relation" FROM "sys_rs" WHERE "tb" = 'contexts' ORDER BY "id"`,
  )

describe.each(engines)('what is remembered of relations (%s)', (engine) => {
  let dig: Dig
  /** Two nodes on PostgreSQL; SQLite has one process only. */
  let nodes: readonly [RequestScope, RequestScope]
  let closeSecond: () => Promise<void> = async () => {}

  beforeAll(async () => {
    dig = await openDig(engine)
    const first = operatorScope(dig.services, dig.application)
    const second = engine === 'pgsql' ? await secondNode(first) : first
    nodes = [first, second]
  })
  afterAll(async () => {
    await closeSecond()
    await dig.close()
  })

  async function secondNode(first: RequestScope): Promise<RequestScope> {
    const { application, close } = await openSecondNode(dig)
    closeSecond = close
    return { ...first, application, db: application.db, catalogue: application.catalogue }
  }

  const clear = () => dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_rs"`))

  async function perform(one: Deed): Promise<unknown> {
    const scope = nodes[one.node]
    const { db } = scope
    switch (one.do) {
      case 'add':
        return addRelation(scope, 'contexts', one)
      case 'remove': {
        const row = (await stored(db))[one.place]
        return row && removeRelation(scope, row.id)
      }
      case 'clear':
        return db.write((tx) =>
          tx.run(sql`DELETE FROM "sys_rs" WHERE "tb" = 'contexts' AND "first" = ${one.unit}`),
        )
      case 'fail':
        return db.write(async (tx) => {
          await tx.insert('sys_rs', { tb: 'contexts', first: one.first, second: one.second, relation: 7 })
          throw new Error('Something else went wrong.')
        })
      case 'rename':
        return db.write(async (tx) => {
          await tx.run(sql`UPDATE "sys_rs" SET "tb" = 'layers' WHERE "tb" = 'contexts'`)
          const id = await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 3 })
          await tx.run(sql`DELETE FROM "sys_rs" WHERE "id" = ${id}`)
          await tx.run(sql`UPDATE "sys_rs" SET "tb" = 'contexts' WHERE "tb" = 'layers'`)
        })
    }
  }

  test('is what is stored, whatever two nodes add and remove and however it overlaps', async () => {
    const table = dig.application.catalogue.tables.get('contexts')
    if (!table) throw new Error('There are no contexts.')
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 25 }), async (deeds) => {
        await clear()
        const underWay: Promise<unknown>[] = []
        for (const one of deeds) {
          const done = perform(one).catch(() => undefined)
          underWay.push(done)
          if (one.waits) await done
        }
        await Promise.all(underWay)
        for (const scope of nodes) {
          const { db } = scope
          await cacheRelations(scope, table)
          const rows = await stored(db)
          const plain = new RelationGraph(rows)
          await db.write(async (tx) => {
            for (const relation of proposals) {
              const judge = (graph: RelationGraph) =>
                loopClosedBy(graph, relation) ?? impliedBy(graph, relation)
              const { found } = await searchRelations(tx, scope, table, judge, (chain) => chain)
              expect(found?.length).toBe(judge(plain)?.length)
              for (const { relation: one } of found ?? []) expect(rows).toContainEqual(one)
            }
          })
          expect(hasLoop(units, rows)).toBe(false)
        }
      }),
      draws(6),
    )
  })

  test('of two nodes that state what only together closes a loop, one is refused', async () => {
    const [one, two] = nodes
    for (let round = 0; round < 10; round++) {
      await clear()
      await addRelation(one, 'contexts', { first: 2, relation: 5, second: 3 })
      const outcomes = await Promise.allSettled([
        addRelation(one, 'contexts', { first: 1, relation: 5, second: 2 }),
        addRelation(two, 'contexts', { first: 3, relation: 6, second: 1 }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'stratigraphic_loop' },
      })
    }
  })
})
