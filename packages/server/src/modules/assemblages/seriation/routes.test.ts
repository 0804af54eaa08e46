import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows, hideTable } from '../../../testing/scope-as.js'
import { forgetAnalyses, toContext } from '../testing/counted-finds.js'

/** Wares that come and go from C1, the latest, to C6; C4 has none. */
const sherds = {
  1: { a: 8, b: 2 },
  2: { a: 4, b: 6, c: 2 },
  3: { b: 5, c: 6 },
  5: { b: 1, c: 5, d: 4 },
  6: { c: 2, d: 9, x: 1 },
}
const wares = { source_tb: 'finds', char_field: 'material', group_field: 'context' }
/** C1 covers C2, and so on. */
const relations: readonly (readonly number[])[] = [
  [1, 5, 2],
  [2, 5, 3],
  [3, 5, 4],
  [4, 5, 5],
  [5, 5, 6],
]

describe.each(engines)('a seriation of an assemblage (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "finds"`)
      const rows = Object.entries(sherds).flatMap(([context, row]) =>
        Object.entries(row).flatMap(([ware, count]) =>
          Array.from({ length: count }, (_, k) => [`${context}${ware}${k}`, Number(context), ware, 1]),
        ),
      )
      await tx.insertMany('finds', ['inv_no', 'context', 'material', 'creator'], rows)
      await tx.run(
        sql`UPDATE "contexts" SET "chrono_from" = 100 - "id" * 100, "chrono_to" = 150 - "id" * 100`,
      )
    })
    await relate(relations)
  })
  afterAll(() => dig.close())

  const relate = (stated: typeof relations) =>
    dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_rs"`)
      const rows = stated.map((one) => ['contexts', ...one])
      await tx.insertMany('sys_rs', ['tb', 'first', 'relation', 'second'], rows)
    })
  const ask = (body: object, as: Role = 'reader') =>
    dig.post('/api/assemblage/seriation', { definition: wares, ...body }, as)
  const seriation = async (body: object, as: Role = 'reader') => {
    const reply = await ask(body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  test('has units and types in order, the newest first by the relations of units without finds too', async () => {
    const found = await seriation({})
    expect(found).toMatchObject({
      blocks: [
        {
          groups: ['1', '2', '3', '5', '6'],
          chars: ['a', 'b', 'c', 'd'],
          direction: 'newest_first',
          agreeing: 4,
          contradicting: 0,
        },
      ],
      left_out: {
        groups: [],
        chars: [{ key: 'x', total: 1, meetings: 1, reason: 'meetings' }],
        below_zero: 0,
      },
      anchors: ['stratigraphy', 'dates'],
      anchor: 'stratigraphy',
      unit_tb: 'contexts',
      unit_key: 'id',
      unit_ids: { 1: 1, 2: 2, 3: 3, 5: 5, 6: 6 },
      group_labels: { 1: 'C1', 6: 'C6' },
      contradictions: [],
      contradictions_total: 0,
    })
    const [{ axes, inertia, group_places, char_places }] = found.blocks
    expect(axes[0].share).toBeCloseTo(axes[0].inertia / inertia, 6)
    expect([group_places.length, char_places.length]).toEqual([5, 4])
    expect((await seriation({ reversed: true })).blocks[0]).toMatchObject({
      groups: ['6', '5', '3', '2', '1'],
      direction: 'oldest_first',
    })
  })

  test('takes its direction from dates, or none, where that is asked for', async () => {
    expect(await seriation({ anchor: 'dates' })).toMatchObject({
      anchor: 'dates',
      blocks: [{ groups: ['1', '2', '3', '5', '6'], direction: 'newest_first', agreeing: 10 }],
    })
    expect(await seriation({ anchor: 'none' })).toMatchObject({ anchor: null, blocks: [{ direction: null }] })
    const byName = { ...wares, group_path: [toContext], group_field: 'ctx_no' }
    expect(await seriation({ definition: byName })).toMatchObject({
      anchor: 'stratigraphy',
      blocks: [{ groups: ['C1', 'C2', 'C3', 'C5', 'C6'], direction: 'newest_first' }],
      unit_key: 'ctx_no',
      unit_ids: { C1: 1, C6: 6 },
    })
    const byType = { ...wares, group_path: [toContext], group_field: 'ctx_type' }
    expect(await seriation({ definition: byType, anchor: 'dates', min_meetings: 1 })).toMatchObject({
      anchors: [],
      anchor: null,
      unit_tb: null,
      unit_ids: {},
    })
  })

  test('an uncertain date tells nothing, and of an open one only the end that is known', async () => {
    const { db } = dig.application
    const agreeing = async () => (await seriation({ anchor: 'dates' })).blocks[0].agreeing
    await db.write((tx) => tx.run(sql`UPDATE "contexts" SET "chrono_certainty" = 3 WHERE "id" = 1`))
    expect(await agreeing()).toBe(6)
    await db.write((tx) => tx.run(sql`UPDATE "contexts" SET "chrono_from" = NULL WHERE "id" = 2`))
    expect(await agreeing()).toBe(3)
  })

  test('only says where something was found when that is asked, and leaves out what is below a threshold', async () => {
    const found = await seriation({ basis: 'presence', min_group: 11, min_meetings: 1 })
    expect(found.left_out.groups).toEqual([
      { key: '1', total: 10, meetings: 2, reason: 'total' },
      { key: '5', total: 10, meetings: 3, reason: 'total' },
    ])
    expect(found.blocks[0].groups).toEqual(['2', '3', '6'])
  })

  test('names what contradicts it, and over which units', async () => {
    await relate([...relations.slice(0, 2), [5, 5, 6], [6, 5, 4], [4, 5, 2]])
    expect(await seriation({})).toMatchObject({
      blocks: [{ direction: 'newest_first', agreeing: 3, contradicting: 1 }],
      contradictions: [{ newer: '6', older: '2', over: ['C4'] }],
      contradictions_total: 1,
    })
  })

  describe('rights', () => {
    test('what a caller may not see is in none of it', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _nin: ['C4', 'C6'] } })
      const found = await seriation({})
      expect(found.contradictions).toEqual([])
      expect([found.unit_ids, found.group_labels['6']]).toEqual([{ 1: 1, 2: 2, 3: 3, 5: 5 }, undefined])
      await hideRows(dig, 'reader', 'finds', { material: { _neq: 'd' } })
      expect((await seriation({})).blocks[0].chars).not.toContain('d')
      await forgetAnalyses(dig)
    })

    test('units of a table that may not be read are no units', async () => {
      await hideTable(dig, 'reader', 'contexts')
      expect(await seriation({ anchor: 'stratigraphy' })).toMatchObject({
        anchors: [],
        anchor: null,
        unit_tb: null,
        unit_ids: {},
        group_labels: {},
        blocks: [{ direction: null }],
      })
      await hideTable(dig, 'reader', 'finds')
      const reply = await ask({})
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      await forgetAnalyses(dig)
    })
  })

  test.each<[string, object, number, string]>([
    ['no definition', { definition: undefined }, 400, 'parameter_missing'],
    ['an unknown basis', { basis: 'weights' }, 400, 'invalid_parameter'],
    ['an unknown anchor', { anchor: 'luck' }, 400, 'invalid_parameter'],
    ['a threshold below zero', { min_group: -1 }, 400, 'invalid_parameter'],
    ['a threshold that is a text', { min_char: 'many' }, 400, 'invalid_parameter'],
    ['no meetings at all', { min_meetings: 0 }, 400, 'invalid_parameter'],
    ['a turn that is none', { reversed: 'perhaps' }, 400, 'invalid_parameter'],
    ['an unknown field', { definition: { ...wares, char_field: 'ware' } }, 422, 'invalid_field'],
  ])('%s is refused', async (_what, body, status, code) => {
    const reply = await ask(body)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('more units or types than can be put in order are refused, with what would help', async () => {
    const { db } = dig.application
    const rows = Array.from({ length: 301 }, (_, k) => [`M${k}`, 1, `w${k}`, 1])
    await db.write((tx) => tx.insertMany('finds', ['inv_no', 'context', 'material', 'creator'], rows))
    const reply = await ask({ min_meetings: 1 })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'result_too_large'])
    expect(reply.json().text).toContain('Raise the thresholds')
    expect((await seriation({})).blocks[0].chars).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })
})
