import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { draws } from '../../testing/draws.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { versionsIn } from '../../testing/versions.js'

describe.each([...engines])('search and replace (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const configure = async (table: string, form: Record<string, unknown>) => {
      const reply = await dig.post(`/api/config/table/${table}/field`, form, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await configure('samples', {
      name: 'box',
      label: 'Box',
      type: 'text',
      db_type: 'TEXT',
      check: ['no_dupl'],
    })
    await configure('finds', { name: 'tags', label: 'Tags', type: 'multi_select', db_type: 'TEXT' })
    await configure('finds', { name: 'ware', label: 'Ware', type: 'combo_select', db_type: 'TEXT' })
    await configure('finds', { name: 'kind', label: 'Kind', type: 'select', db_type: 'TEXT' })
    await configure('finds', { name: 'story', label: 'Story', type: 'md', db_type: 'TEXT' })
  })
  afterAll(() => dig.close())

  const get = (url: string) => dig.get(url, 'super_admin')
  const replace = (body: Record<string, unknown>) => dig.post('/api/search-replace', body, 'super_admin')
  const affected = async (body: Record<string, unknown>): Promise<number> => {
    const reply = await replace(body)
    expect(reply.statusCode, reply.body).toBe(200)
    const { examples, ...answer } = reply.json<{ affected: number; examples?: unknown[] }>()
    expect(answer).toEqual({ status: 'success', code: 'ok_search_replace', affected: answer.affected })
    expect(examples?.length).toBe(body['preview'] ? Math.min(answer.affected, 5) : undefined)
    return answer.affected
  }
  const column = async (table: string, name: string): Promise<unknown[]> => {
    const rows = await dig.application.db.quick.all<Record<string, unknown>>({
      text: [`SELECT "${name}" AS "value" FROM "${table}" ORDER BY "id"`],
      values: [],
    })
    return rows.map((row) => row['value'])
  }
  const write = (statement: Parameters<typeof dig.application.db.quick.all>[0]) =>
    dig.application.db.write((tx) => tx.run(statement))
  const newestVersions = async (most: number) =>
    (await versionsIn(dig))
      .slice(-most)
      .map(({ tb, rowid, userid, operation, content }) => ({ tb, rowid, userid, operation, content }))
      .sort((a, b) => a.rowid - b.rowid)
  const countVersions = async () => (await versionsIn(dig)).length

  test('main and plugin tables come in configuration order, system tables never', async () => {
    expect((await get('/api/search-replace/tables')).json()).toEqual({
      status: 'success',
      tables: [
        { name: 'trenches', label: 'Trenches' },
        { name: 'contexts', label: 'Contexts' },
        { name: 'samples', label: 'Samples' },
        { name: 'finds', label: 'Finds' },
      ],
    })
  })

  test.each([
    ['contexts', ['ctx_no', 'ctx_type', 'notes']],
    ['samples', ['lab', 'box']],
    ['finds', ['inv_no', 'material', 'ware', 'story']],
  ])('of "%s" those fields are listed that hold free text', async (table, names) => {
    const { fields } = (await get(`/api/search-replace/${table}/fields`)).json<{
      fields: { name: string }[]
    }>()
    expect(fields.map(({ name }) => name)).toEqual(names)
  })

  test('every occurrence is replaced, in the same letters only; the rows changed are counted', async () => {
    await write(sql`UPDATE "finds" SET "material" = 'iron, iron and Iron' WHERE "id" = 7`)
    const body = { tb: 'finds', fld: 'material', search: 'iron', replace: 'steel' }
    const before = await countVersions()
    expect(await affected({ ...body, preview: true })).toBe(1)
    expect(await countVersions()).toBe(before)
    expect(await column('finds', 'material')).toContain('iron, iron and Iron')
    expect(await affected(body)).toBe(1)
    expect(await column('finds', 'material')).toEqual([
      'flint',
      'amber',
      'bone',
      'bronze',
      null,
      '',
      'steel, steel and Iron',
      'Iron slag',
    ])
    expect(await affected(body)).toBe(0)
    expect(await countVersions()).toBe((before ?? 0) + 1)
  })

  test('a preview shows the first values as they are and as they would be', async () => {
    await write(sql`UPDATE "finds" SET "ware" = CASE WHEN "id" = 3 THEN 'red' ELSE 'redish red' END`)
    const body = { tb: 'finds', fld: 'ware', search: 'red', replace: '' }
    const { affected: count, examples } = (await replace({ ...body, preview: true })).json()
    expect([count, examples]).toEqual([
      8,
      [
        ...Array(2).fill({ before: 'redish red', after: 'ish ' }),
        { before: 'red', after: null },
        ...Array(2).fill({ before: 'redish red', after: 'ish ' }),
      ],
    ])
    expect((await replace({ ...body, replace: 'red', preview: true })).json()).toMatchObject({
      affected: 0,
      examples: [],
    })
  })

  test.each(['%', '_', '\\', "'", '$1', '.*', 'è', '👍'])('"%s" means itself', async (sign) => {
    await write(sql`UPDATE "finds" SET "story" = CASE WHEN "id" = 3 THEN ${`a${sign}b`} ELSE 'axb' END`)
    expect(await affected({ tb: 'finds', fld: 'story', search: sign, replace: `<${sign}>` })).toBe(1)
    expect((await column('finds', 'story'))[2]).toBe(`a<${sign}>b`)
  })

  test('an empty result becomes NULL, and no replacement takes the text out', async () => {
    await write(sql`UPDATE "finds" SET "ware" = CASE WHEN "id" < 3 THEN 'red' ELSE 'reddish' END`)
    expect(await affected({ tb: 'finds', fld: 'ware', search: 'red' })).toBe(8)
    expect(await column('finds', 'ware')).toEqual([null, null, ...Array(6).fill('dish')])
  })

  test('any text in any values is replaced as people would by hand', async () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', '%', '_', '\\', 'é', 'e\u0301', '👍', ' '),
      maxLength: 6,
    })
    const cases = fc.tuple(fc.array(texts, { minLength: 8, maxLength: 8 }), texts, texts)
    await fc.assert(
      fc.asyncProperty(cases, async ([values, search, text]) => {
        fc.pre(search !== '')
        await dig.application.db.write(async (tx) => {
          for (const [place, value] of values.entries())
            await tx.run(sql`UPDATE "finds" SET "story" = ${value} WHERE "id" = ${place + 1}`)
        })
        const expected = values.map((value) => {
          const parts = value.split(search)
          return parts.length === 1 ? value : parts.join(text) || null
        })
        const changed = values.filter((value, place) => value !== expected[place])
        const body = { tb: 'finds', fld: 'story', search, replace: text }
        expect(await affected({ ...body, preview: true })).toBe(changed.length)
        expect(await affected(body)).toBe(changed.length)
        expect((await column('finds', 'story')).slice(0, 8)).toEqual(expected)
      }),
      draws(15),
    )
  })

  test('the same text in both places changes nothing', async () => {
    const before = await countVersions()
    expect(await affected({ tb: 'finds', fld: 'inv_no', search: 'F', replace: 'F' })).toBe(0)
    expect(await countVersions()).toBe(before)
  })

  test('each record keeps one version with its state before, from which it can be put right again', async () => {
    const { core } = (await get('/api/record/contexts/2')).json<{ core: Record<string, { val: unknown }> }>()
    expect(await affected({ tb: 'contexts', fld: 'notes', search: 'pit', replace: 'posthole' })).toBe(1)
    const [version] = await newestVersions(1)
    expect(version).toMatchObject({ tb: 'contexts', rowid: 2, userid: 1, operation: 'update' })
    const values = Object.fromEntries(Object.entries(core).map(([name, cell]) => [name, cell.val]))
    expect(version?.content.core).toEqual(values)
    expect(version?.content.plugins).toEqual({ samples: [] })
    const undone = await dig.patch(
      '/api/record/contexts/2',
      { core: { notes: version?.content.core['notes'] } },
      'writer',
    )
    expect(undone.statusCode).toBe(200)
    expect((await column('contexts', 'notes'))[1]).toBe('Öfen pit')
  })

  test('rows of a plugin table change with one version of their record, however many of them', async () => {
    await write(sql`UPDATE "samples" SET "lab" = 'Oxford lab' WHERE "id_link" = 1`)
    const before = (await countVersions()) ?? 0
    expect(await affected({ tb: 'samples', fld: 'lab', search: 'Oxford', replace: 'Oxon' })).toBe(2)
    expect(await countVersions()).toBe(before + 1)
    const [version] = await newestVersions(1)
    expect(version).toMatchObject({ tb: 'contexts', rowid: 1, operation: 'update' })
    expect(version?.content.plugins['samples']?.map((row) => row['lab'])).toEqual([
      'Oxford lab',
      'Oxford lab',
    ])
    expect(await column('samples', 'lab')).toEqual(['Oxon lab', 'Oxon lab', 'Graz'])
  })

  test('restoring that version takes the change back, in plugin rows too', async () => {
    const restore = async (body: Record<string, unknown>) => {
      const versions = (await get('/api/record/contexts/1/versions')).json<{ versions: { id: number }[] }>()
        .versions
      const reply = await dig.post(`/api/version/${versions[0]?.id}/restore`, body, 'admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    expect(await affected({ tb: 'contexts', fld: 'notes', search: 'topsoil', replace: 'turf' })).toBe(1)
    await restore({ fields: ['notes'] })
    expect((await column('contexts', 'notes'))[0]).toBe('topsoil')
    expect(await affected({ tb: 'samples', fld: 'lab', search: 'Oxon', replace: 'Kiel' })).toBe(2)
    await restore({ fields: [], restore_plugins: ['samples'] })
    const labs = await dig.application.db.quick.all<{ lab: string }>(
      sql`SELECT "lab" FROM "samples" WHERE "id_link" = 1 ORDER BY "id"`,
    )
    expect(labs).toEqual([{ lab: 'Oxon lab' }, { lab: 'Oxon lab' }])
  })

  test('the record shows another state afterwards, and a search finds the new text', async () => {
    const etag = async () => (await get('/api/record/contexts/6')).headers['etag']
    const before = await etag()
    expect(await affected({ tb: 'contexts', fld: 'notes', search: 'burnt', replace: 'charred' })).toBe(1)
    expect(await etag()).not.toBe(before)
    const found = async (text: string) =>
      (await dig.post('/api/records/contexts', { filter: { notes: { _icontains: text } } }, 'reader')).json<{
        total: number
      }>().total
    expect([await found('burnt'), await found('CHARRED')]).toEqual([0, 1])
    await dig.application.db.whenIdle()
    expect(await affected({ tb: 'contexts', fld: 'notes', search: 'charred', replace: 'burnt' })).toBe(1)
    expect([await found('burnt'), await found('charred')]).toEqual([1, 0])
  })

  describe('where a value may stand once', () => {
    test.each([
      ['two that become the same', 'F1', 'F2'],
      ['what nothing is left of but what another has', 'F', ''],
    ])('%s are refused, and nothing is written', async (what, search, text) => {
      if (what.startsWith('what')) await write(sql`UPDATE "finds" SET "inv_no" = '1' WHERE "id" = 8`)
      const [before, versions] = [await column('finds', 'inv_no'), await countVersions()]
      for (const preview of [true, false]) {
        const reply = await replace({ tb: 'finds', fld: 'inv_no', search, replace: text, preview })
        expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict'])
        expect(reply.json().detail).toMatchObject({ tb: 'finds', fields: ['inv_no'] })
      }
      expect([await column('finds', 'inv_no'), await countVersions()]).toEqual([before, versions])
      await write(sql`UPDATE "finds" SET "inv_no" = 'F8' WHERE "id" = 8`)
    })

    test('duplicates that are there already are not the fault of the replacement', async () => {
      await write(sql`UPDATE "samples" SET "box" = CASE WHEN "id" < 3 THEN 'B1' ELSE 'B2' END`)
      expect(await affected({ tb: 'samples', fld: 'box', search: 'B', replace: 'Box ' })).toBe(3)
      expect(await column('samples', 'box')).toEqual(['Box 1', 'Box 1', 'Box 2'])
      const merged = await replace({ tb: 'samples', fld: 'box', search: 'Box 1', replace: 'Box 2' })
      expect(merged.statusCode).toBe(409)
    })

    test('several that become empty do not stand in the way of each other', async () => {
      await write(sql`UPDATE "samples" SET "box" = 'x'`)
      expect(await affected({ tb: 'samples', fld: 'box', search: 'x' })).toBe(3)
      expect(await column('samples', 'box')).toEqual([null, null, null])
    })

    test('a unique index of several fields refuses as well, and looks at the end only', async () => {
      const index = await dig.post(
        '/api/config/table/finds/indexes',
        { name: 'ware_kind', columns: ['ware', 'kind'], unique: true },
        'super_admin',
      )
      expect(index.statusCode, index.body).not.toBe(404)
      expect(index.statusCode, index.body).toBe(200)
      await write(sql`UPDATE "finds" SET "kind" = 'k', "ware" = NULL`)
      // Each new value is for a moment the old one of the next.
      for (const [id, ware] of ['a', 'aa', 'aaaa', 'b'].entries()) {
        await write(sql`UPDATE "finds" SET "ware" = ${ware} WHERE "id" = ${id + 1}`)
      }
      expect(await affected({ tb: 'finds', fld: 'ware', search: 'a', replace: 'aa' })).toBe(3)
      expect((await column('finds', 'ware')).slice(0, 4)).toEqual(['aa', 'aaaa', 'aaaaaaaa', 'b'])
      expect(await affected({ tb: 'finds', fld: 'ware', search: 'aa', replace: 'a' })).toBe(3)
      expect((await column('finds', 'ware')).slice(0, 4)).toEqual(['a', 'aa', 'aaaa', 'b'])
      const refused = await replace({ tb: 'finds', fld: 'ware', search: 'b', replace: 'aa' })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
      expect(refused.json().detail).toEqual({ tb: 'finds', fields: ['ware', 'kind'], value: ['aa', 'k'] })
    })
  })

  test('a thousand records and more change in one go, each with its version', async () => {
    const rows = Array.from({ length: 1203 }, (_, k) => [`Z${k}`, k % 3 === 0 ? 'of wood' : 'of clay', 1])
    await dig.application.db.write((tx) => tx.insertMany('finds', ['inv_no', 'material', 'creator'], rows))
    const before = (await countVersions()) ?? 0
    expect(await affected({ tb: 'finds', fld: 'material', search: 'clay', replace: 'loam' })).toBe(802)
    expect(await countVersions()).toBe(before + 802)
    expect((await column('finds', 'material')).filter((value) => value === 'of loam')).toHaveLength(802)
  })

  test('a frozen application refuses it', async () => {
    const status = async (value: string) => {
      const { main } = (await get('/api/config/app')).json<{ main: Record<string, unknown> }>()
      expect((await dig.put('/api/config/app', { ...main, status: value }, 'super_admin')).statusCode).toBe(
        200,
      )
    }
    await status('frozen')
    for (const preview of [true, false]) {
      const reply = await replace({
        tb: 'finds',
        fld: 'material',
        search: 'amber',
        replace: 'resin',
        preview,
      })
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
    }
    await status('on')
    expect(await column('finds', 'material')).toContain('amber')
  })

  const body = { tb: 'finds', fld: 'material', search: 'amber', replace: 'resin' }
  test.each([
    ['no table', { ...body, tb: undefined }, 400, 'parameter_missing'],
    ['no field', { ...body, fld: '' }, 400, 'parameter_missing'],
    ['nothing to search for', { ...body, search: '' }, 400, 'parameter_missing'],
    ['null to search for', { ...body, search: null }, 400, 'parameter_missing'],
    ['a number to search for', { ...body, search: 5 }, 400, 'invalid_parameter'],
    ['a list as replacement', { ...body, replace: ['x'] }, 400, 'invalid_parameter'],
    ['a text of 2001 characters', { ...body, search: 'x'.repeat(2001) }, 400, 'invalid_parameter'],
    ['a replacement of 2001 characters', { ...body, replace: 'x'.repeat(2001) }, 400, 'invalid_parameter'],
    ['the character NUL', { ...body, search: 'a\u0000' }, 400, 'invalid_parameter'],
    ['half a character', { ...body, replace: '\ud83d' }, 400, 'invalid_parameter'],
    ['an unknown table', { ...body, tb: 'coins' }, 404, 'unknown_table'],
    ['a system table', { ...body, tb: 'sys_users', fld: 'name' }, 404, 'unknown_table'],
    ['an unknown field', { ...body, fld: 'colour' }, 400, 'unknown_field'],
    ['a number field', { ...body, fld: 'weight_g' }, 400, 'unknown_field'],
    ['a lookup field', { ...body, fld: 'context' }, 400, 'unknown_field'],
    ['a date field', { ...body, fld: 'found_on' }, 400, 'unknown_field'],
    ['the creator', { ...body, fld: 'creator' }, 400, 'unknown_field'],
    ['a label of the chronology', { ...body, tb: 'contexts', fld: 'chrono_label' }, 400, 'unknown_field'],
    ['a preview that is no boolean', { ...body, preview: 'yes' }, 400, 'invalid_parameter'],
  ])('%s is refused', async (_what, body, status, code) => {
    const reply = await replace(body)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test.each(['admin', 'writer', 'reader', 'key10'] as const)('%s may not', async (role) => {
    for (const reply of [
      await dig.get('/api/search-replace/tables', role),
      await dig.get('/api/search-replace/finds/fields', role),
      await dig.post('/api/search-replace', body, role),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })

  test('the fields of an unknown table are refused', async () => {
    const reply = await get('/api/search-replace/coins/fields')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'unknown_table'])
  })
})
