import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

describe.each(oneEngine)('types of the tables for programs (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    for (const def of ['flint', 'bone']) await dig.post('/api/vocabularies', { voc: 'stuff', def }, 'admin')
    const fields: Record<string, object> = {
      stuff: { type: 'select', db_type: 'TEXT', vocabulary_set: 'stuff' },
      marks: { type: 'multi_select', db_type: 'TEXT', dic: ['a', 'b'] },
      kept: { type: 'boolean', db_type: 'INTEGER' },
      pieces: { type: 'text', db_type: 'INTEGER', check: ['not_empty'] },
      seen: { type: 'text', db_type: 'TEXT', readonly: 1, check: ['not_empty'] },
      per_piece: { type: 'formula', db_type: 'FLOAT', formula: 'weight_g / 2' },
    }
    for (const [name, settings] of Object.entries(fields)) {
      const made = await dig.post(
        '/api/config/table/finds/field',
        { name, label: name, ...settings },
        'super_admin',
      )
      expect([name, made.statusCode]).toEqual([name, 200])
    }
  })
  afterAll(() => dig.close())

  const typesOf = async (role: Parameters<Dig['get']>[1]): Promise<string> =>
    (await dig.get('/api/types', role)).body

  test('tell each field as a filter asks for it and a save takes it', async () => {
    const text = await typesOf('writer')
    for (const line of [
      "id: { kind: 'number'; readonly: true }",
      "creator: { kind: 'number'; readonly: true }",
      "inv_no: { kind: 'text'; required: true }",
      "context: { kind: 'record'; table: 'contexts' }",
      "weight_g: { kind: 'number' }",
      "found_on: { kind: 'date' }",
      "stuff: { kind: 'choice'; values: 'flint' | 'bone' }",
      "marks: { kind: 'several'; values: 'a' | 'b' }",
      "kept: { kind: 'boolean' }",
      "pieces: { kind: 'number'; required: true }",
      "seen: { kind: 'text'; readonly: true }",
      "per_piece: { kind: 'number'; readonly: true }",
    ])
      expect(text).toContain(`      ${line}\n`)
    expect(text).toContain("contexts: {\n    kind: 'table'\n    plugins: 'samples'\n    ways: never\n")
    expect(text).toContain("samples: {\n    kind: 'plugin'\n    plugins: never\n    ways: 'contexts'\n")
  })

  test('are the same text as long as the configuration is the same', async () => {
    expect(await typesOf('writer')).toBe(await typesOf('super_admin'))
  })

  test('are read-only for those who cannot write', async () => {
    const text = await typesOf('reader')
    expect(text).toContain("      weight_g: { kind: 'number'; readonly: true }\n")
  })

  test('know nothing of tables that are hidden from the caller', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege: 40,
        filter: null,
        outside: 'hide',
      }),
    )
    const text = await typesOf('writer')
    expect(text).not.toMatch(/contexts|samples/)
    expect(text).toContain("      context: { kind: 'number' }\n")
  })

  test('need somebody who may enter', async () => {
    expect((await dig.get('/api/types')).statusCode).toBe(401)
  })
})
