import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

/** Contexts 1 to 6: a span, an open beginning, an open end, undated, one year, a label alone. */
const dates: readonly Record<string, unknown>[] = [
  {
    chrono_from: -325,
    chrono_to: -301,
    chrono_label: 'c4l BCE',
    chrono_certainty: 2,
    chrono_period: 'Lucanian',
  },
  { chrono_from: null, chrono_to: -310, chrono_label: '?/-310', chrono_certainty: 1 },
  { chrono_from: 101, chrono_to: null },
  {},
  { chrono_from: -400, chrono_to: -400, chrono_certainty: 3 },
  { chrono_label: 'not known yet' },
]

async function dateContexts(dig: Dig): Promise<void> {
  for (const [place, core] of dates.entries()) {
    const reply = await dig.patch(`/api/record/contexts/${place + 1}`, { core }, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
  }
}

interface Told {
  tb_id: string
  records: { id: number }[]
}
const ids = (list: readonly Told[]) => list.map(({ tb_id, records }) => [tb_id, records.map(({ id }) => id)])

describe.each(oneEngine)('chronology (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dateContexts(dig)
    await dig.post('/api/config/table/finds/fuzzy-date', {}, 'super_admin')
    await relateTables(dig, ['contexts', 'trench'], 'trenches', 'RESTRICT')
    await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
    await dig.patch('/api/record/finds/3', { core: { chrono_label: 'c4 BCE/?' } }, 'writer')
  })
  afterAll(() => dig.close())

  const timeline = async (query = '', as: Role = 'reader') => {
    const reply = await dig.get(`/api/chrono/timeline${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  describe('the line of time', () => {
    test('shows the dated records of all tables, the earliest first, those without a beginning last', async () => {
      const { status, tables, truncated } = await timeline()
      expect([status, truncated]).toEqual(['success', undefined])
      expect(ids(tables)).toEqual([
        ['contexts', [5, 1, 3, 2]],
        ['finds', [3]],
      ])
    })

    test('tells of a record what its date is, how sure and of which period', async () => {
      const { tables } = await timeline('?from=-330&to=-302&tb[]=contexts')
      expect(tables).toEqual([
        {
          tb_id: 'contexts',
          tb_label: 'Contexts',
          records: [
            {
              id: 1,
              label: 'C1',
              from: -325,
              to: -301,
              chrono_label: 'c4l BCE',
              certainty: 2,
              period: 'Lucanian',
            },
            {
              id: 2,
              label: 'C2',
              from: null,
              to: -310,
              chrono_label: '?/-310',
              certainty: 1,
              period: null,
            },
          ],
        },
      ])
    })

    test.each<[string, unknown]>([
      [
        '?from=-310',
        [
          ['contexts', [1, 3, 2]],
          ['finds', [3]],
        ],
      ],
      [
        '?from=-309',
        [
          ['contexts', [1, 3]],
          ['finds', [3]],
        ],
      ],
      [
        '?to=-400',
        [
          ['contexts', [5, 2]],
          ['finds', [3]],
        ],
      ],
      ['?to=-401', [['contexts', [2]]]],
      [
        '?from=&to=&tb=',
        [
          ['contexts', [5, 1, 3, 2]],
          ['finds', [3]],
        ],
      ],
      ['?tb=finds', [['finds', [3]]]],
      [
        '?tb[]=finds&tb[]=contexts&from=101&to=101',
        [
          ['contexts', [3]],
          ['finds', [3]],
        ],
      ],
      ['?tb[]=contexts&filter[chrono_certainty][_gt]=1', [['contexts', [5, 1]]]],
      ['?tb=contexts&search_type=fast&search=Lucanian', [['contexts', [1]]]],
      [
        '?tb=contexts&to=-330&search_type=sqlExpert&querytext=chrono_certainty%20%3D%203',
        [['contexts', [5]]],
      ],
      ['?tb[]=trenches', []],
      ['?tb[]=none&tb[]=samples', []],
    ])('with %s it keeps what may lie there', async (query, expected) => {
      expect(ids((await timeline(query)).tables)).toEqual(expected)
    })

    test.each<[string]>([['?from=early'], ['?to[]=1'], ['?from=1.5'], ['?from=99999999999999999999']])(
      'refuses %s',
      async (query) => {
        const reply = await dig.get(`/api/chrono/timeline${query}`, 'reader')
        expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
      },
    )

    test.each([
      ['?filter[id][_eq]=1', 'invalid_parameter'],
      ['?tb[]=contexts&tb[]=finds&search_type=fast&search=x', 'invalid_parameter'],
      ['?tb=contexts&filter[none][_eq]=1', 'unknown_field'],
      ['?tb=contexts&search_type=sqlExpert&querytext=AND', 'expert_syntax_error'],
    ])('refuses the selection of %s', async (query, code) => {
      const reply = await dig.get(`/api/chrono/timeline${query}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([400, code])
    })

    test('needs somebody who may read', async () => {
      expect((await dig.get('/api/chrono/timeline')).statusCode).toBe(401)
    })

    test('reads the certainty of older records, and takes the name that the preview begins with', async () => {
      const own = await openDig(engine)
      try {
        const words = { name: 'chrono_certainty', type: 'TEXT' } as const
        await own.application.db.write((tx) => tx.schema.addColumns('finds', words), { schema: true })
        await own.post('/api/config/table/finds/fuzzy-date', {}, 'super_admin')
        await own.put('/api/config/table/finds', { preview: ['context', 'inv_no'] }, 'super_admin')
        const stored = ['certa', 'Probabile', 'incerta', 'possible', null, 'perhaps', '3', ' 2 ']
        await own.application.db.write(async (tx) => {
          for (const [place, word] of stored.entries())
            await tx.run(
              sql`UPDATE "finds" SET "chrono_from" = ${place}, "chrono_certainty" = ${word} WHERE "id" = ${place + 1}`,
            )
        })
        const { tables } = (await own.get('/api/chrono/timeline', 'reader')).json()
        const [{ records }] = tables as [{ records: { label: string; certainty: number }[] }]
        expect(records.map(({ certainty }) => certainty)).toEqual([1, 2, 3, 3, 1, 1, 3, 2])
        expect(records.map(({ label }) => label)).toEqual(['C1', 'C1', 'C2', 'C3', '5', 'C5', 'C6', 'C6'])
      } finally {
        await own.close()
      }
    })

    test('ends after twenty thousand records and says so', async () => {
      const own = await openDig(engine)
      try {
        await own.application.db.write(async (tx) => {
          const rows = Array.from({ length: 20_001 }, (_, place) => [`N${place}`, place])
          await tx.insertMany('contexts', ['ctx_no', 'chrono_from'], rows)
        })
        const first = (await own.get('/api/chrono/timeline', 'reader')).json()
        expect([first.tables[0].records.length, first.truncated]).toEqual([20_000, true])
        const rest = (await own.get('/api/chrono/timeline?to=19999', 'reader')).json()
        expect([rest.tables[0].records.length, rest.truncated]).toEqual([20_000, undefined])
      } finally {
        await own.close()
      }
    })
  })

  describe('what hangs under a record', () => {
    const related = async (path: string, as: Role = 'reader') => dig.get(`/api/chrono/related/${path}`, as)
    const setPath = (path: string[]) =>
      dig.put('/api/config/table/trenches', { chrono_density_path: path }, 'super_admin')

    test('is found by each relation, with the filter that lists it', async () => {
      const { status, sources } = (await related('trenches/1')).json()
      expect(status).toBe('success')
      expect(sources).toMatchObject([
        {
          tb_id: 'contexts',
          tb_label: 'Contexts',
          fk_col: 'trench',
          records: [{ id: 1, label: 'C1', from: -325 }, { id: 2 }],
          filter: { trench: { _eq: 1 } },
        },
      ])
    })

    test('is nothing where nothing is dated', async () => {
      expect((await related('trenches/3')).json()).toEqual({ status: 'success', sources: [] })
      expect((await related('finds/1')).json()).toEqual({ status: 'success', sources: [] })
    })

    test('is reached along a path, and then told with all records reached', async () => {
      expect((await setPath(['contexts', 'finds'])).statusCode).toBe(200)
      const { sources } = (await related('trenches/1')).json()
      expect(sources).toEqual([
        {
          tb_id: 'finds',
          tb_label: 'Finds',
          records: [
            {
              id: 3,
              label: 'F3',
              from: -400,
              to: null,
              chrono_label: 'c4 BCE/?',
              certainty: 1,
              period: null,
            },
          ],
          filter: { id: { _in: [1, 2, 3] } },
        },
      ])
      expect((await related('trenches/2')).json().sources).toEqual([])
      const listed = await dig.get(
        `/api/records/finds?filter=${encodeURIComponent(JSON.stringify(sources[0].filter))}`,
        'reader',
      )
      expect(listed.json().total).toBe(3)
    })

    test('is reached over every relation between two tables', async () => {
      const field = {
        name: 'below',
        label: 'Below',
        type: 'select',
        db_type: 'INTEGER',
        id_from_tb: 'contexts',
      }
      await dig.post('/api/config/table/finds/field', field, 'super_admin')
      const isThere = dig.application.catalogue.relations.some(({ fromColumn }) => fromColumn === 'below')
      if (!isThere) await relateTables(dig, ['finds', 'below'], 'contexts', 'RESTRICT')
      await dig.patch('/api/record/finds/5', { core: { below: 1, chrono_label: '-20' } }, 'writer')
      await setPath(['contexts', 'finds'])
      const [source] = (await related('trenches/1')).json().sources
      expect([source.records.map(({ id }: { id: number }) => id), source.filter]).toEqual([
        [3, 5],
        { id: { _in: [1, 2, 3, 5] } },
      ])
      await setPath([])
      const direct = (await related('contexts/1')).json().sources
      expect(direct.map(({ fk_col }: { fk_col: string }) => fk_col)).toEqual(['below'])
    })

    test('is listed by the way to it when it is too much for a list of ids', async () => {
      await setPath(['contexts', 'finds'])
      const { db } = dig.application
      const many = Array.from({ length: 1001 }, (_, place) => [`M${place}`, (place % 2) + 1, -20])
      const made = await db.write((tx) => tx.insertMany('finds', ['inv_no', 'context', 'chrono_from'], many))
      // The other relation between the two tables was made above.
      const [source] = (await related('trenches/1')).json().sources
      expect(source.records).toHaveLength(1003)
      expect(source.filter).toEqual({
        _or: [{ below: { trench: { _eq: 1 } } }, { context: { trench: { _eq: 1 } } }],
      })
      const filter = encodeURIComponent(JSON.stringify(source.filter))
      expect((await dig.get(`/api/records/finds?filter=${filter}`, 'reader')).json().total).toBe(1005)
      await db.write((tx) => tx.run(sql`DELETE FROM "finds" WHERE "id" >= ${made[0] ?? 0}`))
      await setPath([])
    })

    test('is nothing when a step of the path is gone', async () => {
      await setPath(['contexts', 'finds'])
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_cfg_relations" SET "to_tb" = 'gone' WHERE "from_tb" = 'contexts'`),
      )
      await dig.application.reload()
      expect((await related('trenches/1')).json().sources).toEqual([])
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_cfg_relations" SET "to_tb" = 'trenches' WHERE "from_tb" = 'contexts'`),
      )
      await dig.application.reload()
      await setPath([])
    })

    test.each<[string, Role | undefined, number, string]>([
      ['trenches/99', 'reader', 404, 'record_not_found'],
      ['none/1', 'reader', 404, 'unknown_table'],
      ['samples/1', 'reader', 422, 'plugin_table_not_allowed'],
      ['trenches/one', 'reader', 400, 'invalid_parameter'],
      ['trenches/-1', 'reader', 400, 'invalid_parameter'],
      ['trenches/1.5', 'reader', 400, 'invalid_parameter'],
      ['trenches/99999999999999999999', 'reader', 404, 'record_not_found'],
      ['trenches/1', undefined, 401, 'unauthenticated'],
    ])('%s as %s is refused with %i', async (path, as, status, code) => {
      const reply = await dig.get(`/api/chrono/related/${path}`, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('what somebody may not read', () => {
    let own: Dig
    beforeAll(async () => {
      own = await openDig(engine)
      await dateContexts(own)
      await own.post('/api/config/table/finds/fuzzy-date', {}, 'super_admin')
      await relateTables(own, ['contexts', 'trench'], 'trenches', 'RESTRICT')
      await relateTables(own, ['finds', 'context'], 'contexts', 'RESTRICT')
      for (const find of [1, 3, 4])
        await own.patch(`/api/record/finds/${find}`, { core: { chrono_label: String(find) } }, 'writer')
      await own.put(
        '/api/config/table/trenches',
        { chrono_density_path: ['contexts', 'finds'] },
        'super_admin',
      )
      await hideRows(own, 'reader', 'contexts', { ctx_no: { _neq: 'C1' } })
      await hideRows(own, 'self_writer', 'trenches', { code: { _neq: 'A' } })
      await hideTable(own, 'writer', 'contexts')
    })
    afterAll(() => own.close())
    const get = async (path: string, as: Role) => (await own.get(`/api/chrono/${path}`, as)).json()

    test('is on no line of time', async () => {
      expect(ids((await get('timeline?tb[]=contexts', 'reader')).tables)).toEqual([['contexts', [5, 3, 2]]])
      expect(ids((await get('timeline', 'writer')).tables)).toEqual([['finds', [1, 3, 4]]])
      expect((await get('timeline?tb=contexts', 'writer')).tables).toEqual([])
    })

    test('leads nowhere', async () => {
      expect(ids((await get('related/trenches/1', 'reader')).sources)).toEqual([['finds', [3]]])
      expect((await get('related/trenches/1', 'reader')).sources[0].filter).toEqual({ id: { _in: [3] } })
      expect((await get('related/trenches/1', 'writer')).sources).toEqual([])
      expect(ids((await get('related/trenches/1', 'admin')).sources)).toEqual([['finds', [1, 3]]])
    })

    test('does not exist', async () => {
      expect((await get('related/trenches/1', 'self_writer')).code).toBe('record_not_found')
      expect((await get('related/contexts/1', 'reader')).code).toBe('record_not_found')
      expect((await get('related/contexts/2', 'writer')).code).toBe('not_enough_privilege')
    })
  })

  describe('records whose dating shares years with a span', () => {
    const span = 'filter[chrono_from][_chrono_overlap][]=-330&filter[chrono_from][_chrono_overlap][]=-305'
    test.each([
      ['in brackets', span],
      [
        'in numbered brackets',
        'filter[chrono_from][_chrono_overlap][1]=-305&filter[chrono_from][_chrono_overlap][0]=-330',
      ],
      ['as JSON', `filter=${encodeURIComponent('{"chrono_from":{"_chrono_overlap":[-330,-305]}}')}`],
    ])('are listed, exported and drawn: the span %s', async (_how, filter) => {
      const list = (await dig.get(`/api/records/contexts?${filter}`, 'reader')).json()
      expect(list.data.map(({ id }: { id: number }) => id)).toEqual([1, 2])
      const csv = await dig.get(`/api/records/contexts/export?format=csv&${filter}`, 'reader')
      expect(csv.body.trim().split('\n')).toHaveLength(3)
      const { nodes } = (await dig.get(`/api/rs/matrix?tb=contexts&${filter}`, 'reader')).json()
      const met = nodes.filter((node: { in_filter: boolean }) => node.in_filter)
      expect(met.map(({ db_id }: { db_id: number }) => db_id)).toEqual([1, 2])
    })

    test.each([
      ['filter[chrono_to][_chrono_overlap][]=1&filter[chrono_to][_chrono_overlap][]=2'],
      ['filter[chrono_from][_chrono_overlap][]=1'],
      ['filter[chrono_from][_chrono_overlap]=1'],
      ['filter[chrono_from][_chrono_overlap][]=a&filter[chrono_from][_chrono_overlap][]=b'],
    ])('cannot be asked for by %s', async (filter) => {
      const reply = await dig.get(`/api/records/contexts?${filter}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_filter'])
    })
  })
})
