import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows, hideTable } from '../../../testing/scope-as.js'

describe.each(engines)('relations that people state (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(() =>
    dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_rs"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
      await tx.run(sql`UPDATE "contexts" SET "creator" = 1`)
    }),
  )

  const add = (body: unknown, as: Role | undefined = 'writer', table = 'contexts') =>
    dig.post(`/api/record/${table}/rs`, body, as)
  /** `C1 covers C2`, without asking anybody. */
  const stated = (first: number, relation: number, second: number): Promise<number> =>
    dig.application.db.write((tx) => tx.insert('sys_rs', { tb: 'contexts', first, relation, second }))
  const count = async (): Promise<number> => {
    const row = await dig.application.db.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM sys_rs`)
    return row?.n ?? -1
  }

  describe('a relation', () => {
    test('is stored as it was sent, digits or numbers', async () => {
      const reply = await add({ first: '4', relation: '6', second: 2, tb: 'contexts' })
      const { id } = reply.json<{ id: number }>()
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { status: 'success', code: 'ok_relation_add', id },
      ])
      const { rs } = (await dig.get('/api/record/contexts/2', 'reader')).json()
      expect(rs[id]).toMatchObject({ first: 4, second: 2, relation: 6 })
    })

    test.each<[string, unknown, number, string, unknown]>([
      ['nothing at all', {}, 400, 'parameter_missing', ['first', 'relation', 'second']],
      ['no second', { first: 1, relation: 5, second: '' }, 400, 'parameter_missing', ['second']],
      [
        'ids that are words',
        { first: 'C1', relation: 5, second: 1.5 },
        400,
        'invalid_parameter',
        ['first', 'second'],
      ],
      [
        'everything wrong',
        { first: {}, relation: 'covers' },
        400,
        'parameter_missing',
        ['first', 'relation', 'second'],
      ],
      [
        'a word for the relation',
        { first: 1, relation: 'covers', second: 2 },
        422,
        'invalid_relation',
        ['relation'],
      ],
      [
        'a code that does not exist',
        { first: 1, relation: 11, second: 2 },
        422,
        'invalid_relation',
        ['relation'],
      ],
      ['a context with itself', { first: 1, relation: 5, second: '1' }, 422, 'relation_self', undefined],
      ['an absent context', { first: 1, relation: 5, second: 99 }, 404, 'record_not_found', undefined],
      [
        'another table',
        { tb: 'finds', first: 1, relation: 5, second: 2 },
        400,
        'invalid_parameter',
        undefined,
      ],
      [
        'a doubtful force',
        { first: 1, relation: 5, second: 2, force: 'maybe' },
        400,
        'invalid_parameter',
        ['force'],
      ],
      [
        'an id beyond all numbers',
        { first: '9'.repeat(30), relation: 5, second: 2 },
        400,
        'invalid_parameter',
        ['first'],
      ],
    ])('with %s is refused, and all of it is named', async (_what, body, status, code, fields) => {
      const reply = await add(body)
      const { code: said, errors } = reply.json<{ code: string; errors?: { field: string }[] }>()
      expect([reply.statusCode, said, errors?.map(({ field }) => field)]).toEqual([status, code, fields])
      expect(await count()).toBe(0)
    })

    test.each<[string, Role | undefined, string, number, string]>([
      ['nobody', undefined, 'contexts', 401, 'unauthenticated'],
      ['a reader', 'reader', 'contexts', 403, 'not_enough_privilege'],
      ['a key that reads', 'key30', 'contexts', 403, 'not_enough_privilege'],
      ['a self_writer who made neither', 'self_writer', 'contexts', 403, 'not_enough_privilege'],
      ['a table without stratigraphy', 'writer', 'finds', 422, 'rs_not_configured'],
      ['a plugin table', 'writer', 'samples', 422, 'plugin_table_not_allowed'],
      ['an unknown table', 'writer', 'coins', 404, 'unknown_table'],
      ['a system table', 'super_admin', 'sys_users', 404, 'unknown_table'],
    ])('is refused to %s', async (_who, as, table, status, code) => {
      const reply = await (as
        ? add({ first: 1, relation: 5, second: 2 }, as, table)
        : dig.post(`/api/record/${table}/rs`, {}))
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('a relation that closes a loop', () => {
    test('is refused with the loop in words and in detail, newest first', async () => {
      const [a, b] = [await stated(4, 6, 3), await stated(2, 1, 3)]
      const reply = await add({ first: 2, relation: 5, second: 4 })
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toMatchObject({
        code: 'stratigraphic_loop',
        text: 'This closes a loop: C4 cuts C3, C3 covers C2, C2 covers C4.',
        detail: {
          loop: [
            { id: 4, label: 'C4' },
            { id: 3, label: 'C3' },
            { id: 2, label: 'C2' },
          ],
          relations: [
            { id: a, first: 4, relation: 6, second: 3 },
            { id: b, first: 2, relation: 1, second: 3 },
            { id: null, first: 2, relation: 5, second: 4 },
          ],
        },
      })
      expect(await count()).toBe(2)
    })

    test.each<[string, [number, number, number][], [number, number, number], string]>([
      ['told from the other end', [[1, 5, 2]], [1, 1, 2], 'C1 covers C2, C2 covers C1.'],
      [
        'through units that are the same',
        [
          [1, 5, 2],
          [2, 9, 3],
        ],
        [3, 8, 1],
        'C1 covers C2, C2 is the same as C3, C3 fills C1.',
      ],
      [
        'within units that are the same',
        [[1, 9, 2]],
        [2, 7, 1],
        'C1 is the same as C2, C2 leans against C1.',
      ],
      [
        'that joins what an order parts',
        [
          [1, 5, 2],
          [2, 6, 3],
        ],
        [3, 10, 1],
        'C1 covers C2, C2 cuts C3, C3 is bound to C1.',
      ],
      [
        'that joins two groups with an order between other members',
        [
          [1, 9, 2],
          [3, 9, 4],
          [4, 5, 2],
        ],
        [1, 9, 3],
        'C3 is the same as C4, C4 covers C2, C2 is the same as C1, C1 is the same as C3.',
      ],
      [
        'of the fewest relations',
        [
          [1, 5, 2],
          [2, 5, 3],
          [3, 5, 4],
          [1, 5, 3],
        ],
        [4, 5, 1],
        'C1 covers C3, C3 covers C4, C4 covers C1.',
      ],
    ])('%s', async (_how, known, [first, relation, second], words) => {
      for (const one of known) await stated(...one)
      const reply = await add({ first, relation, second })
      expect([reply.statusCode, reply.json().text]).toEqual([409, `This closes a loop: ${words}`])
    })

    test('is stored when it is forced, with the loop as a warning', async () => {
      await stated(1, 5, 2)
      const reply = await add({ first: 2, relation: 5, second: 1, force: true })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({
        code: 'ok_relation_add',
        warnings: [
          {
            code: 'stratigraphic_loop',
            text: 'C1 covers C2, C2 covers C1.',
            detail: { loop: [{ id: 1 }, { id: 2 }], relations: [{ first: 1 }, { id: null, first: 2 }] },
          },
        ],
      })
      expect(await count()).toBe(2)
      const next = await add({ first: 3, relation: 5, second: 1 })
      expect([next.statusCode, next.json().warnings]).toEqual([200, undefined])
    })

    test('of two that only together close one, stated in the same moment, one is refused', async () => {
      for (let round = 0; round < 5; round++) {
        await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_rs"`))
        await stated(2, 5, 3)
        const replies = await Promise.all([
          add({ first: 1, relation: 5, second: 2 }),
          add({ first: 3, relation: 5, second: 1 }),
          add({ first: 4, relation: 5, second: 1 }),
          add({ first: 3, relation: 5, second: 4 }),
        ])
        const { loops_total } = (await dig.get('/api/rs/check?tb=contexts', 'reader')).json()
        expect(replies.some(({ statusCode }) => statusCode === 409)).toBe(true)
        expect(loops_total).toBe(0)
      }
    })

    test('through the record of a unit that is gone is none', async () => {
      await stated(1, 5, 99)
      await stated(99, 5, 2)
      expect((await add({ first: 2, relation: 5, second: 1 })).statusCode).toBe(200)
    })

    test('is no loop any more when a relation was taken back', async () => {
      const id = (await add({ first: 1, relation: 5, second: 2 })).json().id
      expect((await add({ first: 2, relation: 5, second: 1 })).statusCode).toBe(409)
      expect((await dig.delete(`/api/rs/${id}`, undefined, 'writer')).json()).toEqual({
        status: 'success',
        code: 'ok_relation_erased',
      })
      expect((await add({ first: 2, relation: 5, second: 1 })).statusCode).toBe(200)
    })
  })

  describe('units that the caller cannot see', () => {
    beforeEach(async () => {
      await stated(1, 5, 2)
      await stated(2, 5, 3)
      await stated(3, 5, 4)
      await stated(4, 5, 5)
      await hideRows(dig, 'writer', 'contexts', { id: { _nin: [2, 3] } })
    })

    test('are not named in a loop through them, nor counted', async () => {
      const reply = await add({ first: 5, relation: 5, second: 1 })
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toMatchObject({
        text: 'This closes a loop: C1 is newer than units that you may not see, these are newer than C4, C4 covers C5, C5 covers C1.',
        detail: {
          loop: [
            { id: 1, label: 'C1' },
            { id: null, label: null },
            { id: 4, label: 'C4' },
            { id: 5, label: 'C5' },
          ],
          relations: [
            { first: 4, second: 5 },
            { id: null, first: 5, second: 1 },
          ],
        },
      })
      expect(reply.body).not.toMatch(/C2|C3/)
    })

    test('are not betrayed by a word on what is implied through them', async () => {
      const reply = await add({ first: 1, relation: 5, second: 4 })
      expect([reply.statusCode, reply.json().warnings]).toEqual([200, undefined])
    })

    test('cannot be related', async () => {
      const reply = await add({ first: 1, relation: 6, second: 2 })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'record_not_found'])
    })
  })

  describe('a relation that others imply', () => {
    test('is stored with a word on it', async () => {
      await stated(1, 5, 2)
      await stated(2, 9, 3)
      await stated(3, 6, 4)
      const reply = await add({ first: 4, relation: 1, second: 1 })
      expect([reply.statusCode, reply.json().warnings]).toEqual([
        200,
        [{ code: 'redundant_relation', detail: { path: [1, 2, 3, 4] } }],
      ])
    })

    test('is also one that joins what is joined already', async () => {
      await stated(1, 9, 2)
      await stated(2, 10, 3)
      expect((await add({ first: 1, relation: 9, second: 3 })).json().warnings).toEqual([
        { code: 'redundant_relation', detail: { path: [1, 2, 3] } },
      ])
    })
  })

  describe('taking a relation back', () => {
    const remove = (id: number, as: Role | undefined = 'writer') => dig.delete(`/api/rs/${id}`, undefined, as)

    test('needs the right to change one of its ends', async () => {
      const id = await stated(1, 5, 2)
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "contexts" SET "creator" = ${dig.userId('self_writer')} WHERE "id" = 2`),
      )
      expect((await remove(id, 'self_writer')).statusCode).toBe(200)
      expect(await count()).toBe(0)
    })

    test.each<[string, Role | undefined, number, string]>([
      ['nobody', undefined, 401, 'unauthenticated'],
      ['a reader', 'reader', 403, 'not_enough_privilege'],
      ['a self_writer who made neither end', 'self_writer', 403, 'not_enough_privilege'],
    ])('is refused to %s', async (_who, as, status, code) => {
      const id = await stated(1, 5, 2)
      const reply = await dig.request({ method: 'DELETE', url: `/api/rs/${id}` }, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await count()).toBe(1)
    })

    test('one that does not exist is not found, nor one with an end that is hidden', async () => {
      const id = await stated(1, 5, 2)
      expect((await remove(id + 1000)).json().code).toBe('not_found')
      await hideRows(dig, 'writer', 'contexts', { id: { _neq: 2 } })
      expect((await remove(id)).json().code).toBe('not_found')
      await hideTable(dig, 'writer', 'contexts')
      expect((await remove(id)).json().code).toBe('not_found')
      expect(await count()).toBe(1)
    })
  })
})
