import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'

describe.each(engines)('a table that is configured (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table
  const orphan = { id_link: 99, litres: 1 }

  test('made with its name in the address it can be filled and read at once', async () => {
    const reply = await dig.post('/api/config/table/walls', { name: 'ignored', label: 'Walls', rs: '1' }, as)
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_cfg_data_updated', tb: 'walls' })
    expect(await tableOf('walls')).toMatchObject({
      sort: 4,
      order: 'id',
      id_field: 'id',
      preview: ['id'],
      rs: true,
    })
    await dig.application.db.write((tx) => tx.insert('walls', { creator: 2 }))
    const list = await dig.get('/api/records/walls', 'reader')
    expect(list.json().data).toEqual([{ id: 1, creator: 2 }])
  })

  test('made as a plugin table it hangs on its parent, with a key and an index', async () => {
    const form = {
      name: 'measures',
      label: 'M',
      is_plugin: '1',
      plugin_of: 'finds',
      order: '',
      id_field: '',
      preview: [],
    }
    expect((await dig.post('/api/config/tables', form, as)).statusCode).toBe(200)
    expect((await tableOf('finds')).plugin).toEqual(['measures'])
    const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('measures'), { schema: true })
    expect(shape?.foreignKeys).toMatchObject([
      { column: 'id_link', table: 'finds', target: 'id', onDelete: 'RESTRICT', onUpdate: 'CASCADE' },
    ])
    const indexes = (await dig.get('/api/config/table/measures/indexes', as)).json().data
    expect(indexes).toMatchObject([
      { name: 'idx_measures_id_link', columns: ['id_link'], auto: true, is_unique: false },
    ])
  })

  test('keeps what a change does not name, and gives back what it does not know', async () => {
    await dig.put('/api/config/table/contexts', { rs: 'ctx_no', refman: true, motto: { a: [0, ''] } }, as)
    const form = { name: 'contexts', label: 'Stratigraphic contexts', is_plugin: '', zotero: 1 }
    expect((await dig.put('/api/config/table/contexts', form, as)).json()).toEqual({
      status: 'success',
      code: 'ok_cfg_data_updated',
    })
    expect(await tableOf('contexts')).toMatchObject({
      label: 'Stratigraphic contexts',
      rs: 'ctx_no',
      geodata: true,
      refman: true,
      zotero: true,
      fuzzy_date: true,
      id_field: 'ctx_no',
      plugin: ['samples'],
      motto: { a: [0, ''] },
    })
  })

  test('citations are switched under either name; where both are sent, that of today counts', async () => {
    const after = async (change: object) => {
      await dig.put('/api/config/table/contexts', change, as)
      const { refman, zotero } = await tableOf('contexts')
      const { schema } = (await dig.get('/api/record/contexts/1', as)).json()
      return [refman, zotero, schema.has_refman, schema.has_zotero]
    }
    expect(await after({ zotero: 0 })).toEqual([false, false, false, false])
    expect(await after({ zotero: 1 })).toEqual([true, true, true, true])
    expect(await after({ refman: true, zotero: 0 })).toEqual([true, true, true, true])
    expect(await after({ refman: 0, zotero: 1 })).toEqual([false, false, false, false])
  })

  test('a table is told apart by a drawing and a colour, where it has them', async () => {
    const marks = async () => {
      const { tables } = (await dig.get('/api/tables', 'reader')).json()
      const { icon, color } = tables.find(({ name }: { name: string }) => name === 'finds')
      return { icon, color }
    }
    await dig.put('/api/config/table/finds', { icon: 'vessel', color: 'clay' }, as)
    expect(await marks()).toEqual({ icon: 'vessel', color: 'clay' })
    expect(await tableOf('finds')).toMatchObject({ icon: 'vessel', color: 'clay' })
    await dig.put('/api/config/table/finds', { label: 'Finds', color: '' }, as)
    expect(await marks()).toEqual({ icon: 'vessel', color: null })
    await dig.put('/api/config/table/finds', { icon: null }, as)
    expect(await marks()).toEqual({ icon: null, color: null })
  })

  test('a plugin table keeps its parent unless the change says otherwise', async () => {
    await dig.put('/api/config/table/samples', { label: 'Soil' }, as)
    expect((await tableOf('samples')).plugin_of).toBe('contexts')
    await dig.put('/api/config/table/samples', { plugin_of: '' }, as)
    expect((await tableOf('samples')).plugin_of).toBeNull()
    expect((await tableOf('contexts')).plugin).toEqual([])
    expect((await dig.get('/api/config/table/samples/indexes', as)).json().data).toEqual([])
    await dig.put('/api/config/table/samples', { plugin_of: 'contexts' }, as)
    expect((await tableOf('samples')).plugin_of).toBe('contexts')
  })

  test('a plugin table is not attached to a parent that has not the records of its rows', async () => {
    const { db } = dig.application
    await dig.put('/api/config/table/samples', { plugin_of: null }, as)
    await db.write((tx) => tx.insert('samples', orphan))
    const reply = await dig.put('/api/config/table/samples', { label: 'Lost', plugin_of: 'contexts' }, as)
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      409,
      'relation_orphans',
      { orphans: 1, orphan_ids: [4] },
    ])
    expect(await tableOf('samples')).toMatchObject({ label: 'Samples', plugin_of: null })
  })

  test('the path of dates is checked, rule by rule', async () => {
    const path = async (names: unknown) => {
      const reply = await dig.put('/api/config/table/trenches', { chrono_density_path: names }, as)
      return [reply.statusCode, reply.json().code, reply.json().detail]
    }
    const refused = (detail: string) => [422, 'invalid_chrono_density_path', detail]
    expect(await path(Array.from({ length: 9 }, () => 'contexts'))).toEqual(
      refused('The path has more than 8 tables.'),
    )
    expect(await path(['coin'])).toEqual(refused('There is no table "coin".'))
    expect(await path(['contexts', 'trenches'])).toEqual(
      refused('The table "trenches" occurs twice in the path.'),
    )
    expect(await path(['contexts'])).toEqual(refused('No relation leads from "contexts" to "trenches".'))
    const link = [{ other_tb: 'trenches', fld: [{ my: 'trench', other: 'id' }] }]
    await dig.put('/api/config/table/contexts', { link }, as)
    await dig.put('/api/config/table/contexts', { fuzzy_date: '' }, as)
    expect(await path(['contexts'])).toEqual(
      refused('The table "contexts" at the end of the path has no chronology.'),
    )
    await dig.put('/api/config/table/contexts', { fuzzy_date: 1 }, as)
    expect(await path(['contexts'])).toEqual([200, 'ok_cfg_data_updated', undefined])
    expect((await tableOf('trenches')).chrono_density_path).toEqual(['contexts'])
  })

  test('its relations are replaced by those that it sends, and sent back as read they stay', async () => {
    const { db } = dig.application
    await dig.put(
      '/api/config/table/contexts',
      { link: [{ other_tb: 'trenches', fld: [{ my: 'trench', other: 'id' }] }] },
      as,
    )
    await dig.put(
      '/api/config/table/finds',
      { link: [{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }] },
      as,
    )
    const contexts = await tableOf('contexts')
    expect(contexts.link).toMatchObject([
      {
        other_tb: 'trenches',
        fld: [{ my: 'trench', other: 'id' }],
        other_fields: { id: 'Id', code: 'Code' },
      },
      { other_tb: 'finds', fld: [{ my: 'id', other: 'context' }] },
    ])
    const relations = () => db.quick.all(sql`SELECT * FROM "sys_cfg_relations" ORDER BY "id"`)
    await db.write((tx) =>
      tx.run(sql`UPDATE "sys_cfg_relations" SET "on_delete" = 'SET NULL' WHERE "from_tb" = 'contexts'`),
    )
    const before = await relations()
    await dig.put('/api/config/table/contexts', contexts, as)
    expect(await relations()).toEqual(before)
    const shape = await db.write((tx) => tx.schema.shapeOf('finds'), { schema: true })
    expect(shape?.foreignKeys.map((key) => [key.column, key.table])).toContainEqual(['context', 'contexts'])

    await dig.put('/api/config/table/contexts', { link: [] }, as)
    expect((await tableOf('contexts')).link).toMatchObject([{ other_tb: 'finds' }])
    expect((await tableOf('contexts')).plugin).toEqual(['samples'])
  })

  test('a relation over values without a target is stored, and not enforced', async () => {
    const { db } = dig.application
    await db.write((tx) => tx.run(sql`UPDATE "finds" SET "context" = 77 WHERE "id" = 1`))
    await dig.put(
      '/api/config/table/finds',
      { link: [{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }] },
      as,
    )
    expect((await tableOf('finds')).link).toMatchObject([{ other_tb: 'contexts' }])
    const shape = await db.write((tx) => tx.schema.shapeOf('finds'), { schema: true })
    expect(shape?.foreignKeys.map((key) => key.column)).toEqual(['creator'])
  })

  test('each change leaves one line in the log, with who, what and where', async () => {
    await dig.confirm()
    await dig.post('/api/config/tables', { name: 'walls', label: 'Walls' }, as)
    await dig.patch('/api/config/table/finds', { new_name: 'small_finds' }, as)
    await dig.delete('/api/config/table/small_finds', undefined, as)
    const rows = await dig.application.db.quick.all<{ level: number; message: string }>(
      sql`SELECT "level", "message" FROM "sys_log" WHERE "channel" = 'config' ORDER BY "id" DESC LIMIT 3`,
    )
    expect(rows.reverse()).toEqual([
      { level: 250, message: 'create table walls by super_admin (1)' },
      { level: 250, message: 'rename table finds (to small_finds) by super_admin (1)' },
      { level: 250, message: 'delete table small_finds (rows: small_finds 8) by super_admin (1)' },
    ])
  })
})
