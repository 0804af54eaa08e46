import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id as named, sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideTable } from '../../testing/scope-as.js'

/** Something that people keep and share, and how it is asked for. */
interface Kind {
  /** With its article. */
  readonly called: string
  readonly table: string
  readonly allPath: string
  readonly onePath: string
  /** Under which names an answer holds all of them, and one. */
  readonly all: string
  readonly one: string
  readonly codes: {
    readonly shared: string
    readonly unshared: string
    readonly deleted: string
    readonly denied: string
    readonly notFound: string
  }
  /** What is kept besides the name, of finds alone. */
  readonly content: object
  /** The same, on its way from finds to contexts. */
  readonly crossing: object
}

const ofContext = { filter: { context: { ctx_no: { _eq: 'C1' } } } }
const chart = { tb: 'finds', type: 'metric', field: 'weight_g', function: 'SUM' }
const analysis = { source_tb: 'finds', char_field: 'material', group_field: 'context' }
const toContext = { local_field: 'context', join_tb: 'contexts', join_pk: 'id' }

const anything = expect.anything()

const kinds: readonly Kind[] = [
  {
    called: 'a query',
    table: 'sys_queries',
    allPath: '/api/saved-queries',
    onePath: '/api/saved-query',
    all: 'queries',
    one: 'query',
    codes: {
      shared: 'ok_sharing_query',
      unshared: 'ok_unsharing_query',
      deleted: 'ok_erasing_query',
      denied: 'query_access_denied',
      notFound: 'query_not_found',
    },
    content: { tb: 'finds', query: { filter: { weight_g: { _gt: 100 } } } },
    crossing: { tb: 'finds', query: ofContext },
  },
  {
    called: 'a chart',
    table: 'sys_charts',
    allPath: '/api/charts',
    onePath: '/api/chart',
    all: 'charts',
    one: 'chart',
    codes: {
      shared: 'ok_sharing_chart',
      unshared: 'ok_unsharing_chart',
      deleted: 'ok_chart_erase',
      denied: 'chart_access_denied',
      notFound: 'chart_not_found',
    },
    content: { definition: chart },
    crossing: { definition: { ...chart, filter: ofContext } },
  },
  {
    called: 'an analysis',
    table: 'sys_assemblage_analyses',
    allPath: '/api/assemblages',
    onePath: '/api/assemblage',
    all: 'analyses',
    one: 'analysis',
    codes: {
      shared: 'ok_share_analysis',
      unshared: 'ok_unshare_analysis',
      deleted: 'ok_delete_analysis',
      denied: 'analysis_access_denied',
      notFound: 'analysis_not_found',
    },
    content: { definition: analysis },
    crossing: { definition: { ...analysis, group_path: [toContext], group_field: 'ctx_type' } },
  },
  {
    called: 'a map view',
    table: 'sys_map_views',
    allPath: '/api/map-views',
    onePath: '/api/map-view',
    all: 'views',
    one: 'view',
    codes: {
      shared: 'ok_share_map_view',
      unshared: 'ok_unshare_map_view',
      deleted: 'ok_delete_map_view',
      denied: 'map_view_access_denied',
      notFound: 'map_view_not_found',
    },
    content: { definition: { layers: [{ id: 'a', tb: 'finds' }] } },
    crossing: { definition: { layers: [{ id: 'a', tb: 'finds', select: ofContext }] } },
  },
]

describe.each(oneEngine)('what people keep and share (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      for (const { table } of kinds) await tx.run(sql`DELETE FROM ${named(table)}`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const saver =
    ({ allPath, one, content }: Kind) =>
    async (name: string, as: Role = 'writer', kept: object = content): Promise<number> => {
      const reply = await dig.post(allPath, { name, ...kept }, as)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json()[one].id
    }
  const lister =
    ({ allPath, all }: Kind) =>
    async (as: Role): Promise<{ name: string }[]> =>
      (await dig.get(allPath, as)).json()[all]
  const namer = (kind: Kind) => async (as: Role) => (await lister(kind)(as)).map(({ name }) => name)

  describe.each(kinds.map((kind) => [kind.called, kind] as const))('%s', (_called, kind) => {
    const { onePath, codes } = kind
    const save = saver(kind)
    const list = lister(kind)
    const names = namer(kind)

    test('is of its owner alone, until he shares it', async () => {
      const id = await save('mine')
      expect(await list('writer')).toMatchObject([{ id, name: 'mine', is_global: 0, owned_by_me: true }])
      expect([await names('reader'), await names('super_admin')]).toEqual([[], []])
    })

    test.each<Role>(['writer', 'super_admin'])(
      'is seen, once shared, by everybody who may read its table, until it is no longer shared by %s',
      async (by) => {
        const id = await save('shared')
        for (const body of [undefined, {}]) {
          const reply = await dig.post(`${onePath}/${id}/share`, body, 'writer')
          expect(reply.json()).toEqual({ status: 'success', code: codes.shared })
        }
        expect(await list('reader')).toMatchObject([
          { id, is_global: 1, owned_by_me: false, owner_name: 'writer' },
        ])
        expect([await names('key30'), await names('admin')]).toEqual([['shared'], ['shared']])
        await hideTable(dig, 'reader', 'finds')
        expect(await names('reader')).toEqual([])
        for (const body of [undefined, {}]) {
          const reply = await dig.post(`${onePath}/${id}/unshare`, body, by)
          expect(reply.json()).toEqual({ status: 'success', code: codes.unshared })
        }
        expect([await names('admin'), await names('writer')]).toEqual([[], ['shared']])
      },
    )

    test('that leads to a table that somebody may not read does not exist for him, but for its owner', async () => {
      const id = await save('of contexts', 'writer', kind.crossing)
      await dig.post(`${onePath}/${id}/share`, undefined, 'writer')
      expect(await names('reader')).toEqual(['of contexts'])
      await hideTable(dig, 'reader', 'contexts')
      await hideTable(dig, 'writer', 'contexts')
      expect([await names('reader'), await names('writer')]).toEqual([[], ['of contexts']])
    })

    test.each<Role>(['writer', 'super_admin'])(
      'is deleted by its owner or a super-administrator: %s',
      async (as) => {
        const reply = await dig.delete(`${onePath}/${await save('old')}`, undefined, as)
        expect(reply.json()).toEqual({ status: 'success', code: codes.deleted })
        expect(await names('writer')).toEqual([])
      },
    )

    test.each<['post' | 'delete', string]>([
      ['post', '/share'],
      ['post', '/unshare'],
      ['delete', ''],
    ])('of somebody else is left alone, shared or not: %s %s', async (method, path) => {
      const id = await save('mine')
      for (const isShared of [false, true]) {
        if (isShared) await dig.post(`${onePath}/${id}/share`, undefined, 'writer')
        for (const as of ['admin', 'key10', 'reader'] as const) {
          const reply = await dig[method](`${onePath}/${id}${path}`, isShared ? {} : undefined, as)
          expect([reply.statusCode, reply.json().code]).toEqual([403, codes.denied])
        }
      }
      const reply = await dig[method](`${onePath}/99${path}`, undefined, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([404, codes.notFound])
      expect(await list('writer')).toMatchObject([{ name: 'mine', is_global: 1 }])
    })

    test.each<[string, object, Role | undefined, number, string, unknown]>([
      ['no token', { name: 'x' }, undefined, 401, 'unauthenticated', null],
      ['a reader', { name: 'x' }, 'reader', 403, 'not_enough_privilege', null],
      ['an API key', { name: 'x' }, 'key20', 403, 'session_required', null],
      ['an API key, whatever it sends', { name: 5 }, 'key20', 403, 'session_required', null],
      ['no name', {}, 'writer', 400, 'parameter_missing', 'name'],
      ['a blank name', { name: ' ' }, 'writer', 400, 'parameter_missing', 'name'],
      ['a name that is too long', { name: 'x'.repeat(201) }, 'writer', 400, 'invalid_parameter', anything],
      ['a name with NUL', { name: 'a\u0000b' }, 'writer', 400, 'invalid_parameter', anything],
      ['a name that is a number', { name: 5 }, 'writer', 400, 'invalid_parameter', anything],
    ])('is not kept for %s', async (_what, name, as, status, code, detail) => {
      const reply = await dig.post(kind.allPath, { ...kind.content, ...name }, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(reply.json().detail ?? null).toEqual(detail)
      expect(await names('writer')).toEqual([])
    })
  })

  // They change the dig, so they come last.
  test.each<[string, 'writer' | 'self_writer', (userId: number) => Promise<void>]>([
    [
      'the service',
      'writer',
      async (userId) => {
        const reply = await dig.delete(`/api/user/${userId}`, undefined, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
      },
    ],
    [
      'the database itself',
      'self_writer',
      async (userId) => {
        await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_users" WHERE "id" = ${userId}`))
      },
    ],
  ])('all of it goes with the person whose it is, taken out by %s', async (_by, owner, takeOut) => {
    for (const kind of kinds) {
      const id = await saver(kind)('shown', owner)
      await saver(kind)('not shown', owner)
      await dig.post(`${kind.onePath}/${id}/share`, undefined, owner)
      expect(await namer(kind)('reader')).toEqual(['shown'])
    }
    await takeOut(dig.userId(owner))
    for (const kind of kinds) {
      expect(await namer(kind)('reader')).toEqual([])
      expect(await dig.application.db.quick.all(sql`SELECT "id" FROM ${named(kind.table)}`)).toEqual([])
    }
  })
})
