import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  relationsBetween,
  slowDistances,
  slowSequence,
  soundRelationsBetween,
} from '../../../testing/slow-sequence.js'
import { endsOf, type RelationRow } from './harris-matrix.js'
import { impliedBy, loopClosedBy } from './loops.js'
import { RelationGraph, type Step } from './relation-graph.js'

const units = 9
const anyUnit = fc.integer({ min: 1, max: units })

/** Do the steps lead from one unit to the other, each along its relation? */
function expectChain(chain: readonly Step[], from: number, to: number): void {
  expect(chain[0]?.from).toBe(from)
  expect(chain.at(-1)?.to).toBe(to)
  chain.forEach((step, k) => {
    if (k > 0) expect(step.from).toBe(chain[k - 1]?.to)
    const ends = endsOf(step.relation)
    expect(step.sideways).toBe(ends === undefined)
    if (ends) expect([step.from, step.to]).toEqual([ends.newer, ends.older])
    else expect([step.from, step.to].sort()).toEqual([step.relation.first, step.relation.second].sort())
  })
}

describe('a chain from a newer unit to an older one', () => {
  test('is found where there is one, and has the fewest relations', () => {
    fc.assert(
      fc.property(relationsBetween(units), anyUnit, anyUnit, (relations, from, to) => {
        fc.pre(from !== to)
        const chain = new RelationGraph(relations).findChain(from, to)
        expect(chain?.length ?? Number.POSITIVE_INFINITY).toBe(slowDistances(units, relations)[from]?.[to])
        if (chain) expectChain(chain, from, to)
      }),
      { numRuns: 400 },
    )
  })

  test('goes round what is barred', () => {
    fc.assert(
      fc.property(
        relationsBetween(units),
        anyUnit,
        anyUnit,
        fc.uniqueArray(anyUnit),
        (relations, from, to, gone) => {
          fc.pre(from !== to && !gone.includes(from) && !gone.includes(to))
          const left = relations.filter(
            ({ first, second }) => !gone.includes(first) && !gone.includes(second),
          )
          const barred = { units: new Set(gone) }
          expect(new RelationGraph(relations).findChain(from, to, barred)?.length).toBe(
            new RelationGraph(left).findChain(from, to)?.length,
          )
        },
      ),
    )
  })

  test('is that of the relations that are there now, whatever was added and removed', () => {
    fc.assert(
      fc.property(relationsBetween(units), fc.array(fc.nat({ max: 20 })), (relations, removed) => {
        const graph = new RelationGraph(relations)
        const gone = new Set(removed)
        const left = relations.filter(({ id }) => !gone.has(id))
        for (const relation of relations) if (gone.has(relation.id)) graph.remove(relation)
        const fresh = new RelationGraph(left)
        for (let from = 1; from <= units; from++) {
          for (let to = 1; to <= units; to++) {
            if (from === to) continue
            expect(graph.findChain(from, to)?.length).toBe(fresh.findChain(from, to)?.length)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a new relation', () => {
  const proposed = fc
    .record({ first: anyUnit, second: anyUnit, relation: fc.integer({ min: 1, max: 10 }) })
    .filter(({ first, second }) => first !== second)
  /** A unit that would become newer than itself. */
  const contradicts = (relations: readonly RelationRow[]): boolean =>
    slowSequence(units, relations).isAbove.some((row, unit) => row[unit])

  test('closes a loop exactly when the order has one with it and none without it', () => {
    fc.assert(
      fc.property(soundRelationsBetween(units), proposed, (relations, relation) => {
        const loop = loopClosedBy(new RelationGraph(relations), relation)
        expect(loop !== undefined).toBe(contradicts([...relations, { id: 999, ...relation }]))
        if (!loop) return
        const ends = endsOf(relation)
        const [start, end] = [loop[0]?.from ?? 0, loop.at(-1)?.to ?? 0]
        expectChain(loop, start, end)
        if (ends) expect([start, end]).toEqual([ends.older, ends.newer])
        else expect([start, end].sort()).toEqual([relation.first, relation.second].sort())
      }),
      { numRuns: 500 },
    )
  })

  test('is implied exactly when the order is the same without it', () => {
    fc.assert(
      fc.property(soundRelationsBetween(units), proposed, (relations, relation) => {
        const graph = new RelationGraph(relations)
        fc.pre(!loopClosedBy(graph, relation))
        const before = slowSequence(units, relations)
        const after = slowSequence(units, [...relations, { id: 999, ...relation }])
        const isSame =
          JSON.stringify([before.isAbove, before.groupOf]) === JSON.stringify([after.isAbove, after.groupOf])
        const chain = impliedBy(graph, relation)
        expect(chain !== undefined).toBe(isSame)
        if (chain) {
          const ends = endsOf(relation) ?? { newer: relation.first, older: relation.second }
          expectChain(chain, ends.newer, ends.older)
        }
      }),
      { numRuns: 500 },
    )
  })
})
