import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'
import { json, save, versionsOf } from './testing/saved-versions.js'

/**
 * Record 1 was a layer (version 1), became secret (versions 2 and 3 keep that), and is a layer again; version
 * 4 keeps it as a layer. The reader sees layers alone, the self_writer all but what is secret, the writer
 * what lies deep.
 */
describe.each(oneEngine)(
  'a version from a time when the record was hidden from the caller (%s)',
  (engine) => {
    let dig: Dig
    beforeAll(async () => {
      dig = await openDig(engine)
      const states = [
        { ctx_type: 'secret', notes: 'hoard found', depth_cm: 200.5, count_of: 70 },
        { notes: 'hoard lifted' },
        { ctx_type: 'layer', notes: 'backfill', depth_cm: 40, count_of: 3 },
        { notes: 'seen by all' },
      ]
      for (const core of states) await save(dig, 'contexts', 1, { core }, 'writer')
      own = (await versionsIn(dig)).map(({ id }) => id)
      await hideRows(dig, 'reader', 'contexts', { ctx_type: { _icontains: 'LAYER' } })
      await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', {
          user_id: dig.userId('self_writer'),
          table_name: 'contexts',
          privilege: 40,
          filter: JSON.stringify({ ctx_type: { _eq: 'secret' } }),
          outside: 'global',
        }),
      )
      await hideRows(dig, 'writer', 'contexts', {
        _or: [{ depth_cm: { _between: [30, 50] } }, { count_of: { _gte: 70 } }, { ctx_no: { _in: ['C2'] } }],
      })
    })
    afterAll(() => dig.close())

    let own: number[] = []
    /** The number of a version, from 1, by its id. */
    const numberOf = ({ id }: { id: number }): number => own.indexOf(id) + 1
    const ids = async (as: Role): Promise<number[]> =>
      (await versionsOf(dig, 'contexts', 1, as)).map(numberOf)

    test('is in no list of versions', async () => {
      expect([
        await ids('reader'),
        await ids('self_writer'),
        await ids('writer'),
        await ids('admin'),
      ]).toEqual([
        [4, 1],
        [4, 1],
        [4, 3, 2],
        [4, 3, 2, 1],
      ])
    })

    test('cannot be read, alone or as a difference', async () => {
      const read = async (as: Role) =>
        Promise.all(
          [1, 2, 3, 4].map(
            async (id) => (await dig.get(`/api/version/${own[id - 1]}?diff=current`, as)).statusCode,
          ),
        )
      expect([await read('reader'), await read('self_writer'), await read('writer')]).toEqual([
        [200, 404, 404, 200],
        [200, 404, 404, 200],
        [404, 200, 200, 200],
      ])
    })

    test('is not told by the change that led to it', async () => {
      const change = async (id: number, as: Role) =>
        json(dig.get(`/api/version/${own[id - 1]}?diff=change`, as))
      const { diff, ...rest } = await change(1, 'reader')
      expect([diff, JSON.stringify(rest)]).toEqual([undefined, expect.not.stringContaining('hoard')])
      expect((await change(4, 'reader')).diff.fields).toMatchObject([
        { field: 'notes', after: 'seen by all' },
      ])
      expect((await change(1, 'admin')).diff.fields).toHaveLength(4)
    })

    test('is not in the history, though it was his own change', async () => {
      await dig.application.db.write((tx) =>
        tx.run(
          sql`UPDATE sys_change_sets SET user_id = ${dig.userId('reader')} WHERE user_id = ${dig.userId('writer')}`,
        ),
      )
      const { total, data } = await json(dig.get('/api/history', 'reader'))
      expect([total, data.map(numberOf)]).toEqual([2, [4, 1]])
      expect(JSON.stringify(data)).not.toContain('hoard')
    })

    test('of old is hidden, too, when it does not keep the field that would tell, or nothing that can be read', async () => {
      const seen = async () => (await versionsOf(dig, 'contexts', 3, 'self_writer')).length
      const keep = (content: string) =>
        dig.application.db.write(async (tx) => {
          await tx.run(sql`DELETE FROM sys_versions`)
          const old = { userid: 1, time: 1, tb: 'contexts', rowid: 3, operation: 'update' }
          await tx.insert('sys_versions', { ...old, content })
        })
      await keep('{"core":{"kind":"secret","notes":"before the field was renamed"},"plugins":{}}')
      expect(await seen()).toBe(0)
      await keep('no JSON')
      expect(await seen()).toBe(0)
      await keep('{"core":{"ctx_type":null},"plugins":{}}')
      expect(await seen()).toBe(1)
    })
  },
)
