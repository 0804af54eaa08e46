import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { english } from '@trowel/contract/messages/en/english.js'
import { type FindingCode, interpolate } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTables } from '../../../catalogue/system-tables.js'
import { readConfig } from '../../../config.js'
import { sql } from '../../../storage/sql.js'
import type { Transaction } from '../../../storage/storage.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'
import { examineSecurity } from './service.js'

const as = 'super_admin'
const url = '/api/config/validation'

interface Entry {
  readonly status: string
  readonly code: FindingCode
  readonly facts: Params
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
    const entries: Entry[] = reply.json().report
    for (const { code, facts, text } of entries) expect(interpolate(english.findings[code], facts)).toBe(text)
    return entries
  }
  /** The sentences after their codes. */
  const told = (entries: readonly Entry[]) => entries.map(({ code, text }) => `${code}: ${text}`)
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
    expect(told(entries.filter(({ status }) => status === 'head'))).toEqual([
      'security: Security',
      'application: Application',
      'system_tables: System tables',
      'system_columns: System columns',
      'names: Names',
      'field_types: Field types',
      'patterns: Patterns',
      'tables: Tables',
      'columns: Columns of trenches',
      'columns: Columns of contexts',
      'columns: Columns of samples',
      'columns: Columns of finds',
      'references: References',
      'formulas: Formulas',
      'relations: Relations',
    ])
    const { version } = (await dig.get('/api/info', as)).json()
    expect(told(entries.filter(({ status }) => status === 'info' || status === 'success'))).toEqual([
      expect.stringMatching('^secret_'),
      expect.stringMatching('^data_folder_closed: '),
      `application_on: Name: ${dig.application.name}. Status: on.`,
      `engine: Engine: ${dig.application.db.engine}. Version: ${version}.`,
      'no_backup: There is no backup yet.',
      `system_tables_right: All ${systemTables.length} are there.`,
      'system_columns_right: All are there, and no others.',
      'names_right: All configured names can be used.',
      'types_right: All fields have a type that a column can have.',
      'patterns_right: All patterns of fields can be checked.',
      'tables_right: All 4 configured tables are there.',
      ...Array(3).fill('columns_right: Fields and columns agree with each other.'),
      'field_waiting: finds.osteo_data waits for a switch that is off; its values are kept.',
      'references_right: Settings, fields and templates name what exists.',
      'formulas_right: All formulas of fields can be computed.',
      expect.stringMatching(/^relations_right: The database enforces all \d+ relations\.$/),
    ])
    expect(await faults()).toEqual([])
    expect(entries).toContainEqual({
      status: 'info',
      code: 'field_waiting',
      facts: { table: 'finds', field: 'osteo_data' },
      text: 'finds.osteo_data waits for a switch that is off; its values are kept.',
    })
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

  test('names the patterns that cannot be run, which records then refuse with a sentence instead of taking anything', async () => {
    await dig.post('/api/config/table/finds/field', { name: 'shelf', type: 'text' }, as)
    const setPattern = (pattern: string) =>
      behind((tx) =>
        tx.run(sql`UPDATE sys_cfg_fields SET extra = ${JSON.stringify({ pattern })}
          WHERE table_name = ${'finds'} AND name = ${'shelf'}`),
      )
    const save = async (core: Record<string, unknown>) =>
      (await dig.put('/api/record/finds/1', { core }, as)).json()

    await setPattern('^(?!0)(.)\\1$')
    const facts = { table: 'finds', field: 'shelf', part: '(?!' }
    expect(await faults()).toContainEqual(
      expect.objectContaining({ status: 'danger', code: 'pattern_not_run', facts }),
    )
    const refused = await save({ shelf: 'AA' })
    expect([refused.code, refused.errors]).toMatchObject([
      'validation_failed',
      [{ field: 'shelf', rule: 'pattern', sentence: 'pattern_not_run', facts: { part: '(?!' } }],
    ])
    expect((await save({ material: 'bone', shelf: '' })).status).toBe('success')

    await setPattern('(')
    expect(await faults()).toContainEqual(
      expect.objectContaining({ status: 'warning', code: 'pattern_broken' }),
    )
    expect((await save({ shelf: 'AA' })).status).toBe('success')
    await dig.confirm()
    await dig.delete('/api/config/table/finds/field/shelf', undefined, as)
  })

  test('finds a system table that is missing and goes on; it is made again with its indexes', async () => {
    await behind((tx) => tx.schema.dropTable('sys_cfg_templates'))
    expect(await faults()).toContainEqual({
      status: 'danger',
      code: 'system_table_missing',
      facts: { table: 'sys_cfg_templates' },
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
      await tx.schema.addColumns('sys_files', { name: 'colour', type: 'TEXT' })
    })
    expect(await faults()).toEqual(
      expect.arrayContaining([
        {
          status: 'danger',
          code: 'system_column_missing',
          facts: { table: 'sys_userlinks', column: 'label' },
          text: 'The system column sys_userlinks.label is missing.',
          suggest: 'Add the column',
          fix: ['create', 'sys_userlinks', 'label'],
        },
        {
          status: 'danger',
          code: 'system_column_unknown',
          facts: { table: 'sys_files', column: 'colour' },
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

  test('finds what has no repair: a system table that nobody knows, a plugin table that lost its link', async () => {
    await behind(async (tx) => {
      await tx.schema.createTable('sys_odd', [{ name: 'note', type: 'TEXT' }], [])
      await tx.schema.renameColumn('samples', 'id_link', 'lost')
    })
    expect(await faults()).toEqual(
      expect.arrayContaining([
        {
          status: 'warning',
          code: 'system_table_unknown',
          facts: { table: 'sys_odd' },
          text: 'This version does not know the system table sys_odd.',
        },
        {
          status: 'danger',
          code: 'column_missing',
          facts: { table: 'samples', column: 'id_link' },
          text: 'The column samples.id_link, which every such table has, is missing.',
        },
      ]),
    )
    await behind(async (tx) => {
      await tx.schema.dropTable('sys_odd')
      await tx.schema.renameColumn('samples', 'lost', 'id_link')
    })
    expect(await faults()).toEqual([])
  })

  test('tells of an application that is not on, and of its backups', async () => {
    const about = async () => told(await report()).filter((each) => /^(application_|backups)/.test(each))
    await dig.post('/api/backups', {}, as)
    for (const status of ['frozen', 'off']) {
      await dig.put('/api/config/app', { status }, as)
      expect(await about()).toEqual([
        `application_${status}: Name: ${dig.application.name}. Status: ${status}.`,
        expect.stringMatching(/^backups: Backups: 1, the newest of \d{4}-\d\d-\d\d\.$/),
      ])
    }
    await dig.put('/api/config/app', { status: 'on' }, as)
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
      await tx.schema.addColumns('finds', { name: 'scribble', type: 'TEXT' })
    })
    expect(await faults()).toEqual(
      expect.arrayContaining([
        {
          status: 'danger',
          code: 'field_without_column',
          facts: { table: 'finds', field: 'weight_g' },
          text: 'The field finds.weight_g has no column.',
          suggest: 'Add the column',
          fix: ['create', 'finds', 'weight_g'],
        },
        {
          status: 'warning',
          code: 'column_without_field',
          facts: { table: 'finds', column: 'scribble' },
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
          code: 'table_missing',
          facts: { table: 'samples' },
          text: 'The table samples is configured, but not in the database.',
          suggest: 'Make the table',
          fix: ['create', 'samples'],
        },
        {
          status: 'warning',
          code: 'table_unconfigured',
          facts: { table: 'scratch', rows: 1 },
          text: 'The table scratch is in the database and has 1 rows, but not configured.',
          suggest: 'Delete the table',
          fix: ['delete', 'scratch'],
        },
        {
          status: 'warning',
          code: 'relation_lost_column',
          facts: { from: 'samples.id_link', to: 'contexts.id' },
          text: 'The relation samples.id_link to contexts.id has lost a column.',
        },
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
    expect(told(await faults())).toEqual(
      expect.arrayContaining([
        'type_unknown: finds.odd has the type "BLOB; DROP TABLE finds", which is none of a column.',
        'column_of_other_type: samples.lab is configured as INTEGER, but its column is TEXT.',
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
      await tx.insert('sys_cfg_fields', {
        ...field,
        name: 'a',
        extra: '{"id_from_tb":"gone","number_pattern":"{lost}{n}"}',
      })
      await tx.insert('sys_cfg_fields', {
        ...field,
        name: 'b',
        extra: '{"get_values_from_tb":"contexts:gone"}',
      })
      await tx.insert('sys_cfg_fields', { ...field, name: 'c', extra: 'no JSON' })
      for (const name of ['a', 'b', 'c']) await tx.schema.addColumns('finds', { name, type: 'INTEGER' })
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
      await tx.insert('sys_cfg_indexes', { ...index, tb: 'gone' })
      await tx.insert('sys_cfg_templates', {
        table_name: 'finds',
        name: 'sheet',
        content: JSON.stringify(content),
        updated_at: 1,
      })
    })
    const found = told(await faults())
    expect(found).toEqual([
      'order_without_field: The order of finds names the field "gone", which finds does not have.',
      'id_field_without_field: The id field of finds names the field "gone", which finds does not have.',
      'preview_without_field: The preview of finds names the field "gone", which finds does not have.',
      'backlink_without_table: The backlink "x:samples:lab" of finds names the table "x", which does not exist.',
      'backlink_without_field: The backlink "contexts:samples:gone" of finds names the field "gone", which samples does not have.',
      'backlink_malformed: The backlink "odd" of finds is none: it has the form table:via:field.',
      'path_without_table: The path of dates of finds names the table "gone", which does not exist.',
      'source_without_table: finds.a names the table "gone", which does not exist.',
      'number_without_field: The numbers of finds.a name the field "lost", which finds does not have.',
      'source_without_field: finds.b names the field "gone", which contexts does not have.',
      'template_without_field: The template "sheet" of finds names the field "gone", which finds does not have.',
      'template_without_field: The template "sheet" of finds names the field "lost", which finds does not have.',
      'template_without_table: The template "sheet" of finds names the table "nowhere", which does not exist.',
      'relation_without_table: The relation gone.x to finds.lost names the table "gone", which does not exist.',
      'relation_without_field: The relation gone.x to finds.lost names the field "lost", which finds does not have.',
      'index_without_field: The index by_loss of finds names the field "lost", which finds does not have.',
      'index_without_table: The index by_loss of gone names the table "gone", which does not exist.',
      'index_lost: The index by_loss of finds is not in the database; apply the constraints to make it.',
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
    await behind(async (tx) => {
      await tx.schema.dropIndex('contexts__idx_chrono')
      const loose = { from_tb: 'trenches', from_col: 'id', to_tb: 'contexts', to_col: 'id' }
      await tx.insert('sys_cfg_relations', { ...loose, on_delete: 'RESTRICT', on_update: 'CASCADE' })
    })
    expect(told(await faults())).toEqual([
      'relation_rows_astray: The relation finds.context to contexts.id is not enforced: 2 rows of finds refer to nothing.',
      'relation_of_two_types: The relation finds.material to trenches.id is not enforced: its columns have different types.',
      'relation_not_enforced: The relation trenches.id to contexts.id is not enforced; apply the constraints to see why, or to enforce it.',
      'relation_empties_field: A relation empties contexts.ctx_no, a field that must have a value.',
      'table_detached: The plugin table samples belongs to no table; its rows are not shown.',
      'index_lost: The index idx_chrono of contexts is not in the database; apply the constraints to make it.',
    ])
  })
})

describe('what is said of the security of a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trowel-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const saidOf = async (settings: Record<string, string>) => {
    const { findings } = await examineSecurity(readConfig({ TROWEL_DATA: folder, ...settings }, 2))
    return findings.map(({ status, code }) => `${status} ${code}`)
  }

  const [own, weak, random] = ['success secret_own', 'danger secret_weak', 'success secret_random']
  const closed = ['success data_folder_closed']

  test.each([
    [{ TROWEL_SECRET: 'fTd9Qz1mVw8hXe5bPk2sRj7n' }, [own, ...closed]],
    [{ TROWEL_SECRET: 'change-me' }, [weak, ...closed]],
    [{ TROWEL_SECRET: 'short' }, [weak, ...closed]],
    [{ TROWEL_PUBLIC_FILES: '1' }, [random, ...closed, 'warning public_files']],
    [{ TROWEL_ALLOW_NEW_APP: '1' }, [random, ...closed, 'warning anybody_makes_applications']],
    [{ TROWEL_ALLOW_NEW_APP: '1', TROWEL_SETUP_TOKEN: 'x' }, [random, ...closed]],
  ])('%j: %j', async (settings, expected) => {
    expect(await saidOf(settings)).toEqual(expected)
  })

  test('a secret that other accounts can read is told', async () => {
    writeFileSync(join(folder, 'secret'), 'x', { mode: 0o600 })
    expect(await saidOf({})).toEqual([random, ...closed])
    chmodSync(join(folder, 'secret'), 0o644)
    expect(await saidOf({})).toEqual(['danger secret_readable', ...closed])
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
