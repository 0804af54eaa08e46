import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

describe.each(engines)('search forms (%s)', (engine) => {
  let dig: Dig

  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  const values = async (url: string, as: Role = 'reader') => {
    const reply = await dig.get(`/api/search/${url}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ values: unknown[] }>().values
  }

  describe('what a form offers', () => {
    const config = async (table: string, as: Role = 'reader') =>
      (await dig.get(`/api/search/${table}/config`, as)).json()

    test('is the fields of the table and then those of its plugin tables, in their order', async () => {
      const { fields } = await config('contexts')
      const names: string[] = fields.map((field: { value: string }) => field.value)
      const own = names.filter((name) => name.startsWith('contexts:'))
      const { fields: columns } = (await dig.get('/api/records/contexts', 'reader')).json()
      expect(new Set(own)).toEqual(new Set(columns.map(({ name }: { name: string }) => `contexts:${name}`)))
      expect(names.slice(own.length)).toEqual([
        'samples:id',
        'samples:id_link',
        'samples:litres',
        'samples:lab',
      ])
      expect(fields).toContainEqual({
        value: 'contexts:ctx_no',
        label: 'Context',
        type: 'text',
        db_type: 'TEXT',
        is_unique: true,
      })
      expect(fields).toContainEqual({
        value: 'samples:lab',
        label: 'Samples › Lab',
        type: 'text',
        db_type: 'TEXT',
      })
    })

    test('names the table that a lookup field refers to, and the field that names its records', async () => {
      const { fields } = await config('contexts')
      expect(fields).toContainEqual({
        value: 'contexts:trench',
        label: 'Trench',
        type: 'select',
        db_type: 'INTEGER',
        ref_tb: 'trenches',
        ref_field: 'code',
      })
    })

    test('does not name a table that the caller may not read', async () => {
      await hideTable(dig, 'reader', 'trenches')
      const { fields } = await config('contexts')
      expect(fields).toContainEqual({
        value: 'contexts:trench',
        label: 'Trench',
        type: 'select',
        db_type: 'INTEGER',
      })
    })

    test('has eleven operators and two connectors', async () => {
      const { operators, connectors } = await config('finds')
      expect(operators).toEqual([
        { value: '_icontains', key: 'contains' },
        { value: '_eq', key: 'is_exactly' },
        { value: '_ncontains', key: 'doesnt_contain' },
        { value: '_starts_with', key: 'starts_with' },
        { value: '_ends_with', key: 'ends_with' },
        { value: '_nstarts_with', key: 'not_starts_with' },
        { value: '_nends_with', key: 'not_ends_with' },
        { value: '_empty', key: 'is_empty' },
        { value: '_nempty', key: 'is_not_empty' },
        { value: '_gt', key: 'bigger' },
        { value: '_lt', key: 'smaller' },
      ])
      expect(connectors).toEqual(['AND', 'OR'])
    })
  })

  describe('the values of a field', () => {
    test('come once each, sorted, without empty ones', async () => {
      expect(await values('finds/values?fld=material')).toEqual([
        'Iron slag',
        'amber',
        'bone',
        'bronze',
        'flint',
        'iron',
      ])
      expect(await values('contexts/values?fld=ctx_type')).toEqual(['cut', 'fill', 'layer', 'wall'])
    })

    test('are numbers where the field holds numbers, in the order of numbers', async () => {
      expect(await values('finds/values?fld=weight_g')).toEqual([0.5, 1.5, 3.2, 7, 12, 55, 100])
      expect(await values('contexts/values?fld=count_of')).toEqual([0, 1, 2, 4, 9])
    })

    test('of a lookup field are the names of the records referred to', async () => {
      expect(await values('contexts/values?fld=trench')).toEqual(['A', 'B', 'C'])
    })

    test('of a plugin table can be asked for too', async () => {
      expect(await values('samples/values?fld=lab')).toEqual(['Graz', 'Oxford'])
    })

    test('that contain a text are found whatever its case, its wildcards meaning themselves', async () => {
      expect(await values('finds/values?fld=material&q=IRON')).toEqual(['Iron slag', 'iron'])
      expect(await values('contexts/values?fld=notes&q=%C3%B6FEN')).toEqual(['Öfen pit'])
      expect(await values('contexts/values?fld=notes&q=0%25%20s')).toEqual(['100% stone_built'])
      expect(await values('contexts/values?fld=notes&q=%25')).toEqual(['100% stone_built'])
      expect(await values('contexts/values?fld=depth_cm&q=0.')).toEqual([0.1, 90.25])
      expect(await values('contexts/values?fld=notes&q=%20')).toHaveLength(4)
    })

    test('are those that the filter language finds with the same text', async () => {
      const texts = [
        'Öfen',
        'öFEN pit',
        'straße',
        'STRASSE',
        'İznik',
        'ıznik',
        '50%',
        '5_0',
        'a\\\\b',
        ' ',
        'Σας',
        "it's",
      ]
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'trenches',
          ['code'],
          texts.map((text) => [text]),
        ),
      )
      const piece = fc.constantFrom(...texts).chain((text) => {
        const characters = [...text]
        return fc
          .tuple(fc.nat(characters.length - 1), fc.integer({ min: 1, max: 4 }))
          .map(([from, length]) => characters.slice(from, from + length).join(''))
      })
      await fc.assert(
        fc.asyncProperty(piece, fc.constantFrom('same', 'upper', 'lower'), async (part, letters) => {
          const text =
            letters === 'upper' ? part.toUpperCase() : letters === 'lower' ? part.toLowerCase() : part
          fc.pre(text.trim() !== '')
          const found = await dig.post(
            '/api/records/trenches',
            { filter: { code: { _icontains: text } }, sort_field: 'code', per_page: 200 },
            'reader',
          )
          const codes = found.json().data.map((row: { code: string }) => row.code)
          expect(await values(`trenches/values?fld=code&q=${encodeURIComponent(text)}`)).toEqual(codes)
        }),
        { numRuns: 60 },
      )
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "trenches" WHERE "id" > 3`))
    })

    test('are as many as asked for at most', async () => {
      expect(await values('finds/values?fld=material&limit=2')).toEqual(['Iron slag', 'amber'])
      expect(await values('finds/values?fld=material&limit=99999999')).toHaveLength(6)
    })

    test('follow what is written', async () => {
      await dig.post('/api/record/trenches', { core: { code: 'D' } }, 'writer')
      expect(await values('contexts/values?fld=trench')).toEqual(['A', 'B', 'C', 'D'])
      expect(await values('contexts/values?fld=trench&q=d')).toEqual(['D'])
    })

    test('are those of rows that the caller may see', async () => {
      await hideRows(dig, 'reader', 'finds', { material: { _in: ['flint', 'bone'] } })
      expect(await values('finds/values?fld=material')).toEqual(['bone', 'flint'])
      expect(await values('finds/values?fld=material&q=iron')).toEqual([])
      expect(await values('finds/values?fld=material', 'writer')).toHaveLength(6)
    })

    test('of a plugin table are those of the records that the caller may see', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _eq: 'C3' } })
      expect(await values('samples/values?fld=lab')).toEqual(['Graz'])
      expect(await values('finds/values?fld=context')).toEqual(['C3'])
    })

    test('of a plugin table are no longer those of a record that is hidden meanwhile', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_type: { _neq: 'wall' } })
      expect(await values('samples/values?fld=lab')).toEqual(['Graz', 'Oxford'])
      await dig.patch('/api/record/contexts/3', { core: { ctx_type: 'wall' } }, 'writer')
      expect(await values('samples/values?fld=lab')).toEqual(['Oxford'])
      await dig.patch('/api/record/contexts/3', { core: { ctx_type: 'fill' } }, 'writer')
    })

    test('of a lookup into a table that is hidden are none', async () => {
      await hideTable(dig, 'reader', 'trenches')
      expect(await values('contexts/values?fld=trench')).toEqual([])
    })

    test('are found in a field of very many, too', async () => {
      await dig.application.db.write((tx) =>
        tx.insertMany(
          'finds',
          ['inv_no'],
          Array.from({ length: 1500 }, (_, number) => [`M${String(number).padStart(4, '0')}`]),
        ),
      )
      expect(await values('finds/values?fld=inv_no')).toHaveLength(1000)
      expect(await values('finds/values?fld=inv_no&limit=1200')).toHaveLength(1200)
      expect(await values('finds/values?fld=inv_no&q=m149')).toEqual(
        Array.from({ length: 10 }, (_, digit) => `M149${digit}`),
      )
    })
  })

  test.each(['config', 'values?fld=material'])(
    'a table that is hidden from the caller is refused: %s',
    async (path) => {
      await hideTable(dig, 'reader', 'finds')
      const reply = await dig.get(`/api/search/finds/${path}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    },
  )

  test.each<[string, string, Role | undefined, number, string]>([
    ['no token', 'finds/config', undefined, 401, 'unauthenticated'],
    ['no token for values', 'finds/values?fld=material', undefined, 401, 'unauthenticated'],
    ['an unknown table', 'coins/config', 'reader', 404, 'unknown_table'],
    ['a system table', 'sys_users/values?fld=email', 'reader', 404, 'unknown_table'],
    ['no field', 'finds/values', 'reader', 400, 'parameter_missing'],
    ['an unknown field', 'finds/values?fld=nope', 'reader', 400, 'unknown_field'],
    ['a list of fields', 'finds/values?fld[]=material', 'reader', 400, 'invalid_parameter'],
    ['a text with NUL', 'finds/values?fld=material&q=%00', 'reader', 400, 'invalid_parameter'],
    ['a limit of none', 'finds/values?fld=material&limit=0', 'reader', 400, 'invalid_parameter'],
    ['a limit that is no number', 'finds/values?fld=material&limit=x', 'reader', 400, 'invalid_parameter'],
  ])('%s is refused', async (_what, url, as, status, code) => {
    const reply = await dig.get(`/api/search/${url}`, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })
})
