import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import {
  count,
  counts,
  type Definition,
  forgetAnalyses,
  names,
  save,
  toContext,
  weights,
} from './testing/counted-finds.js'

describe.each(oneEngine)('analyses (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(() => forgetAnalyses(dig))

  describe('that people keep', () => {
    test('an analysis comes back as it was sent, for its owner alone', async () => {
      const reply = await dig.post('/api/assemblages', { name: ' Weights ', definition: weights }, 'writer')
      const saved = {
        id: expect.any(Number),
        user_id: dig.userId('writer'),
        name: 'Weights',
        definition: weights,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        is_global: 0,
        owned_by_me: true,
        owner_name: 'writer',
      }
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_save_analysis', analysis: saved })
      expect((await dig.get('/api/assemblages', 'writer')).json()).toEqual({
        status: 'success',
        analyses: [saved],
      })
      expect([await names(dig, 'reader'), await names(dig, 'super_admin')]).toEqual([[], []])
    })

    test('its owner changes the name, the definition, or both, and so does a super-administrator', async () => {
      const id = await save(dig, 'first')
      const change = async (body: unknown, as: Role = 'writer') =>
        (await dig.post(`/api/assemblage/${id}`, body, as)).json()
      expect(await change({ name: ' second ' })).toMatchObject({
        code: 'ok_save_analysis',
        analysis: { id, name: 'second', definition: weights, owned_by_me: true },
      })
      expect(await change({ definition: counts }, 'super_admin')).toMatchObject({
        analysis: { name: 'second', definition: counts, owned_by_me: false, user_id: dig.userId('writer') },
      })
      expect(await change({ name: 'third', definition: JSON.stringify(weights) })).toMatchObject({
        analysis: { name: 'third', definition: weights },
      })
      const [kept] = (await dig.get('/api/assemblages', 'writer')).json().analyses
      expect(kept).toMatchObject({ id, name: 'third', definition: weights })
    })

    test('an analysis of somebody else is not changed', async () => {
      const id = await save(dig, 'mine')
      for (const as of ['admin', 'key10', 'reader'] as const) {
        const reply = await dig.post(`/api/assemblage/${id}`, { name: 'mine now' }, as)
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'analysis_access_denied'])
      }
      const reply = await dig.post('/api/assemblage/99', { name: 'mine now' }, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'analysis_not_found'])
      expect(await names(dig, 'writer')).toEqual(['mine'])
    })

    test.each<[string, unknown, Role | undefined, number, string, unknown]>([
      ['no definition', { name: 'x' }, 'writer', 400, 'parameter_missing', 'definition.source_tb'],
      [
        'no source',
        { name: 'x', definition: {} },
        'writer',
        400,
        'parameter_missing',
        'definition.source_tb',
      ],
      [
        'an unknown source',
        { name: 'x', definition: { source_tb: 'y' } },
        'writer',
        404,
        'unknown_table',
        { table: 'y' },
      ],
    ])('%s is refused', async (_what, body, as, status, code, detail) => {
      const reply = await dig.post('/api/assemblages', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(reply.json().detail ?? null).toEqual(detail)
      expect(await names(dig, 'writer')).toEqual([])
    })

    test.each<[string, unknown, number, string]>([
      ['nothing', {}, 400, 'nothing_to_update'],
      ['a blank name', { name: '  ' }, 400, 'parameter_missing'],
      ['a definition without a source', { name: 'x', definition: {} }, 400, 'parameter_missing'],
      ['a definition that is a list', { definition: [1] }, 400, 'invalid_parameter'],
    ])('a change to %s is refused, and nothing changes', async (_what, body, status, code) => {
      const id = await save(dig, 'as it was')
      const reply = await dig.post(`/api/assemblage/${id}`, body, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await names(dig, 'writer')).toEqual(['as it was'])
    })

    test('a frozen application counts, and keeps analyses, for they are no records', async () => {
      await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
      expect((await count(dig, weights)).groups).toHaveLength(4)
      await save(dig, 'kept')
      await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
    })
  })

  // They change the dig, so they come last.
  describe('a configuration that changed since', () => {
    const stored = async () => (await dig.get('/api/assemblages', 'writer')).json().analyses[0]
    const codeOf = async (definition: Definition) =>
      (await dig.post('/api/assemblage/data', { definition }, 'reader')).json().code

    test('a configured relation is a way, also between columns of two types', async () => {
      const { db } = dig.application
      await relateTables(dig, ['finds', 'material'], 'contexts', 'NO ACTION', { enforced: false })
      await relateTables(dig, ['samples', 'lab'], 'contexts', 'NO ACTION', {
        enforced: false,
        target: 'ctx_no',
      })
      await db.write(async (tx) => {
        await tx.insert('finds', { inv_no: 'F9', material: '5', weight_g: 2 })
        await tx.insert('samples', { id_link: 2, lab: 'C5', litres: 8 })
      })
      const byNumber = { ...weights, group_path: [{ ...toContext, local_field: 'material' }] }
      expect((await count(dig, byNumber)).data).toEqual({ wall: { 5: 2 } })
      const byName = {
        source_tb: 'samples',
        char_field: 'litres',
        group_path: [{ local_field: 'lab', join_tb: 'contexts', join_pk: 'ctx_no' }],
        group_field: 'ctx_type',
      }
      expect((await count(dig, byName)).data).toEqual({ wall: { 8: 1 } })
    })

    test('an analysis follows its tables and fields to new names, and counts the same', async () => {
      const filters = [{ field: 'material', op: '_nempty', value: true }]
      await save(dig, 'follows', 'writer', { ...weights, filters })
      const before = await count(dig, (await stored()).definition)
      for (const path of [
        'finds/field/material',
        'contexts/field/ctx_type',
        'finds/field/context',
        'contexts',
        'finds',
      ]) {
        const new_name = `${path.split('/').at(-1)}_anew`
        const reply = await dig.patch(`/api/config/table/${path}`, { new_name }, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const { definition } = await stored()
      expect(definition).toEqual({
        ...weights,
        source_tb: 'finds_anew',
        char_field: 'material_anew',
        group_path: [{ local_field: 'context_anew', join_tb: 'contexts_anew', join_pk: 'id' }],
        group_field: 'ctx_type_anew',
        filters: [{ ...filters[0], field: 'material_anew' }],
      })
      expect(await count(dig, definition)).toEqual({
        ...before,
        group_tb: 'contexts_anew',
        group_field: 'ctx_type_anew',
      })
    })

    test('an analysis whose way or whose table is gone says so when it is run, and never fails', async () => {
      await dig.confirm()
      const remove = async (path: string) => {
        const reply = await dig.delete(`/api/config/table/${path}`, undefined, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const onTheWay = {
        ...weights,
        source_tb: 'finds_anew',
        char_field: 'inv_no',
        group_path: [{ local_field: 'context_anew', join_tb: 'contexts_anew', join_pk: 'id' }],
        group_field: 'ctx_type_anew',
      }
      await save(dig, 'on the way', 'writer', onTheWay)
      await remove('finds_anew/field/weight_g')
      expect(await codeOf((await stored()).definition)).toBe('invalid_field')
      const counted = { ...onTheWay, measure: 'count' }
      await remove('finds_anew/field/context_anew')
      expect(await codeOf(counted)).toBe('invalid_group_path_step')
      await remove('contexts_anew')
      expect(await codeOf(counted)).toBe('unknown_table')
      expect(await names(dig, 'writer')).toEqual(['on the way'])
    })
  })
})
