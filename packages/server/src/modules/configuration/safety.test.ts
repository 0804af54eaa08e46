import { setImmediate as aMoment } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { openSecondNode } from '../../testing/second-node.js'
import { updateTableSettings } from './tables/service.js'

const as = 'super_admin'

describe.each(engines)('a change of configuration (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table
  const addTable = (name: string, more: object = {}) =>
    dig.post('/api/config/tables', { name, label: name, ...more }, as)
  const addField = (table: string, name: string, more: object = {}) =>
    dig.post(`/api/config/table/${table}/field`, { name, type: 'text', ...more }, as)
  const shapeOf = (table: string) =>
    dig.application.db.write((tx) => tx.schema.shapeOf(table), { schema: true })

  test('of a table by its form switches nothing off that the form does not show', async () => {
    await dig.post('/api/config/table/contexts/osteology', undefined, as)
    await dig.post('/api/config/table/contexts/radiocarbon', undefined, as)
    const form = { name: 'contexts', label: 'Contexts', is_plugin: '', order: 'id', id_field: 'ctx_no' }
    await dig.put(
      '/api/config/table/contexts',
      { ...form, preview: ['ctx_no'], rs: 1, geodata: 1, zotero: 0 },
      as,
    )
    await dig.put('/api/config/table/contexts_radiocarbon', { label: 'C14', is_plugin: '1', rs: 0 }, as)
    expect(await tableOf('contexts')).toMatchObject({
      fuzzy_date: true,
      osteology: true,
      rs: true,
      geodata: true,
    })
    expect(await tableOf('contexts_radiocarbon')).toMatchObject({ radiocarbon: true, plugin_of: 'contexts' })
  })

  test('takes zero, false and empty lists for what they are', async () => {
    await addField('finds', 'score', { type: 'slider', min: 0, max: '0', hide: true, check: ['int'] })
    expect((await tableOf('finds')).fields.score).toMatchObject({ min: 0, max: 0, hide: true })
    await dig.put(
      '/api/config/table/finds/field/score',
      { type: 'slider', min: '0', hide: false, check: [] },
      as,
    )
    const { score } = (await tableOf('finds')).fields
    expect(score.min).toBe(0)
    expect([score.max, score.hide, score.check]).toEqual([undefined, undefined, undefined])
    await dig.put('/api/config/table/contexts', { geodata: false, refman: '0', rs: 0 }, as)
    expect(await tableOf('contexts')).toMatchObject({ geodata: false, refman: false, rs: false })
  })

  test('of a field keeps its place, and makes no second one under another name', async () => {
    const place = (await tableOf('finds')).fields.material.sort
    await dig.put('/api/config/table/finds/field/material', { type: 'text', label: 'Material' }, as)
    expect((await tableOf('finds')).fields.material.sort).toBe(place)
    const reply = await dig.put('/api/config/table/finds/field/material', { name: 'stuff', type: 'text' }, as)
    expect(reply.json().errors).toMatchObject([{ field: 'name', code: 'immutable' }])
    expect((await tableOf('finds')).fields.stuff).toBeUndefined()
  })

  test('of the name of a field keeps the type of its column', async () => {
    await addTable('vessels')
    await addField('vessels', 'height', { db_type: 'FLOAT' })
    await addField('vessels', 'pieces', { db_type: 'INTEGER' })
    await dig.patch('/api/config/table/vessels/field/height', { new_name: 'height_mm' }, as)
    await dig.patch('/api/config/table/vessels/field/pieces', { new_name: 'sherds' }, as)
    const { fields } = await tableOf('vessels')
    expect([fields.height_mm.db_type, fields.sherds.db_type]).toEqual(['FLOAT', 'INTEGER'])
    expect((await shapeOf('vessels'))?.columns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'height_mm', type: 'FLOAT' }),
        expect.objectContaining({ name: 'sherds', type: 'INTEGER' }),
      ]),
    )
  })

  test('whose last step the database refuses leaves neither rows nor columns', async () => {
    const { db } = dig.application
    await db.write((tx) => tx.schema.createIndex('urns__idx_urns_id_link', 'finds', ['material'], 'whole'), {
      schema: true,
    })
    const catalogue = () =>
      db.quick.all(sql`
        SELECT "name" FROM "sys_cfg_tables" UNION ALL SELECT "name" FROM "sys_cfg_fields"
        UNION ALL SELECT "from_tb" FROM "sys_cfg_relations" UNION ALL SELECT "name" FROM "sys_cfg_indexes" ORDER BY 1`)
    const before = await catalogue()
    const reply = await addTable('urns', { is_plugin: 1, plugin_of: 'finds' })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'tb_already_available'])
    expect(await catalogue()).toEqual(before)
    expect(await shapeOf('urns')).toBeUndefined()
    expect((await tableOf('finds')).plugin).toEqual([])
  })

  test('of one column leaves its neighbours alone, whatever they are called', async () => {
    const { db } = dig.application
    await addTable('coins')
    for (const name of ['code', 'code_2', 'codex']) await addField('coins', name)
    const index = { name: 'u', columns: ['codex'], is_unique: true }
    await dig.post('/api/config/table/coins/indexes', index, as)
    await db.write((tx) => tx.insert('coins', { code: 'a', code_2: 'b', codex: 'c', creator: 2 }))
    await dig.delete('/api/config/table/coins/field/code', undefined, as)
    await dig.patch('/api/config/table/coins/field/code_2', { new_name: 'code' }, as)
    expect((await dig.get('/api/records/coins', 'reader')).json().data).toEqual([
      { id: 1, creator: 2, code: 'b', codex: 'c' },
    ])
    await expect(db.write((tx) => tx.insert('coins', { codex: 'c' }))).rejects.toMatchObject({
      problem: 'unique',
    })
    expect((await shapeOf('coins'))?.foreignKeys).toMatchObject([{ column: 'creator', onDelete: 'SET NULL' }])
    const added = await db.write((tx) => tx.insert('coins', { codex: 'd' }))
    await db.write((tx) => tx.run(sql`DELETE FROM "coins" WHERE "id" = ${added}`))
    await dig.put('/api/config/table/coins/field/code', { type: 'text', db_type: 'TIMESTAMP' }, as)
    expect(await db.write((tx) => tx.insert('coins', { codex: 'e' }))).toBeGreaterThan(added)
  })

  test('takes words of SQL for names like any others', async () => {
    expect((await addTable('order')).statusCode).toBe(200)
    for (const name of ['select', 'group', 'from', 'index', 'table']) {
      expect((await addField('order', name)).statusCode).toBe(200)
    }
    await dig.application.db.write((tx) => tx.insert('order', { select: 'x', from: 'y' }))
    await dig.patch('/api/config/table/order', { new_name: 'where' }, as)
    await dig.patch('/api/config/table/where/field/from', { new_name: 'primary' }, as)
    await dig.post('/api/config/table/where/indexes', { name: 'unique', columns: ['select', 'primary'] }, as)
    const reply = await dig.get('/api/records/where?sort_field=select&filter[primary][_eq]=y', 'reader')
    expect(reply.json().data).toMatchObject([{ select: 'x', primary: 'y' }])
    expect((await dig.delete('/api/config/table/where', undefined, as)).statusCode).toBe(200)
  })

  test('takes no name that the database uses itself', async () => {
    await dig.post('/api/config/table/trenches/indexes', { name: 'by_code', columns: ['code'] }, as)
    for (const name of ['trenches__by_code', 'trenches_pkey', 'trenches_id_seq']) {
      const made = await addTable(name)
      expect([name, made.statusCode, made.json().code]).toEqual([name, 409, 'tb_already_available'])
      const renamed = await dig.patch('/api/config/table/finds', { new_name: name }, as)
      expect([name, renamed.statusCode, renamed.json().code]).toEqual([name, 409, 'error_renaming_table'])
    }
    await addTable('finds__by_no')
    const index = await dig.post(
      '/api/config/table/finds/indexes',
      { name: 'by_no', columns: ['inv_no'] },
      as,
    )
    expect([index.statusCode, index.json().code]).toEqual([409, 'index_already_exists'])
  })

  test('takes no text that no database can store', async () => {
    const label = await addField('finds', 'odd', { label: 'a\0b' })
    expect(label.json().errors).toMatchObject([{ field: 'label', code: 'invalid_value' }])
    const definition = await dig.put('/api/config/app', { definition: 'a\0b' }, as)
    expect(definition.json().errors).toMatchObject([{ field: 'definition', code: 'invalid_value' }])
    expect((await addTable('odd', { label: '\0' })).statusCode).toBe(422)
  })

  test('takes the longest names that are allowed', async () => {
    const table = `t${'a'.repeat(47)}`
    const field = `f${'b'.repeat(62)}`
    await addTable(table)
    await addField(table, field, { db_type: 'INTEGER' })
    const link = [{ other_tb: 'trenches', fld: [{ my: field, other: 'id' }] }]
    expect((await dig.put(`/api/config/table/${table}`, { link }, as)).statusCode).toBe(200)
    const index = { name: `i${'c'.repeat(62)}`, columns: [field] }
    expect((await dig.post(`/api/config/table/${table}/indexes`, index, as)).statusCode).toBe(200)
    const radiocarbon = await dig.post(`/api/config/table/${table}/radiocarbon`, undefined, as)
    expect([radiocarbon.statusCode, radiocarbon.json().code]).toEqual([422, 'invalid_name'])
    expect(
      (await dig.patch(`/api/config/table/${table}`, { new_name: `u${table.slice(1)}` }, as)).statusCode,
    ).toBe(200)
    expect((await dig.delete(`/api/config/table/u${table.slice(1)}`, undefined, as)).statusCode).toBe(200)
  })

  test('is what readers see; nobody asks the database for the configuration at each request', async () => {
    const { db } = dig.application
    await db.write((tx) =>
      tx.run(sql`UPDATE "sys_cfg_tables" SET "label" = 'Behind the back' WHERE "name" = 'finds'`),
    )
    const labels = async () => (await dig.get('/api/tables', 'reader')).json().tables
    expect(await labels()).toContainEqual(expect.objectContaining({ name: 'finds', label: 'Finds' }))
    await dig.application.reload()
    expect(await labels()).toContainEqual(
      expect.objectContaining({ name: 'finds', label: 'Behind the back' }),
    )
  })

  test('made by two at once adds a field once', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => addField('trenches', 'supervisor')))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(replies.map((reply) => reply.json().code)).toContain('fld_already_available')
    const columns = (await shapeOf('trenches'))?.columns.filter(({ name }) => name === 'supervisor')
    expect(columns).toHaveLength(1)
  })

  test('made by many at once loses none of theirs', async () => {
    const names = Array.from({ length: 8 }, (_, k) => `note_${k}`)
    const replies = await Promise.all(names.map((name) => addField('trenches', name)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
    const { fields } = await tableOf('trenches')
    expect(
      Object.keys(fields)
        .filter((name) => name.startsWith('note_'))
        .sort(),
    ).toEqual(names)
    const places = Object.values<{ sort: number }>(fields).map(({ sort }) => sort)
    expect(new Set(places).size).toBe(places.length)
  })

  test('made by two who saw the same field or table is refused to the second, who learns what is there', async () => {
    const url = '/api/config/table/trenches'
    await addField('trenches', 'owner')
    const { owner } = (await tableOf('trenches')).fields
    const put = (path: string, body: object) => dig.put(`${url}${path}`, body, as)
    const codesOf = async (replies: readonly Promise<Awaited<ReturnType<typeof put>>>[]) =>
      (await Promise.all(replies)).map((reply) => reply.json().code).sort()
    const one = (await tableOf('trenches')).label
    expect(
      await codesOf(['Ditches', 'Pits'].map((label) => put('', { label, before: { label: one } }))),
    ).toEqual(['ok_cfg_data_updated', 'stale_record'])
    const narrow = { ...owner, max_length: 40, check: ['not_empty'] }
    expect((await put('/field/owner', { ...narrow, before: owner })).statusCode).toBe(200)

    const late = await put('/field/owner', { ...owner, label: 'Owner of the plot', before: owner })
    expect([late.statusCode, late.json().code]).toEqual([412, 'stale_record'])
    expect(late.json()).toMatchObject({ detail: { now: { max_length: 40, check: ['not_empty'] } } })
    expect(late.json().text).toContain('max_length')
    expect((await tableOf('trenches')).fields.owner).toEqual(narrow)
    // What is there already as it is sent is no loss, and a form that says nothing of before is not asked.
    expect((await put('/field/owner', { ...narrow, before: owner })).statusCode).toBe(200)
    expect((await put('/field/owner', { ...owner, label: 'Owner' })).statusCode).toBe(200)
    const after = await tableOf('trenches')
    expect(after.fields.owner).toEqual({ ...owner, label: 'Owner' })

    const { label, ...others } = after
    const apart = { geodata: true, before: { geodata: false } }
    expect((await put('', { label: 'Cuts', before: { label } })).statusCode).toBe(200)
    expect((await put('', apart)).statusCode).toBe(200)
    expect((await put('', { ...after, before: after })).json().detail.now).toEqual({
      label: 'Cuts',
      geodata: true,
    })
    expect((await put('', { before: 'x' })).json().errors).toMatchObject([{ field: 'before' }])
    expect(await tableOf('trenches')).toEqual({ ...others, label: 'Cuts', geodata: true })
  })

  test.each([
    ['tables', '/api/config/tables', '/api/config/tables/sort'],
    ['fields', '/api/config/table/finds/fields', '/api/config/table/finds/fields/sort'],
  ])('of the order of %s is refused to the second of two who saw the same one', async (part, list, url) => {
    const order = async (): Promise<string[]> => {
      const found = (await dig.get(list, as)).json()[part]
      return Array.isArray(found) ? found.map(({ name }) => name) : Object.keys(found)
    }
    const before = await order()
    // The id of a record comes first in any case.
    const [one = '', ...others] = before
    const first = [one, ...[...others].reverse()]
    const second = [one, others.at(-1), ...others.slice(0, -1)]
    expect((await dig.post(url, { sort: first, before }, as)).statusCode).toBe(200)
    const late = await dig.post(url, { sort: second, before }, as)
    expect([late.statusCode, late.json().code, late.json().detail.now]).toEqual([
      412,
      'stale_record',
      { sort: first },
    ])
    expect((await dig.post(url, { sort: first, before }, as)).statusCode).toBe(200)
    const wrong = await dig.post(url, { sort: second, before: 'x' }, as)
    expect([wrong.json().code, wrong.json().errors[0].field]).toEqual(['error_sort_update', 'before'])
    expect((await dig.post(url, { sort: before }, as)).statusCode).toBe(200)
    expect(await order()).toEqual(before)
  })

  test('has one winner among those who saw the same, on whichever node they are', async () => {
    const other = engine === 'pgsql' ? await openSecondNode(dig) : undefined
    try {
      const here = await scopeAs(dig, as)
      const { application } = other ?? dig
      const there = { ...here, application, db: application.db }
      for (let k = 0; k < 6; k++) {
        const { label } = await tableOf('finds')
        const outcomes = await Promise.allSettled(
          [here, there].map((scope, node) =>
            updateTableSettings(scope, 'finds', { label: `Finds ${k} ${node}`, before: { label } }),
          ),
        )
        const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
        expect(lost).toMatchObject([{ code: 'stale_record' }])
      }
    } finally {
      await other?.close()
    }
  })

  test('while records are read shows each reader the table before or after it', async () => {
    const names = ['finds', 'small_finds']
    const seen = new Set<number>()
    let renaming = true
    const readers = Array.from({ length: 4 }, async () => {
      while (renaming) {
        await aMoment()
        const replies = await Promise.all(
          names.map((name) => dig.get(`/api/records/${name}?per_page=2`, 'reader')),
        )
        for (const reply of replies) {
          seen.add(reply.statusCode)
          if (reply.statusCode === 200) expect(reply.json().total).toBe(8)
        }
      }
    })
    // A reader who meets one change after the other is told nothing else for a while.
    for (let k = 0; k < 5 || (seen.size < 2 && k < 100); k++) {
      const [from, to] = k % 2 === 0 ? names : [...names].reverse()
      const reply = await dig.patch(`/api/config/table/${from}`, { new_name: to }, as)
      expect(reply.statusCode).toBe(200)
    }
    renaming = false
    await Promise.all(readers)
    expect([...seen].sort()).toEqual([200, 404])
  })
})
