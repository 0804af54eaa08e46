import {
  stratigraphicRelation,
  stratigraphicRelations,
} from '@trowel/contract/model/stratigraphic-relations.js'
import type { PrivilegeName } from '@trowel/contract/privileges.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { hideRows, scopeAs } from '../../testing/scope-as.js'
import { addRelation } from './service.js'

describe('the ten stratigraphic relations', () => {
  test.each(stratigraphicRelations)(
    '$name has an inverse whose inverse it is',
    ({ code, inverse, newer }) => {
      const other = stratigraphicRelation(inverse)
      expect(other?.inverse).toBe(code)
      const turned = { first: 'second', second: 'first', neither: 'neither' } as const
      expect(other?.newer).toBe(turned[newer])
    },
  )

  test.each([0, 11, -1, 1.5, Number.NaN])('%d is none of them', (code) => {
    expect(stratigraphicRelation(code)).toBeUndefined()
  })
})

describe.each(engines)('stratigraphic relations (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_rs"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const relate = async (
    first: number,
    relation: number,
    second: number,
    role: PrivilegeName = 'writer',
    table = 'contexts',
  ) => addRelation(await scopeAs(dig, role), table, { first, relation, second })
  const section = async (id: number, role: 'reader' | 'writer' = 'reader', table = 'contexts') =>
    (await dig.get(`/api/record/${table}/${id}`, role)).json<{ rs: unknown }>().rs

  test('a relation is seen from both ends, as it was written', async () => {
    const { id } = await relate(1, 5, 2)
    const entry = { id, first: 1, second: 2, first_label: 'C1', second_label: 'C2', relation: 5 }
    expect(await section(1)).toEqual({ [id]: entry })
    expect(await section(2)).toEqual({ [id]: entry })
    expect(await section(3)).toEqual({})
  })

  test('a table without stratigraphy has an empty section', async () => {
    expect(await section(1, 'reader', 'finds')).toEqual({})
  })

  test('a relation to a context that the caller cannot see is left out', async () => {
    await relate(1, 5, 2)
    const { id: seen } = await relate(1, 6, 3)
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 2 } })
    expect(Object.keys((await section(1)) as object)).toEqual([String(seen)])
    expect(Object.keys((await section(1, 'writer')) as object)).toHaveLength(2)
  })

  test('different relations between the same contexts may stand beside each other', async () => {
    await relate(1, 5, 2)
    await relate(1, 6, 2)
    expect(Object.keys((await section(1)) as object)).toHaveLength(2)
  })

  test.each([
    ['as it was', [1, 5, 2], [1, 5, 2]],
    ['from the other end', [1, 5, 2], [2, 1, 1]],
    ['from the other end, contemporary', [1, 9, 2], [2, 9, 1]],
    ['bound, from the other end', [4, 10, 3], [3, 10, 4]],
    ['filled, from the other end', [4, 8, 3], [3, 4, 4]],
  ] as const)('the same relation is refused %s', async (_how, [a, b, c], [d, e, f]) => {
    const { id } = await relate(a, b, c)
    await expect(relate(d, e, f)).rejects.toMatchObject({
      code: 'relation_already_exist',
      facts: { detail: { id } },
    })
  })

  test('of two who state the same in the same moment one is refused', async () => {
    const outcomes = await Promise.allSettled([relate(1, 5, 2), relate(2, 1, 1)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    ['an unknown table', () => relate(1, 5, 2, 'writer', 'coins'), 'unknown_table'],
    ['a plugin table', () => relate(1, 5, 2, 'writer', 'samples'), 'plugin_table_not_allowed'],
    ['a table without stratigraphy', () => relate(1, 5, 2, 'writer', 'finds'), 'rs_not_configured'],
    ['a code that does not exist', () => relate(1, 11, 2), 'invalid_relation'],
    ['a context with itself', () => relate(1, 5, 1), 'relation_self'],
    ['an absent first end', () => relate(99, 5, 1), 'record_not_found'],
    ['an absent second end', () => relate(1, 5, 99), 'record_not_found'],
    ['a reader', () => relate(1, 5, 2, 'reader'), 'not_enough_privilege'],
    ['a self_writer who made neither end', () => relate(1, 5, 2, 'self_writer'), 'not_enough_privilege'],
  ])('%s is refused', async (_what, add, code) => {
    await expect(add()).rejects.toMatchObject({ code })
  })

  test('a self_writer may relate what he made to what he sees', async () => {
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "contexts" SET "creator" = ${dig.userId('self_writer')} WHERE "id" = 6`),
    )
    await expect(relate(1, 5, 6, 'self_writer')).resolves.toMatchObject({ id: expect.any(Number) })
    await expect(relate(1, 5, 2, 'self_writer')).rejects.toMatchObject({ code: 'not_enough_privilege' })
  })

  test('a hidden context is as good as absent', async () => {
    await hideRows(dig, 'writer', 'contexts', { id: { _neq: 2 } })
    await expect(relate(1, 5, 2)).rejects.toMatchObject({ code: 'record_not_found' })
  })
})
