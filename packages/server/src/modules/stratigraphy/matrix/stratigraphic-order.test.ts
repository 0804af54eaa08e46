import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relationsBetween, slowSequence, soundRelationsBetween } from '../../../testing/slow-sequence.js'
import { endsOf, type RelationRow } from './harris-matrix.js'
import { orderUnits } from './stratigraphic-order.js'
import { countComponents, placesOf } from './unit-groups.js'

const units = 10
const ids = Array.from({ length: units }, (_, k) => k + 1)
const places = placesOf(ids.map((id) => ({ id })))
const order = (relations: readonly RelationRow[]) => orderUnits(places, relations)
const without = (relations: readonly RelationRow[], some: readonly RelationRow[]): RelationRow[] =>
  relations.filter((relation) => !some.includes(relation))

describe('the order of units', () => {
  test('groups are what 9 and 10 join', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { groupOf } = slowSequence(units, relations)
        expect([...order(relations).groupOf].map((place) => place + 1)).toEqual(groupOf.slice(1))
      }),
    )
  })

  test('units are in one part exactly when each can be reached from the other', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { partOf } = order(relations)
        const { reaches } = slowSequence(units, relations)
        for (const a of ids) {
          for (const b of ids) {
            const together = a === b || (reaches[a]?.[b] === true && reaches[b]?.[a] === true)
            expect(partOf[a - 1] === partOf[b - 1]).toBe(together)
          }
        }
      }),
    )
  })

  test('relations have a part in a loop exactly when they lead within a part', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { isAbove, reaches } = slowSequence(units, relations)
        const looping = relations.filter((relation) => {
          const ends = endsOf(relation)
          return ends && isAbove[ends.newer]?.[ends.newer] && reaches[ends.older]?.[ends.newer]
        })
        expect(order(relations).looping).toEqual(looping)
      }),
    )
  })

  test('the level is one more than the longest chain above', () => {
    fc.assert(
      fc.property(soundRelationsBetween(units), (relations) => {
        const { isAbove } = slowSequence(units, relations)
        const groups = slowSequence(units, relations).groupOf
        const known = new Map<number, number>()
        const levelOf = (unit: number): number => {
          const level =
            known.get(unit) ??
            1 + Math.max(0, ...ids.filter((other) => isAbove[other]?.[unit]).map((other) => levelOf(other)))
          known.set(unit, level)
          return level
        }
        expect([...order(relations).levels]).toEqual(ids.map((id) => levelOf(groups[id] ?? id)))
      }),
    )
  })

  test('with loops, what is newer and not in the loop still has a smaller level', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { levels, partOf } = order(relations)
        for (const relation of relations) {
          const ends = endsOf(relation)
          if (!ends) {
            expect(levels[relation.first - 1]).toBe(levels[relation.second - 1])
          } else if (partOf[ends.newer - 1] !== partOf[ends.older - 1]) {
            expect(levels[ends.newer - 1]).toBeLessThan(levels[ends.older - 1] ?? 0)
          }
        }
      }),
    )
  })

  test('without what is redundant the order is the same, and nothing more can be left out', () => {
    fc.assert(
      fc.property(soundRelationsBetween(units), (relations) => {
        const { redundant, needless } = order(relations)
        const left = without(relations, [...redundant, ...needless])
        const { isAbove, groupOf } = slowSequence(units, relations)
        expect(slowSequence(units, left)).toMatchObject({ isAbove, groupOf })
        for (const relation of left) {
          const fewer = slowSequence(units, without(left, [relation]))
          expect([fewer.isAbove, fewer.groupOf]).not.toEqual([isAbove, groupOf])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('with loops, too, the order is the same without what is redundant, and every loop stays', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { redundant, needless, looping } = order(relations)
        const left = without(relations, [...redundant, ...needless])
        const { isAbove, groupOf } = slowSequence(units, relations)
        expect(slowSequence(units, left)).toMatchObject({ isAbove, groupOf })
        expect(looping.filter((relation) => !left.includes(relation))).toEqual([])
      }),
    )
  })

  test('parts are counted as somebody would who colours them', () => {
    fc.assert(
      fc.property(relationsBetween(units, 8), (relations) => {
        const bothWays = relations.map((relation) => ({ ...relation, relation: 9 }))
        const colours = new Set(slowSequence(units, bothWays).groupOf.slice(1))
        expect(countComponents(places, relations)).toBe(colours.size)
      }),
    )
  })

  test('a sequence of 20,000 units in one chain has as many levels', () => {
    const many = Array.from({ length: 20_000 }, (_, k) => ({ id: k + 1 }))
    const chain = many.slice(1).map(({ id }) => ({ id, first: id - 1, second: id, relation: 5 }))
    const { levels, redundant } = orderUnits(placesOf(many), chain)
    expect([levels.at(-1), redundant.length]).toEqual([20_000, 0])
  })

  test('of several relations between the same two units the oldest is kept', () => {
    const twice = [
      { id: 3, first: 1, second: 2, relation: 6 },
      { id: 8, first: 2, second: 1, relation: 1 },
    ]
    expect(order(twice).redundant).toEqual([twice[1]])
  })

  test('more units than are looked at together are reduced as a whole', () => {
    const many = Array.from({ length: 9_000 }, (_, k) => ({ id: k + 1 }))
    const chain = many.slice(1).map(({ id }) => ({ id, first: id - 1, second: id, relation: 5 }))
    const long = [
      { id: 20_000, first: 1, second: 9_000, relation: 5 },
      { id: 20_001, first: 4_000, second: 4_200, relation: 6 },
    ]
    expect(orderUnits(placesOf(many), [...chain, ...long]).redundant).toEqual(long)
  })
})
