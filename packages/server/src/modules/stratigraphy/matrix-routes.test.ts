import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

interface Matrix {
  has_fuzzy_date: boolean
  nodes: { db_id: number; identifier: string; in_filter: boolean; level?: number; group?: number }[]
  relations: { id: number; first: number; second: number; relation: number }[]
  loops?: unknown[]
}

describe.each(engines)('the Harris matrix (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "contexts" SET "chrono_from" = -450, "chrono_label" = '-450/?' WHERE "id" = 2`),
    )
  })
  afterAll(() => dig.close())
  beforeEach(() =>
    dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_rs"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    }),
  )

  const state = (...relations: readonly (readonly [number, number, number])[]): Promise<number[]> =>
    dig.application.db.write((tx) =>
      tx.insertMany(
        'sys_rs',
        ['tb', 'first', 'relation', 'second'],
        relations.map(([first, relation, second]) => ['contexts', first, relation, second]),
      ),
    )
  const read = async <Answer = Matrix>(question: string, as: Role = 'reader'): Promise<Answer> => {
    const reply = await dig.get(`/api/rs/${question}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Answer>()
  }
  const filter = (value: unknown): string => `&filter=${encodeURIComponent(JSON.stringify(value))}`
  const ends = ({ nodes, relations }: Matrix) => [
    nodes.map(({ db_id, in_filter }) => [db_id, in_filter]),
    relations.map(({ first, second }) => [first, second]),
  ]

  test('has every record of the table, and every relation as it was stored', async () => {
    const [id] = await state([2, 1, 1])
    const matrix = await read('matrix?tb=contexts')
    expect(Object.keys(matrix)).toEqual(['status', 'has_fuzzy_date', 'nodes', 'relations'])
    expect(matrix.nodes).toHaveLength(6)
    expect(matrix.nodes[1]).toEqual({
      db_id: 2,
      identifier: 'C2',
      in_filter: true,
      chrono_from: -450,
      chrono_to: null,
      chrono_label: '-450/?',
    })
    expect(matrix.relations).toEqual([{ id, first: 2, second: 1, relation: 1 }])
  })

  test('of a filter has what meets it, all relations of that, and what stands at their other ends', async () => {
    await state([1, 5, 2], [2, 5, 3], [3, 5, 4], [5, 9, 6])
    expect(ends(await read('matrix?tb=contexts&filter[ctx_no][_eq]=C2'))).toEqual([
      [
        [1, false],
        [2, true],
        [3, false],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ])
    expect(ends(await read(`matrix?tb=contexts${filter({ id: { _in: [1, 6] } })}`))).toEqual([
      [
        [1, true],
        [2, false],
        [5, false],
        [6, true],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ])
    expect(ends(await read('matrix?tb=contexts&search_type=fast&search=topsoil'))).toEqual([
      [
        [1, true],
        [2, false],
      ],
      [[1, 2]],
    ])
    expect(ends(await read('matrix?tb=contexts&qt=fast&q=topsoil'))).toEqual(
      ends(await read('matrix?tb=contexts&search_type=fast&search=topsoil')),
    )
    expect(
      ends(await read('matrix?tb=contexts&search_type=sqlExpert&querytext=depth_cm%20%3E%2080')),
    ).toEqual([
      [
        [5, true],
        [6, false],
      ],
      [[5, 6]],
    ])
    expect(ends(await read(`matrix?tb=contexts${filter({ samples: { lab: { _eq: 'Oxford' } } })}`))).toEqual([
      [
        [1, true],
        [2, false],
      ],
      [[1, 2]],
    ])
  })

  test('of nothing is empty', async () => {
    await state([1, 5, 2])
    expect(ends(await read('matrix?tb=contexts&filter[ctx_no][_eq]=C99'))).toEqual([[], []])
  })

  test('leaves out relations whose end is gone or hidden', async () => {
    await state([1, 5, 2], [2, 5, 3], [3, 5, 99])
    expect((await read('matrix?tb=contexts')).relations).toHaveLength(2)
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 2 } })
    expect(ends(await read('matrix?tb=contexts'))).toEqual([
      [
        [1, true],
        [3, true],
        [4, true],
        [5, true],
        [6, true],
      ],
      [],
    ])
    expect(ends(await read(`matrix?tb=contexts${filter({ id: { _eq: 3 } })}`))).toEqual([[[3, true]], []])
    const check = await read<{ units: number; isolated: number[] }>('check?tb=contexts')
    expect([check.units, check.isolated]).toEqual([5, [1, 3, 4, 5, 6]])
  })

  test('with levels tells level and group, and leaves nothing out', async () => {
    await state([1, 5, 2], [2, 5, 4], [1, 5, 4], [4, 9, 3], [3, 10, 6])
    const { nodes, relations, loops } = await read('matrix?tb=contexts&levels=1')
    expect(nodes.map(({ level, group }) => [level, group])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [3, 3],
      [1, 5],
      [3, 3],
    ])
    expect([relations.length, loops]).toEqual([5, undefined])
  })

  test('reduced has no relation that others imply', async () => {
    const [a, b, , d] = await state([1, 5, 2], [2, 5, 4], [1, 5, 4], [4, 9, 3])
    const { nodes, relations, loops } = await read('matrix?tb=contexts&reduced=1')
    expect(relations.map(({ id }) => id)).toEqual([a, b, d])
    expect(nodes.map(({ level }) => level)).toEqual([1, 2, 3, 3, 1, 1])
    expect(loops).toEqual([])
  })

  test('reduced names its loops', async () => {
    await state([1, 5, 2], [2, 5, 1])
    const { relations, loops } = await read('matrix?tb=contexts&reduced=1')
    expect(relations).toHaveLength(2)
    expect(loops).toMatchObject([
      {
        units: [
          { id: 1, label: 'C1' },
          { id: 2, label: 'C2' },
        ],
        relations: [{}, {}],
      },
    ])
  })

  test('is that of this moment, also when it was read before', async () => {
    await state([1, 5, 2])
    await read('matrix?tb=contexts')
    await state([2, 5, 3])
    expect((await read('matrix?tb=contexts')).relations).toHaveLength(2)
    await dig.patch('/api/record/contexts/1', { core: { ctx_no: 'C1a' } }, 'writer')
    expect((await read('matrix?tb=contexts')).nodes[0]?.identifier).toBe('C1a')
    await dig.patch('/api/record/contexts/1', { core: { ctx_no: 'C1' } }, 'writer')
  })

  test('is checked for all that contradicts itself', async () => {
    const [a, b, c, d, e] = await state([1, 5, 2], [2, 6, 3], [3, 5, 1], [1, 5, 3], [4, 9, 5])
    const check = await read<Record<string, unknown>>('check?tb=contexts')
    expect(check).toEqual({
      status: 'success',
      ok: false,
      units: 6,
      relations: 5,
      components: 3,
      longest_chain: 1,
      groups: [[4, 5]],
      loops: [
        {
          units: [
            { id: 1, label: 'C1' },
            { id: 3, label: 'C3' },
          ],
          relations: [
            { id: d, first: 1, relation: 5, second: 3 },
            { id: c, first: 3, relation: 5, second: 1 },
          ],
          also_vanish: 2,
        },
        {
          units: [
            { id: 1, label: 'C1' },
            { id: 2, label: 'C2' },
            { id: 3, label: 'C3' },
          ],
          relations: [
            { id: a, first: 1, relation: 5, second: 2 },
            { id: b, first: 2, relation: 6, second: 3 },
            { id: c, first: 3, relation: 5, second: 1 },
          ],
          also_vanish: 2,
        },
      ],
      loops_total: 2,
      contradictory_pairs: [{ first: 1, second: 3, relations: [c, d], also_vanish: 2 }],
      date_conflicts: [],
      date_conflicts_total: 0,
      redundant: [],
      isolated: [6],
    })
    expect(e).toBeTypeOf('number')
  })

  test('tells in words which dates contradict the sequence', async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`UPDATE "contexts" SET "chrono_from" = -500, "chrono_to" = -400 WHERE "id" = 4`)
      await tx.run(sql`UPDATE "contexts" SET "chrono_from" = 10, "chrono_to" = 20 WHERE "id" = 6`)
    })
    const [a] = await state([4, 5, 5], [5, 5, 6])
    const check = await read<{ ok: boolean; date_conflicts: unknown }>('check?tb=contexts')
    expect([check.ok, check.date_conflicts]).toEqual([
      false,
      [
        {
          relation: a,
          newer: 4,
          older: 6,
          path: [4, 5, 6],
          text: 'C4 is newer than C6 (over C5), but ended in 400 BCE, before C6 began in 10 CE.',
          sentence: 'dates_contradict_over',
          facts: expect.objectContaining({ newer: 'C4', 'ended.sentence': 'in_year_bce', 'ended.year': 400 }),
          also_vanish: 0,
        },
      ],
    ])
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "contexts" SET "chrono_from" = NULL, "chrono_to" = NULL WHERE "id" IN (4, 6)`),
    )
  })

  describe.each(['matrix', 'check'])('%s', (question) => {
    test('is refused to somebody from whom the table was taken', async () => {
      await hideTable(dig, 'reader', 'contexts')
      const reply = await dig.get(`/api/rs/${question}?tb=contexts`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    })

    test.each<[string, string, Role | undefined, number, string]>([
      ['no token', '?tb=contexts', undefined, 401, 'unauthenticated'],
      ['no table', '', 'reader', 400, 'parameter_missing'],
      ['an empty table', '?tb=', 'reader', 400, 'parameter_missing'],
      ['two tables', '?tb[]=contexts&tb[]=finds', 'reader', 400, 'invalid_parameter'],
      ['an unknown table', '?tb=coins', 'reader', 404, 'unknown_table'],
      ['a system table', '?tb=sys_rs', 'super_admin', 404, 'unknown_table'],
      ['a table without stratigraphy', '?tb=finds', 'reader', 422, 'rs_not_configured'],
      ['an unknown field', '?tb=contexts&filter[nope][_eq]=1', 'reader', 400, 'unknown_field'],
      ['an unknown search', '?tb=contexts&search_type=magic', 'reader', 400, 'invalid_parameter'],
      ['a filter that is none', '?tb=contexts&filter=x', 'reader', 400, 'invalid_filter'],
      [
        'an address bar with an unknown search',
        '?tb=contexts&qt=magic&q=1',
        'reader',
        400,
        'invalid_parameter',
      ],
    ])('%s is refused', async (_what, query, as, status, code) => {
      const reply = await dig.get(`/api/rs/${question}${query}`, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })
})
