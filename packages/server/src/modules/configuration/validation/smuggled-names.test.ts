import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../../storage/storage.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'

const addTable = (tx: Transaction, name: string) =>
  tx.insert('sys_cfg_tables', {
    name,
    label: '',
    order_field: 'id',
    id_field: 'id',
    preview: '["id"]',
    is_plugin: 0,
    sort: 90,
    extra: '{}',
  })

const addField = (tx: Transaction, table: string, name: string) =>
  tx.insert('sys_cfg_fields', {
    table_name: table,
    name,
    label: '',
    type: 'text',
    db_type: 'TEXT',
    sort: 90,
    extra: '{}',
  })

const smuggledTables = ['SYS_USERS', 'Sys_Users', 'pg_authid', 'SQLITE_MASTER', 'finds" --', '', 'Finds']

describe.each(engines)('names smuggled into the configuration (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write(async (tx) => {
      for (const table of smuggledTables) {
        await addTable(tx, table)
        for (const field of ['id', 'email', 'password', 'rolname', 'rolpassword'])
          await addField(tx, table, field)
      }
      for (const field of ['a"b', "a'; DROP TABLE finds; --", 'a b', '', 'MATERIAL'])
        await addField(tx, 'finds', field)
      const relation = { from_col: 'context', to_tb: 'contexts', to_col: 'id', on_update: 'CASCADE' }
      await tx.insert('sys_cfg_relations', {
        ...relation,
        from_tb: 'samples',
        on_delete: 'CASCADE); DROP TABLE finds; --',
      })
      await tx.insert('sys_cfg_relations', {
        ...relation,
        from_tb: 'finds',
        from_col: 'material',
        to_tb: 'SYS_USERS',
        on_delete: 'CASCADE',
      })
    })
    await dig.application.reload()
  })
  afterAll(() => dig.close())

  test.each(smuggledTables)('a table called %j gives out nothing', async (table) => {
    for (const address of [
      `/api/records/${encodeURIComponent(table)}?columns=email,password`,
      `/api/records/${encodeURIComponent(table)}/export?format=csv`,
      `/api/record/${encodeURIComponent(table)}/1`,
    ]) {
      const reply = await dig.get(address, 'super_admin')
      expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400)
      expect(reply.statusCode, reply.body).toBeLessThan(500)
      expect(reply.body).not.toContain('$argon2')
    }
  })

  test('fields that no column can be called leave the lists, exports and forms of their table as they were', async () => {
    for (const address of [
      '/api/records/finds',
      '/api/records/finds?search=flint',
      '/api/records/finds/export?format=json',
      '/api/record/finds/1',
      '/api/record/finds/new',
      '/api/config/table/finds',
      '/api/config/dbml',
    ]) {
      const reply = await dig.get(address, 'super_admin')
      expect(reply.statusCode, `${address}: ${reply.body}`).toBe(200)
    }
  })

  test('the configuration check names each of them', async () => {
    const reply = await dig.get('/api/config/validation', 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
    for (const code of [
      'table_left_out_reserved',
      'table_left_out_invalid',
      'table_left_out_same',
      'field_left_out_invalid',
      'field_left_out_same',
      'relation_left_out',
    ])
      expect(reply.body).toContain(`"${code}"`)
    expect(reply.body).toContain('SYS_USERS')
  })

  test('the constraints are applied without them', async () => {
    const reply = await dig.post('/api/config/apply-constraints', {}, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await dig.get('/api/records/finds', 'super_admin')).statusCode).toBe(200)
  })
})
