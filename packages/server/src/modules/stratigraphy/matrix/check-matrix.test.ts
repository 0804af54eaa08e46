import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  relationsBetween,
  slowDistances,
  slowSequence,
  soundRelationsBetween,
} from '../../../testing/slow-sequence.js'
import { buildMatrix } from './build-matrix.js'
import { checkMatrix } from './check-matrix.js'
import { type Chronology, endsOf, type RelationRow } from './harris-matrix.js'
import type { PlainMatrix } from './matrix-rows.js'

const units = 8
const ids = Array.from({ length: units }, (_, k) => k + 1)

type Dates = readonly (readonly [from: number | null, to: number | null, certainty?: number])[]

const matrix = (relations: readonly RelationRow[], dates: Dates = []): PlainMatrix => ({
  table: { name: 'contexts', label: 'Contexts' },
  hasFuzzyDate: dates.length > 0,
  units: ids.map((id) => {
    const date = dates[id - 1]
    const chrono: Chronology = {
      from: date?.[0] ?? null,
      to: date?.[1] ?? null,
      label: null,
      certainty: date?.[2] ?? null,
    }
    return { id, label: `C${id}`, inFilter: true, ...(date ? { chrono } : {}) }
  }),
  relations,
})
const rows = (...relations: readonly (readonly [number, number, number])[]): RelationRow[] =>
  relations.map(([first, relation, second], k) => ({ id: k + 1, first, second, relation }))

/** A closed way over relations, down or sideways, that passes each unit once and leads down at least once. */
function expectLoop(loop: { units: readonly number[]; relations: readonly RelationRow[] }): void {
  expect(loop.units.length).toBe(loop.relations.length)
  expect(new Set(loop.units).size).toBe(loop.units.length)
  expect(loop.relations.some(endsOf)).toBe(true)
  loop.relations.forEach((relation, k) => {
    const [from, to] = [loop.units[k], loop.units[(k + 1) % loop.units.length]]
    const ends = endsOf(relation)
    if (ends) expect([from, to]).toEqual([ends.newer, ends.older])
    else expect([relation.first, relation.second].sort()).toEqual([from, to].sort())
  })
}

describe('the loops of a matrix', () => {
  test('are closed ways, each named once, and every relation that has a part in one is in a shortest one', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { loops, loopsTotal } = checkMatrix(matrix(relations))
        expect(loops.length).toBe(Math.min(50, loopsTotal))
        for (const { loop } of loops) expectLoop(loop)
        const keys = loops.map(({ loop }) =>
          loop.relations
            .map(({ id }) => id)
            .sort()
            .join(),
        )
        expect(new Set(keys).size).toBe(keys.length)
        if (loopsTotal > 50) return
        const { isAbove } = slowSequence(units, relations)
        const distances = slowDistances(units, relations)
        for (const relation of relations) {
          const ends = endsOf(relation)
          const back = ends && distances[ends.older]?.[ends.newer]
          const through = loops.filter(({ loop }) => loop.relations.includes(relation))
          if (!ends || back === undefined || back === Number.POSITIVE_INFINITY) continue
          expect(isAbove[ends.newer]?.[ends.newer]).toBe(true)
          expect(Math.min(...through.map(({ loop }) => loop.relations.length))).toBe(back + 1)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a matrix has some exactly when a unit is newer than itself', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        const { isAbove } = slowSequence(units, relations)
        expect(checkMatrix(matrix(relations)).loopsTotal > 0).toBe(isAbove.some((row, unit) => row[unit]))
      }),
    )
  })

  test('go through groups', () => {
    const { loops } = checkMatrix(matrix(rows([1, 5, 2], [2, 9, 3], [3, 5, 1])))
    expect(loops.map(({ loop }) => loop.units)).toEqual([[1, 2, 3]])
  })

  test('that with which most others vanish comes first, and the relation to remove stands last', () => {
    // 4 covers 1 closes two loops; 6 and 7 contradict each other on their own.
    const { loops } = checkMatrix(
      matrix(rows([6, 5, 7], [7, 6, 6], [1, 5, 2], [2, 5, 4], [1, 5, 3], [3, 5, 4], [4, 5, 1])),
    )
    expect(loops.map(({ loop, alsoVanish }) => [loop.relations.at(-1)?.id, alsoVanish])).toEqual([
      [2, 1],
      [7, 1],
      [7, 1],
    ])
    expect(loops[0]?.loop.units).toEqual([6, 7])
  })

  test('a reduced matrix names them, and keeps their relations', () => {
    const relations = rows([1, 5, 2], [2, 5, 3], [3, 5, 1], [1, 5, 4], [4, 5, 5], [1, 5, 5])
    const reduced = buildMatrix(matrix(relations), { reduced: true, levels: false })
    expect(reduced.relations.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    expect(reduced.loops).toHaveLength(1)
    expect(reduced.units.map(({ level }) => level)).toEqual([1, 1, 1, 2, 3, 1, 1, 1])
  })
})

describe('contradictory pairs', () => {
  test('are units of which both orders are stated, or an order and that they belong together', () => {
    const { contradictoryPairs } = checkMatrix(
      matrix(
        rows(
          [1, 5, 2],
          [1, 2, 2],
          [3, 9, 4],
          [3, 7, 4],
          [5, 5, 6],
          [5, 6, 6],
          [6, 1, 5],
          [7, 9, 8],
          [7, 10, 8],
        ),
      ),
    )
    expect(
      contradictoryPairs.map(({ first, second, relations }) => [
        first,
        second,
        relations.map(({ id }) => id),
      ]),
    ).toEqual([
      [1, 2, [1, 2]],
      [3, 4, [3, 4]],
    ])
  })
})

describe('redundant relations', () => {
  test('have a way round them, which does not need them', () => {
    fc.assert(
      fc.property(soundRelationsBetween(units), (relations) => {
        for (const { relation, path } of checkMatrix(matrix(relations)).redundant) {
          const ends = endsOf(relation) ?? { newer: relation.first, older: relation.second }
          expect([path[0], path.at(-1)]).toEqual([ends.newer, ends.older])
          const others = slowDistances(
            units,
            relations.filter((other) => other !== relation),
          )
          for (let k = 1; k < path.length; k++) expect(others[path[k - 1] ?? 0]?.[path[k] ?? 0]).toBe(1)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('where loops are, too', () => {
    fc.assert(
      fc.property(relationsBetween(units), (relations) => {
        for (const { path } of checkMatrix(matrix(relations)).redundant)
          expect(path.length).toBeGreaterThan(1)
      }),
    )
  })
})

describe('date conflicts', () => {
  const conflicts = (relations: RelationRow[], dates: Dates) =>
    checkMatrix(matrix(relations, dates)).dateConflicts.map(({ newer, older }) => [newer, older])

  test.each<[string, RelationRow[], Dates, [number, number][]]>([
    [
      'the newer one ended before the older one began',
      rows([1, 5, 2]),
      [
        [-500, -400],
        [-300, -200],
      ],
      [[1, 2]],
    ],
    [
      'told from the other end',
      rows([2, 1, 1]),
      [
        [-500, -400],
        [-300, -200],
      ],
      [[1, 2]],
    ],
    [
      'over a unit without a date',
      rows([1, 5, 2], [2, 6, 3]),
      [
        [-500, -400],
        [null, null],
        [-300, -200],
      ],
      [[1, 3]],
    ],
    [
      'over a group',
      rows([1, 9, 4], [4, 5, 2]),
      [
        [-500, -400],
        [-300, -200],
      ],
      [[1, 2]],
    ],
    [
      'they touch',
      rows([1, 5, 2]),
      [
        [-500, -400],
        [-400, -200],
      ],
      [],
    ],
    [
      'the right order',
      rows([1, 5, 2]),
      [
        [-300, -200],
        [-500, -400],
      ],
      [],
    ],
    [
      'the end is unknown',
      rows([1, 5, 2]),
      [
        [-500, null],
        [-300, -200],
      ],
      [],
    ],
    [
      'the beginning is unknown',
      rows([1, 5, 2]),
      [
        [-500, -400],
        [null, -200],
      ],
      [],
    ],
    [
      'a date that is only probable',
      rows([1, 5, 2]),
      [
        [-500, -400, 2],
        [-300, -200],
      ],
      [],
    ],
    [
      'a date that is uncertain',
      rows([1, 5, 2]),
      [
        [-500, -400],
        [-300, -200, 3],
      ],
      [],
    ],
    [
      'dates said to be certain',
      rows([1, 5, 2]),
      [
        [-500, -400, 1],
        [-300, -200, 1],
      ],
      [[1, 2]],
    ],
    [
      'contemporary units',
      rows([1, 9, 2]),
      [
        [-500, -400],
        [-300, -200],
      ],
      [],
    ],
    [
      'units in a loop',
      rows([1, 5, 2], [2, 5, 1]),
      [
        [-500, -400],
        [-300, -200],
      ],
      [],
    ],
    [
      'each of three with the next: the widest says nothing more',
      rows([1, 5, 2], [2, 5, 3]),
      [
        [-500, -400],
        [-300, -200],
        [-100, 0],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
  ])('%s', (_how, relations, dates, expected) => {
    expect(conflicts(relations, dates)).toEqual(expected)
  })

  test('every unit that stands in some conflict with another is in the list, and nothing else is', () => {
    const year = fc.option(fc.integer({ min: -5, max: 5 }))
    const date = fc
      .tuple(year, year)
      .map(([a, b]): readonly [number | null, number | null] =>
        a !== null && b !== null && a > b ? [b, a] : [a, b],
      )
    fc.assert(
      fc.property(
        relationsBetween(units, 10),
        fc.array(date, { minLength: units, maxLength: units }),
        (relations, dates) => {
          const { isAbove } = slowSequence(units, relations)
          const found = checkMatrix(matrix(relations, dates)).dateConflicts
          const pairs = new Set(found.map(({ newer, older }) => `${newer} ${older}`))
          const conflict = (newer: number, older: number): boolean => {
            const [end, begin] = [dates[newer - 1]?.[1], dates[older - 1]?.[0]]
            const isOrdered = isAbove[newer]?.[older] && !isAbove[older]?.[newer]
            return isOrdered === true && typeof end === 'number' && typeof begin === 'number' && end < begin
          }
          for (const newer of ids) {
            for (const older of ids) {
              if (pairs.has(`${newer} ${older}`)) expect(conflict(newer, older)).toBe(true)
              if (!conflict(newer, older)) continue
              // It is named itself, or every chain between both has a unit that shows it already.
              const shown = ids.some(
                (between) =>
                  isAbove[newer]?.[between] === true &&
                  isAbove[between]?.[older] === true &&
                  (conflict(newer, between) ||
                    (dates[between - 1]?.[1] ?? 99) <= (dates[newer - 1]?.[1] ?? -99)),
              )
              expect(pairs.has(`${newer} ${older}`) || shown).toBe(true)
              expect(pairs.size).toBeGreaterThan(0)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('are told in words, with the chain', () => {
    const [conflict] = checkMatrix(
      matrix(rows([1, 5, 2], [2, 6, 3]), [
        [-500, -400],
        [null, null],
        [10, 20],
      ]),
    ).dateConflicts
    expect(conflict).toMatchObject({ newer: 1, older: 3, ended: -400, began: 10 })
    expect(conflict?.chain.map(({ relation }) => relation.id)).toEqual([1, 2])
  })
})

test('a matrix without relations is in order', () => {
  expect(checkMatrix(matrix([]))).toEqual({
    units,
    relations: 0,
    components: units,
    chainLength: 1,
    groups: [],
    loops: [],
    loopsTotal: 0,
    contradictoryPairs: [],
    dateConflicts: [],
    dateConflictsTotal: 0,
    redundant: [],
    isolated: ids,
  })
})

test('units that are bound to each other, and those without relations, are listed', () => {
  const { groups, isolated, chainLength, components } = checkMatrix(
    matrix(rows([4, 9, 2], [2, 10, 6], [1, 5, 6])),
  )
  expect({ groups, isolated, chainLength, components }).toEqual({
    groups: [[2, 4, 6]],
    isolated: [3, 5, 7, 8],
    chainLength: 2,
    components: 5,
  })
})
