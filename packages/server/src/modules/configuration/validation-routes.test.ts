import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import { sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { examineSecurity } from './examine-service.js'

const as = 'super_admin'
const url = '/api/config/validation'

interface Entry {
  readonly status: string
  readonly text: string
  readonly suggest?: string
  readonly fix?: readonly string[]
}

describe.each(engines)('the examination of a configuration (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const report = async (): Promise<Entry[]> => {
    const reply = await dig.get(url, as)
    expect(reply.statusCode).toBe(200)
    return reply.json().report
  }
  /** What is wrong at the moment. */
  const faults = async () =>
    (await report()).filter(({ status }) => status === 'warning' || status === 'danger')
  const fix = (body: unknown) => dig.post(`${url}/fix`, body, as)
  const behind = async (work: (tx: Transaction) => Promise<unknown>) => {
    await dig.application.db.write(work, { schema: true })
    await dig.application.reload()
  }
  const physical = async (table: string) => (await dig.application.db.inspect()).get(table)

  test('of a sound application finds nothing wrong, and tells its sections in order', async () => {
    await dig.post('/api/config/table/finds/osteology', undefined, as)
    await dig.delete('/api/config/table/finds/osteology', undefined, as)
    const entries = await report()
    expect(entries.filter(({ status }) => status === 'head').map(({ text }) => text)).toEqual([
      'Security',
      'Application',
      'System tables',
      'System columns',
      'Field types',
      'Tables',
      'Columns of trenches',
      'Columns of contexts',
      'Columns of samples',
      'Columns of finds',
      'References',
      'Relations',
    ])
    expect(await faults()).toEqual([])
    expect(entries).toContainEqual({
      status: 'info',
      text: 'finds.osteo_data waits for a switch that is off; its values are kept.',
    })
    expect(entries).toContainEqual({ status: 'info', text: 'There is no backup yet.' })
    expect(
      entries.every(({ fix: proposed, suggest }) => (proposed === undefined) === (suggest === undefined)),
    ).toBe(true)
  })

  test('is for super-administrators', async () => {
    for (const reply of [await dig.get(url, 'admin'), await dig.post(`${url}/fix`, {}, 'admin')]) {
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })

  test.each([
    {},
    { action: 'create' },
    { action: 'drop', tb: 'finds' },
    { action: 'create', tb: 'finds', col: 'material' },
    { action: 'create', tb: 'finds', col: ['material'] },
    { action: 'create', tb: 'sys_users', col: 'shoe_size' },
    { action: 'create', tb: '"; DROP TABLE finds; --' },
  ])('repairs nothing that the report does not propose: %j', async (body) => {
    const reply = await fix(body)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'invalid_action'])
  })

  test('deletes nothing without the password, nor what is configured', async () => {
    const wanted = { action: 'delete', tb: 'finds', col: 'material' }
    const reply = await fix(wanted)
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'password_confirmation_required'])
    await dig.confirm()
    for (const body of [wanted, { action: 'delete', tb: 'finds' }, { action: 'delete', tb: 'sys_users' }]) {
      expect((await fix(body)).json().code).toBe('invalid_action')
    }
    expect((await dig.get('/api/records/finds', 'reader')).json().total).toBe(8)
  })

  test('finds a system table that is missing and goes on; it is made again with its indexes', async () => {
    await behind((tx) => tx.schema.dropTable('sys_cfg_templates'))
    expect(await faults()).toContainEqual({
      status: 'danger',
      text: 'The system table sys_cfg_templates is missing.',
      suggest: 'Make the table',
      fix: ['create', 'sys_cfg_templates'],
    })
    const reply = await fix({ action: 'create', tb: 'sys_cfg_templates', col: '' })
    expect(reply.json()).toEqual({ status: 'success', code: 'ok_creating_table' })
    expect((await physical('sys_cfg_templates'))?.indexes).toContain('sys_cfg_templates__table_name_name')
    expect(await faults()).toEqual([])
  })

  test('finds system columns that are missing or unknown; rows keep all the others', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_userlinks', { tb_one: 'finds', id_one: 1, tb_two: 'contexts', id_two: 2 }),
    )
    await behind(async (tx) => {
      await tx.schema.dropColumn('sys_userlinks', 'label')
      await tx.schema.dropColumn('sys_file_links', 'sort')
      await tx.schema.addColumn('sys_files', { name: 'colour', type: 'TEXT' })
    })
    expect(await faults()).toEqual(
      expect.arrayContaining([
        {
          status: 'danger',
          text: 'The system column sys_userlinks.label is missing.',
          suggest: 'Add the column',
          fix: ['create', 'sys_userlinks', 'label'],
        },
        {
          status: 'danger',
          text: 'The service does not know the system column sys_files.colour.',
          suggest: 'Delete the column',
          fix: ['delete', 'sys_files', 'colour'],
        },
      ]),
    )
    for (const [action, tb, col, code] of [
      ['create', 'sys_userlinks', 'label', 'ok_adding_column'],
      ['create', 'sys_file_links', 'sort', 'ok_adding_column'],
      ['delete', 'sys_files', 'colour', 'ok_deleting_column'],
    ]) {
      expect((await fix({ action, tb, col })).json()).toEqual({ status: 'success', code })
    }
    expect(await faults()).toEqual([])
    const rows = await dig.application.db.quick.all(sql`SELECT "tb_one", "label" FROM "sys_userlinks"`)
    expect(rows).toEqual([{ tb_one: 'finds', label: null }])
  })

  test('takes the repair from the address too', async () => {
    await behind((tx) => tx.schema.dropColumn('sys_userlinks', 'label'))
    const reply = await dig.post(`${url}/fix?action=create&tb=sys_userlinks&col=label`, undefined, as)
    expect(reply.json().code).toBe('ok_adding_column')
  })

  test('finds fields without a column and columns without a field, and mends both', async () => {
    await behind(async (tx) => {
      await tx.schema.dropColumn('finds', 'weight_g')
      await tx.schema.dropColumn('trenches', 'creator')
      await tx.schema.addColumn('finds', { name: 'scribble', type: 'TEXT' })
    })
    expect(await faults()).toEqual(
      expect.arrayContaining([
        {
          status: 'danger',
          text: 'The field finds.weight_g has no column.',
          suggest: 'Add the column',
          fix: ['create', 'finds', 'weight_g'],
        },
        {
          status: 'warning',
          text: 'The column finds.scribble is no field.',
          suggest: 'Delete the column',
          fix: ['delete', 'finds', 'scribble'],
        },
      ]),
    )
    await fix({ action: 'create', tb: 'finds', col: 'weight_g' })
    await fix({ action: 'create', tb: 'trenches', col: 'creator' })
    await fix({ action: 'delete', tb: 'finds', col: 'scribble' })
    expect(await faults()).toEqual([])
    expect((await physical('finds'))?.columns).toContainEqual({
      name: 'weight_g',
      type: 'FLOAT',
      notNull: false,
    })
    expect((await physical('trenches'))?.foreignKeys).toMatchObject([
      { column: 'creator', table: 'sys_users' },
    ])
    const { data } = (await dig.get('/api/records/finds?per_page=1', 'reader')).json()
    expect(data[0]).toMatchObject({ inv_no: 'F1', weight_g: null })
  })

  test('finds tables that are configured but gone, and tables that are not configured', async () => {
    await behind(async (tx) => {
      await tx.schema.dropTable('samples')
      await tx.schema.createTable('scratch', [{ name: 'note', type: 'TEXT' }], [])
      await tx.insert('scratch', { note: 'x' })
    })
    const found = await faults()
    expect(found).toEqual(
      expect.arrayContaining([
        {
          status: 'danger',
          text: 'The table samples is configured, but not in the database.',
          suggest: 'Make the table',
          fix: ['create', 'samples'],
        },
        {
          status: 'warning',
          text: 'The table scratch is in the database and has 1 rows, but not configured.',
          suggest: 'Delete the table',
          fix: ['delete', 'scratch'],
        },
        { status: 'warning', text: 'The relation samples.id_link to contexts.id has lost a column.' },
      ]),
    )
    expect((await fix({ action: 'create', tb: 'samples' })).json().code).toBe('ok_creating_table')
    expect((await fix({ action: 'delete', tb: 'scratch' })).json().code).toBe('ok_deleting_table')
    await dig.post('/api/config/apply-constraints', undefined, as)
    expect(await faults()).toEqual([])
    expect((await physical('samples'))?.columns.map(({ name }) => name)).toEqual([
      'id',
      'id_link',
      'litres',
      'lab',
    ])
  })

  test('finds types that no column has; such a column is not made', async () => {
    await behind(async (tx) => {
      await tx.insert('sys_cfg_fields', {
        table_name: 'finds',
        name: 'odd',
        label: '',
        type: 'text',
        db_type: 'BLOB; DROP TABLE finds',
        sort: 99,
        extra: '{}',
      })
      await tx.run(sql`UPDATE "sys_cfg_fields" SET "db_type" = 'INTEGER' WHERE "name" = 'lab'`)
    })
    expect((await faults()).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'finds.odd has the type "BLOB; DROP TABLE finds", which is none of a column.',
        'samples.lab is configured as INTEGER, but its column is TEXT.',
      ]),
    )
    const reply = await fix({ action: 'create', tb: 'finds', col: 'odd' })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'col_type_not_found'])
    await behind(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_cfg_fields" WHERE "name" = 'odd'`)
      await tx.run(sql`UPDATE "sys_cfg_fields" SET "db_type" = 'TEXT' WHERE "name" = 'lab'`)
    })
    expect(await faults()).toEqual([])
  })

  test('finds every name in settings, fields and templates that is gone', async () => {
    const before = await dig.application.db.quick.all<{ extra: string }>(
      sql`SELECT "extra" FROM "sys_cfg_tables" WHERE "name" = 'finds'`,
    )
    await behind(async (tx) => {
      await tx.run(sql`
        UPDATE "sys_cfg_tables" SET "preview" = '["inv_no","gone"]', "order_field" = 'gone', "id_field" = 'gone',
          "extra" = '{"backlinks":["x:samples:lab","contexts:samples:gone","odd"],"chrono_density_path":["gone"]}'
        WHERE "name" = 'finds'`)
      const field = { table_name: 'finds', label: '', type: 'select', db_type: 'INTEGER', sort: 50 }
      await tx.insert('sys_cfg_fields', { ...field, name: 'a', extra: '{"id_from_tb":"gone"}' })
      await tx.insert('sys_cfg_fields', {
        ...field,
        name: 'b',
        extra: '{"get_values_from_tb":"contexts:gone"}',
      })
      await tx.insert('sys_cfg_fields', { ...field, name: 'c', extra: 'no JSON' })
      for (const name of ['a', 'b', 'c']) await tx.schema.addColumn('finds', { name, type: 'INTEGER' })
      const content = {
        sections: [
          { content: [{ field: 'inv_no' }, { field: 'gone' }, { fields: [{ field: 'lost' }] }] },
          { plugin: 'nowhere', content: [{ field: 'x' }] },
        ],
      }
      const relation = { from_tb: 'gone', from_col: 'x', to_tb: 'finds', to_col: 'lost' }
      await tx.insert('sys_cfg_relations', { ...relation, on_delete: 'RESTRICT', on_update: 'CASCADE' })
      const index = { tb: 'finds', name: 'by_loss', columns: '["lost"]', is_unique: 0, auto: 0 }
      await tx.insert('sys_cfg_indexes', index)
      await tx.insert('sys_cfg_templates', {
        table_name: 'finds',
        name: 'sheet',
        content: JSON.stringify(content),
        updated_at: 1,
      })
    })
    const found = (await faults()).map(({ text }) => text)
    expect(found).toEqual([
      'The order of finds names the field "gone", which finds does not have.',
      'The id field of finds names the field "gone", which finds does not have.',
      'The preview of finds names the field "gone", which finds does not have.',
      'The backlink "x:samples:lab" of finds names the table "x", which does not exist.',
      'The backlink "contexts:samples:gone" of finds names the field "gone", which samples does not have.',
      'The backlink "odd" of finds is none: it has the form table:via:field.',
      'The path of dates of finds names the table "gone", which does not exist.',
      'finds.a names the table "gone", which does not exist.',
      'finds.b names the field "gone", which contexts does not have.',
      'The template "sheet" of finds names the field "gone", which finds does not have.',
      'The template "sheet" of finds names the field "lost", which finds does not have.',
      'The template "sheet" of finds names the table "nowhere", which does not exist.',
      'The relation gone.x to finds.lost names the table "gone", which does not exist.',
      'The relation gone.x to finds.lost names the field "lost", which finds does not have.',
      'The index by_loss of finds names the field "lost", which finds does not have.',
      'The index by_loss of finds is not in the database; apply the constraints to make it.',
    ])
    await behind(async (tx) => {
      await tx.run(sql`
        UPDATE "sys_cfg_tables" SET "preview" = '["inv_no"]', "order_field" = 'id', "id_field" = 'inv_no',
          "extra" = ${before[0]?.extra ?? '{}'} WHERE "name" = 'finds'`)
      await tx.run(sql`DELETE FROM "sys_cfg_fields" WHERE "name" IN ('a', 'b', 'c')`)
      await tx.run(sql`DELETE FROM "sys_cfg_templates"`)
      await tx.run(sql`DELETE FROM "sys_cfg_relations" WHERE "from_tb" = 'gone'`)
      await tx.run(sql`DELETE FROM "sys_cfg_indexes" WHERE "name" = 'by_loss'`)
      for (const name of ['a', 'b', 'c']) await tx.schema.dropColumn('finds', name)
    })
    expect(await faults()).toEqual([])
  })

  test('finds relations that are not enforced, with all rows that refer to nothing, and what else is loose', async () => {
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "finds" SET "context" = 77 WHERE "id" <= 2`))
    const relate = (body: object) => dig.post('/api/config/relations', body, as)
    await relate({ from_tb: 'finds', from_col: 'context', to_tb: 'contexts', to_col: 'id' })
    await relate({ from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'id' })
    await dig.post('/api/config/table/trenches/indexes', { name: 'u', columns: ['code'], unique: 1 }, as)
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "contexts" SET "ctx_no" = 'A'`))
    const emptied = { from_tb: 'contexts', from_col: 'ctx_no', to_tb: 'trenches', to_col: 'code' }
    await relate({ ...emptied, on_delete: 'SET NULL' })
    await dig.put('/api/config/table/samples', { plugin_of: '' }, as)
    await behind((tx) => tx.schema.dropIndex('contexts__idx_chrono'))
    expect((await faults()).map(({ text }) => text)).toEqual([
      'The relation finds.context to contexts.id is not enforced: 2 rows of finds refer to nothing.',
      'The relation finds.material to trenches.id is not enforced: its columns have different types.',
      'A relation empties contexts.ctx_no, a field that must have a value.',
      'The plugin table samples belongs to no table; nobody sees its rows.',
      'The index idx_chrono of contexts is not in the database; apply the constraints to make it.',
    ])
  })
})

describe('what is said of the security of a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trowel-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const faultsOf = async (settings: Record<string, string>) => {
    const { findings } = await examineSecurity(readConfig({ TROWEL_DATA: folder, ...settings }, 2))
    return findings.filter(({ status }) => status !== 'success').map(({ status }) => status)
  }

  test.each([
    [{ TROWEL_SECRET: 'fTd9Qz1mVw8hXe5bPk2sRj7n' }, []],
    [{ TROWEL_SECRET: 'change-me' }, ['danger']],
    [{ TROWEL_SECRET: 'short' }, ['danger']],
    [{ TROWEL_PUBLIC_FILES: '1' }, ['warning']],
    [{ TROWEL_ALLOW_NEW_APP: '1' }, ['warning']],
    [{ TROWEL_ALLOW_NEW_APP: '1', TROWEL_SETUP_TOKEN: 'x' }, []],
  ])('%j: %j', async (settings, expected) => {
    expect(await faultsOf(settings)).toEqual(expected)
  })

  test('a secret that other accounts can read is told', async () => {
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 })
    expect(await faultsOf({})).toEqual([])
    chmodSync(join(folder, 'secret'), 0o644)
    expect(await faultsOf({})).toEqual(['danger'])
  })
})

describe.each(engines)('the examination of many tables (%s)', (engine) => {
  test('asks the database as often for a hundred tables as for four', async () => {
    const dig = await openDig(engine)
    try {
      const { db } = dig.application
      const asked: string[] = []
      const { all } = db.scan
      const count = async (): Promise<number> => {
        asked.length = 0
        Object.assign(db.scan, {
          all: (query: Parameters<typeof all>[0]) => {
            asked.push(query.text.join('?'))
            return all.call(db.scan, query)
          },
        })
        expect((await dig.get(url, as)).statusCode).toBe(200)
        return asked.length
      }
      const few = await count()
      const more = Array.from({ length: 100 }, (_, k) => `table_${k}`)
      await db.write(
        async (tx) => {
          for (const name of more) {
            await tx.schema.createTable(name, [{ name: 'creator', type: 'INTEGER' }], [])
            const texts = { label: name, order_field: 'id', id_field: 'id', preview: '["id"]', extra: '{}' }
            await tx.insert('sys_cfg_tables', { name, is_plugin: 0, sort: 9, ...texts })
          }
        },
        { schema: true },
      )
      expect(few).toBeGreaterThan(0)
      expect(await count()).toBe(few)
    } finally {
      await dig.close()
    }
  })
})
