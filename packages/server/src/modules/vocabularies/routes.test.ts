import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { versionsIn } from '../../testing/versions.js'

interface Vocabulary {
  readonly name: string
  readonly items: readonly { readonly id: number; readonly def: string; readonly sort: number }[]
}

describe.each([...oneEngine])('vocabularies (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const list = async (as: Role = 'reader'): Promise<readonly Vocabulary[]> =>
    (await dig.get('/api/vocabularies', as)).json<{ vocs: Vocabulary[] }>().vocs
  const definitions = async (name: string) =>
    (await list()).find((vocabulary) => vocabulary.name === name)?.items.map(({ def }) => def)
  const add = async (voc: string, def: string, as: Role = 'admin'): Promise<number> => {
    const reply = await dig.post('/api/vocabularies', { voc, def }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ id: number }>().id
  }

  test('items come in the order in which they were added, vocabularies by name', async () => {
    const silt = await dig.post('/api/vocabularies', { voc: 'soil', def: 'silt' }, 'admin')
    expect(silt.json()).toEqual({ status: 'success', code: 'ok_def_added', id: expect.any(Number) })
    await add('soil', ' loess ', 'key10')
    await add('Fuel', 'oak')
    await add('fuel', 'ash')
    expect(await list('key30')).toEqual([
      { name: 'Fuel', items: [{ id: expect.any(Number), def: 'oak', sort: 0 }] },
      { name: 'fuel', items: [{ id: expect.any(Number), def: 'ash', sort: 0 }] },
      {
        name: 'soil',
        items: [
          { id: silt.json().id, def: 'silt', sort: 0 },
          { id: expect.any(Number), def: 'loess', sort: 1 },
        ],
      },
    ])
  })

  test('a vocabulary is gone with its last item', async () => {
    const id = await add('ghost', 'only one')
    expect((await dig.delete(`/api/vocabulary/${id}`, undefined, 'admin')).json()).toEqual({
      status: 'success',
      code: 'ok_def_erase',
    })
    expect(await definitions('ghost')).toBeUndefined()
  })

  test('the fields of a vocabulary whose name has a line break are told, too', async () => {
    const field = { name: 'paste', label: 'Paste', type: 'select', vocabulary_set: 'clay\nand paste' }
    expect((await dig.post('/api/config/table/finds/field', field, 'super_admin')).statusCode).toBe(200)
    expect((await dig.get('/api/vocabularies/usages', 'reader')).json().usages).toEqual({
      'clay\nand paste': [{ tb: 'finds', tb_label: 'Finds', field: 'paste', field_label: 'Paste' }],
    })
  })

  test('of two who add the same in the same moment one is refused', async () => {
    const replies = await Promise.all(
      [1, 2].map(() => dig.post('/api/vocabularies', { voc: 'race', def: 'same' }, 'admin')),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  })

  test('an item is renamed, also to what it is called already', async () => {
    const id = await add('bones', 'femor')
    for (const val of ['femur', ' femur ']) {
      const reply = await dig.patch(`/api/vocabulary/${id}`, { val }, 'admin')
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_def_update' })
    }
    expect(await definitions('bones')).toEqual(['femur'])
  })

  test('of two who rename the same item the second learns what it is called by now', async () => {
    const id = await add('soils', 'loam')
    const rename = (val: string, before?: string) =>
      dig.patch(`/api/vocabulary/${id}`, { val, ...(before && { before }) }, 'admin')
    const replies = await Promise.all(['silt', 'clay'].map((val) => rename(val, 'loam')))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const stands = (await definitions('soils'))?.[0]
    const refused = replies.find(({ statusCode }) => statusCode === 412)?.json()
    expect(refused).toMatchObject({ code: 'stale_record', detail: { id, def: stands } })
    expect(refused.text).toContain(`"${stands}"`)
    expect((await rename('sand', stands)).statusCode).toBe(200)
    // What it is called already is no loss, and who says nothing of before is not asked.
    expect((await rename('sand', 'loam')).statusCode).toBe(200)
    expect((await rename('marl')).statusCode).toBe(200)
    expect(await definitions('soils')).toEqual(['marl'])
  })

  describe('the order', () => {
    const ids: number[] = []
    const sort = (body: unknown) => dig.post('/api/vocabularies/sort', body, 'admin')
    beforeAll(async () => {
      for (const def of ['a', 'b', 'c', 'd', 'e']) ids.push(await add('letters', def))
    })
    const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((place) => () => ids[place]) as [
      () => number,
      () => number,
      () => number,
      () => number,
      () => number,
    ]

    test('of all items is as it was sent', async () => {
      const reply = await sort({ ids: [e(), d(), c(), b(), a()] })
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_sort_update' })
      expect(await definitions('letters')).toEqual(['e', 'd', 'c', 'b', 'a'])
    })

    test('of items that are not named stays, behind the others', async () => {
      await sort({ ids: [a(), c()] })
      expect(await definitions('letters')).toEqual(['a', 'c', 'e', 'd', 'b'])
      const items = (await list()).find(({ name }) => name === 'letters')?.items
      expect(items?.map((item) => item.sort)).toEqual([0, 1, 2, 3, 4])
      await add('letters', 'f')
      expect((await definitions('letters'))?.at(-1)).toBe('f')
    })

    test('may come with the digits of the ids', async () => {
      await sort({ ids: [String(b()), a()] })
      expect((await definitions('letters'))?.slice(0, 2)).toEqual(['b', 'a'])
    })

    test('of two who sort the same items the second learns in which order they are by now', async () => {
      const order = async () =>
        (await list()).find(({ name }) => name === 'letters')?.items.map(({ id }) => id) ?? []
      await sort({ ids: ids })
      const before = await order()
      const replies = await Promise.all(
        [[...before].reverse(), [b(), a()]].map((one) => sort({ ids: one, before })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
      const now = await order()
      const refused = replies.find(({ statusCode }) => statusCode === 412)?.json()
      expect(refused).toMatchObject({ code: 'stale_record', detail: { now: { ids: now } } })
      // That order itself is no loss, and who says nothing of before is not asked.
      expect((await sort({ ids: now, before })).statusCode).toBe(200)
      expect((await sort({ ids: [e(), d()], before: now })).statusCode).toBe(200)
      expect((await sort({ ids: ids })).statusCode).toBe(200)
      expect(await order()).toEqual(before)
      // What was not there yet, or is gone, is no other order of the rest.
      const gone = await add('letters', 'g')
      await dig.delete(`/api/vocabulary/${gone}`, 'admin')
      expect((await sort({ ids: [e()], before: [...ids.slice(1), gone] })).statusCode).toBe(200)
      expect((await order()).slice(0, 2)).toEqual([e(), a()])
      expect((await sort({ ids: ids, before: 'abc' })).json().code).toBe('invalid_parameter')
    })

    test.each<[string, () => unknown, number, string]>([
      ['no list', () => ({}), 400, 'parameter_missing'],
      ['an empty list', () => ({ ids: [] }), 400, 'parameter_missing'],
      ['null', () => ({ ids: null }), 400, 'parameter_missing'],
      ['a text', () => ({ ids: '1,2' }), 400, 'invalid_parameter'],
      ['a list of texts', () => ({ ids: ['a'] }), 400, 'invalid_parameter'],
      ['an unknown item', () => ({ ids: [a(), 999_999] }), 404, 'error_sort_update'],
      ['an id beyond all numbers', () => ({ ids: [1e300] }), 404, 'error_sort_update'],
      ['a repeated item', () => ({ ids: [a(), b(), a()] }), 422, 'error_sort_update'],
    ])('%s is refused and changes nothing', async (_what, body, status, code) => {
      const before = await definitions('letters')
      const reply = await sort(body())
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await definitions('letters')).toEqual(before)
    })

    test('items of several vocabularies are refused', async () => {
      const other = await add('numbers', 'one')
      const reply = await sort({ ids: [b(), other] })
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'error_sort_update'])
      expect(reply.json().text).toContain('"letters" and of "numbers"')
    })
  })

  describe('refusals', () => {
    const letter = async (): Promise<number> =>
      (await list()).find(({ name }) => name === 'letters')?.items.find(({ def }) => def === 'a')?.id ?? 0
    test.each([
      ['no vocabulary', { voc: ' ', def: 'clay' }, 400, 'parameter_missing'],
      ['no definition', { voc: 'soil' }, 400, 'parameter_missing'],
      ['a blank definition', { voc: 'soil', def: '  ' }, 400, 'parameter_missing'],
      ['null', { voc: 'soil', def: null }, 400, 'parameter_missing'],
      ['a number', { voc: 'soil', def: 7 }, 400, 'invalid_parameter'],
      ['a definition of 201 characters', { voc: 'soil', def: 'x'.repeat(201) }, 400, 'invalid_parameter'],
      ['a vocabulary of 101 characters', { voc: 'x'.repeat(101), def: 'clay' }, 400, 'invalid_parameter'],
      ['the character NUL', { voc: 'soil', def: 'a\u0000b' }, 400, 'invalid_parameter'],
      ['a definition that it has', { voc: 'soil', def: ' silt' }, 409, 'error_def_added'],
    ])('%s is not added', async (_what, body, status, code) => {
      const reply = await dig.post('/api/vocabularies', body, 'admin')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })

    test('200 characters are a definition, also when each takes two units', async () => {
      await add('signs', '👍'.repeat(200))
    })

    test.each([
      ['no definition', {}, 400, 'parameter_missing'],
      ['a blank definition', { val: ' ' }, 400, 'parameter_missing'],
      ['a list', { val: ['x'] }, 400, 'invalid_parameter'],
      ['a definition of 201 characters', { val: 'x'.repeat(201) }, 400, 'invalid_parameter'],
      ['a definition that the vocabulary has', { val: 'b' }, 409, 'error_def_update'],
      ['that in a preview', { val: 'b', preview: true }, 409, 'error_def_update'],
      ['"yes" for carry', { val: 'z', carry: 'yes' }, 400, 'invalid_parameter'],
    ])('an item is not renamed to %s', async (_what, body, status, code) => {
      const reply = await dig.patch(`/api/vocabulary/${await letter()}`, body, 'admin')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })

    test.each(['999999', '99999999999999999999', '0'])('there is no item %s', async (id) => {
      const renamed = await dig.patch(`/api/vocabulary/${id}`, { val: 'x', carry: true }, 'admin')
      expect([renamed.statusCode, renamed.json().code]).toEqual([404, 'error_def_update'])
      for (const query of ['', '?preview=1']) {
        const removed = await dig.delete(`/api/vocabulary/${id}${query}`, undefined, 'admin')
        expect([removed.statusCode, removed.json().code]).toEqual([404, 'error_def_erase'])
      }
    })

    test.each(['writer', 'self_writer', 'reader', 'key20'] as const)(
      '%s may read, not write',
      async (role) => {
        const id = await letter()
        expect((await dig.get('/api/vocabularies', role)).statusCode).toBe(200)
        expect((await dig.get('/api/vocabularies/usages', role)).statusCode).toBe(200)
        for (const reply of [
          await dig.post('/api/vocabularies', { voc: 'soil', def: 'mud' }, role),
          await dig.patch(`/api/vocabulary/${id}`, { val: 'mud' }, role),
          await dig.delete(`/api/vocabulary/${id}`, undefined, role),
          await dig.post('/api/vocabularies/sort', { ids: [id] }, role),
        ]) {
          expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
        }
      },
    )
  })
})

describe.each([...oneEngine])('a vocabulary and the records that use it (%s)', (engine) => {
  let dig: Dig
  const items: Record<string, number> = {}
  beforeAll(async () => {
    dig = await openDig(engine)
    const fields: readonly (readonly [string, Record<string, unknown>])[] = [
      ['contexts', { name: 'colour', label: 'Colour', type: 'select', db_type: 'TEXT' }],
      ['contexts', { name: 'colours', label: 'Colours', type: 'multi_select', db_type: 'TEXT' }],
      ['samples', { name: 'shade', label: 'Shade', type: 'combo_select', db_type: 'TEXT' }],
      ['finds', { name: 'glaze', label: 'Glaze', type: 'select', db_type: 'TEXT', check: ['no_dupl'] }],
      ['finds', { name: 'code', label: 'Code', type: 'select', db_type: 'INTEGER' }],
    ]
    for (const [table, form] of fields) {
      const body = { ...form, vocabulary_set: 'colours' }
      const reply = await dig.post(`/api/config/table/${table}/field`, body, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    for (const def of ['red', 'brown', 'dark brown', '7', 'grey'])
      items[def] = (await dig.post('/api/vocabularies', { voc: 'colours', def }, 'admin')).json().id
    await dig.application.db.write(async (tx) => {
      const set = async (colour: string | null, colours: string | null, id: number) =>
        tx.run(sql`UPDATE "contexts" SET "colour" = ${colour}, "colours" = ${colours} WHERE "id" = ${id}`)
      await set('brown', 'red;brown;grey', 1)
      await set('dark brown', 'dark brown;red', 2)
      await set('brown', 'brown', 3)
      await set(null, 'brown;brown;red', 4)
      await set('Brown', 'umber;brown', 5)
      await set('red', null, 6)
      await tx.run(sql`UPDATE "samples" SET "shade" = 'brown' WHERE "id" IN (1, 2)`)
      await tx.run(sql`UPDATE "finds" SET "glaze" = 'brown' WHERE "id" = 1`)
      await tx.run(sql`UPDATE "finds" SET "glaze" = 'black' WHERE "id" = 2`)
      await tx.run(sql`UPDATE "finds" SET "code" = 7 WHERE "id" > 6`)
    })
  })
  afterAll(() => dig.close())

  const values = async (table: string, name: string): Promise<unknown[]> => {
    const statement = { text: [`SELECT "${name}" AS "value" FROM "${table}" ORDER BY "id"`], values: [] }
    return (await dig.application.db.quick.all<{ value: unknown }>(statement)).map(({ value }) => value)
  }
  const state = async () => [
    await values('contexts', 'colour'),
    await values('contexts', 'colours'),
    await values('samples', 'shade'),
    await values('finds', 'glaze'),
    await values('finds', 'code'),
    await values('sys_vocabularies', 'def'),
    (await versionsIn(dig)).length,
  ]
  const rename = (def: string, val: string, more: Record<string, unknown> = { carry: true }) =>
    dig.patch(`/api/vocabulary/${items[def]}`, { val, ...more }, 'admin')
  const usages = async (query = '', as: Role = 'reader') =>
    (await dig.get(`/api/vocabularies/usages${query}`, as)).json<{
      usages: Record<string, { tb: string; field: string; counts?: Record<string, number> }[]>
    }>().usages

  test('its usages name table and field', async () => {
    expect(await usages()).toEqual({
      colours: [
        { tb: 'contexts', tb_label: 'Contexts', field: 'colour', field_label: 'Colour' },
        { tb: 'contexts', tb_label: 'Contexts', field: 'colours', field_label: 'Colours' },
        { tb: 'samples', tb_label: 'Samples', field: 'shade', field_label: 'Shade' },
        { tb: 'finds', tb_label: 'Finds', field: 'glaze', field_label: 'Glaze' },
        { tb: 'finds', tb_label: 'Finds', field: 'code', field_label: 'Code' },
      ],
    })
    expect(await usages('?voc=soil')).toEqual({})
  })

  test('its usages count the rows of each item, single values of a list too', async () => {
    const { colours } = await usages('?counts=1&voc=colours')
    const { red, brown, grey, 'dark brown': dark, 7: seven } = items as Record<string, number>
    expect(colours?.map(({ tb, field, counts }) => [tb, field, counts])).toEqual([
      ['contexts', 'colour', { [brown as number]: 2, [dark as number]: 1, [red as number]: 1 }],
      [
        'contexts',
        'colours',
        { [red as number]: 3, [brown as number]: 4, [grey as number]: 1, [dark as number]: 1 },
      ],
      ['samples', 'shade', { [brown as number]: 2 }],
      ['finds', 'glaze', { [brown as number]: 1 }],
      ['finds', 'code', { [seven as number]: 2 }],
    ])
  })

  test('what the caller may not read is neither named nor counted', async () => {
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 1 } })
    await hideTable(dig, 'reader', 'finds')
    const { colours } = await usages('?counts=1')
    const brown = items['brown'] as number
    expect(colours?.map(({ tb, field, counts }) => [tb, field, counts?.[brown]])).toEqual([
      ['contexts', 'colour', 1],
      ['contexts', 'colours', 3],
      ['samples', 'shade', undefined],
    ])
  })

  test('who would delete an item learns first how many rows use it; they keep it', async () => {
    const reply = await dig.delete(`/api/vocabulary/${items['brown']}?preview=1`, undefined, 'admin')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_def_erase',
      used: {
        total: 9,
        fields: [
          { tb: 'contexts', field: 'colour', count: 2 },
          { tb: 'contexts', field: 'colours', count: 4 },
          { tb: 'samples', field: 'shade', count: 2 },
          { tb: 'finds', field: 'glaze', count: 1 },
        ],
      },
    })
    const before = await values('contexts', 'colours')
    expect((await dig.delete(`/api/vocabulary/${items['grey']}`, undefined, 'admin')).statusCode).toBe(200)
    expect(await values('contexts', 'colours')).toEqual(before)
  })

  test('a rename leaves the records alone unless it is to be carried into them', async () => {
    const before = await values('contexts', 'colour')
    expect((await rename('brown', 'bruno', {})).json()).toEqual({ status: 'success', code: 'ok_def_update' })
    expect((await rename('brown', 'brown', {})).statusCode).toBe(200)
    expect(await values('contexts', 'colour')).toEqual(before)
  })

  test('a preview counts what a rename would change, and writes nothing', async () => {
    const before = await state()
    const reply = await rename('brown', 'umber', { carry: true, preview: true })
    expect(reply.json()).toMatchObject({ code: 'ok_def_update', changed: { total: 9 } })
    const alone = await rename('brown', 'umber', { preview: true })
    expect(alone.json()).toMatchObject({ changed: { total: 0, fields: [] } })
    expect(await state()).toEqual(before)
  })

  test('a rename is carried into every field, list and plugin row, with one version of each record', async () => {
    const versions = (await versionsIn(dig)).length
    const preview = (await rename('brown', 'umber', { carry: true, preview: true })).json()
    const reply = await rename('brown', 'umber')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_def_update',
      changed: {
        total: 9,
        fields: [
          { tb: 'contexts', field: 'colour', count: 2 },
          { tb: 'contexts', field: 'colours', count: 4 },
          { tb: 'samples', field: 'shade', count: 2 },
          { tb: 'finds', field: 'glaze', count: 1 },
        ],
      },
    })
    expect(reply.json()).toEqual(preview)
    expect(await values('contexts', 'colour')).toEqual(['umber', 'dark brown', 'umber', null, 'Brown', 'red'])
    expect(await values('contexts', 'colours')).toEqual([
      'red;umber;grey',
      'dark brown;red',
      'umber',
      'umber;umber;red',
      'umber',
      null,
    ])
    expect(await values('samples', 'shade')).toEqual(['umber', 'umber', null])
    expect((await values('finds', 'glaze')).slice(0, 2)).toEqual(['umber', 'black'])
    const rows = (await versionsIn(dig))
      .filter(({ userid, operation }) => userid === 2 && operation === 'update')
      .sort((one, other) => one.tb.localeCompare(other.tb) || one.rowid - other.rowid)
    expect((await versionsIn(dig)).length).toBe(versions + 5)
    expect(rows.map(({ tb, rowid }) => `${tb} ${rowid}`)).toEqual([
      'contexts 1',
      'contexts 3',
      'contexts 4',
      'contexts 5',
      'finds 1',
    ])
    const { core = {}, plugins = {} } = rows[0]?.content ?? {}
    expect([core['colour'], core['colours']]).toEqual(['brown', 'red;brown;grey'])
    expect(plugins['samples']?.map((row) => row['shade'])).toEqual(['brown', 'brown'])
  })

  test('in any list the old item gives way to the new one, once', async () => {
    const { id } = (await dig.post('/api/vocabularies', { voc: 'colours', def: 'x' }, 'admin')).json()
    const list = fc.array(fc.constantFrom('x', 'xx', 'y', 'yx', 'z z'), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(list, async (entries) => {
        const stored = entries.join(';')
        await dig.application.db.write(async (tx) => {
          await tx.run(sql`UPDATE "sys_vocabularies" SET "def" = 'x' WHERE "id" = ${id}`)
          await tx.run(sql`UPDATE "contexts" SET "colours" = ${stored} WHERE "id" = 6`)
        })
        const reply = await dig.patch(`/api/vocabulary/${id}`, { val: 'y', carry: true }, 'admin')
        expect(reply.json().changed.total).toBe(entries.includes('x') ? 1 : 0)
        const expected = entries.includes('y')
          ? entries.filter((entry) => entry !== 'x')
          : entries.map((entry) => (entry === 'x' ? 'y' : entry))
        expect((await values('contexts', 'colours'))[5]).toBe(expected.join(';'))
      }),
      { numRuns: 40 },
    )
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "contexts" SET "colours" = NULL WHERE "id" = 6`))
    await dig.delete(`/api/vocabulary/${id}`, undefined, 'admin')
  })

  test('numbers follow as numbers', async () => {
    expect((await rename('7', '8')).json().changed).toEqual({
      total: 2,
      fields: [{ tb: 'finds', field: 'code', count: 2 }],
    })
    expect((await values('finds', 'code')).slice(5)).toEqual([null, 8, 8])
  })

  test.each([
    ['what another row of a field without duplicates has', 'brown', 'black', 'black'],
    ['what a number field cannot hold', '7', 'seven', 'seven'],
    ['what would be two values in a list', 'red', 'red;green', 'red;green'],
  ])('%s is refused, and nothing is written', async (_what, def, val, value) => {
    const before = await state()
    for (const preview of [true, false]) {
      const reply = await rename(def, val, { carry: true, preview })
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'conflict'])
      expect(reply.json().detail).toMatchObject({ value })
    }
    expect(await state()).toEqual(before)
  })

  test('a frozen application carries nothing into records, and renames the item alone', async () => {
    const { main } = (await dig.get('/api/config/app', 'super_admin')).json<{ main: object }>()
    await dig.put('/api/config/app', { ...main, status: 'frozen' }, 'super_admin')
    const before = await state()
    const refused = await rename('red', 'scarlet')
    expect([refused.statusCode, refused.json().detail]).toEqual([403, 'frozen'])
    expect(await state()).toEqual(before)
    expect((await rename('red', 'scarlet', {})).statusCode).toBe(200)
    await dig.put('/api/config/app', { ...main, status: 'on' }, 'super_admin')
  })
})
