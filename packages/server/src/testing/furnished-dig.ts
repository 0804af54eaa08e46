import { id as named, type SqlValue, sql } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

/** The id of one thing of every kind, beyond all that the service gives. */
export const thing = 900_011

/** Values of secret columns. */
export const storedSecrets = {
  passwordHash: 'hash-of-the-password-of-mira',
  keyHash: 'hash-of-a-key-of-mira',
}

const saved = { user_id: 1, name: 'Saved', created_at: 1, is_global: 0 }
const metric = { tb: 'finds', type: 'metric', field: 'id', function: 'COUNT' }
const rows: readonly [table: string, row: Readonly<Record<string, SqlValue>>][] = [
  ['trenches', { code: 'T', creator: 1 }],
  ['contexts', { ctx_no: 'CT', ctx_type: 'layer', notes: 'furnished', trench: 1, creator: 1 }],
  ['samples', { id_link: thing, litres: 7, lab: 'Bern' }],
  ['finds', { inv_no: 'FT', context: 1, material: 'bone', creator: 1 }],
  [
    'sys_users',
    {
      ...{ name: 'Mira', email: 'mira@dig.example', privilege: 30, token_version: 0 },
      password: storedSecrets.passwordHash,
    },
  ],
  ['sys_user_table_privs', { user_id: thing, table_name: 'finds', privilege: 20 }],
  [
    'sys_api_keys',
    { key_hash: storedSecrets.keyHash, label: 'A key', created_by: 1, created_at: 1, privilege: 30 },
  ],
  ['sys_queries', { ...saved, tb: 'finds', query: '{}' }],
  ['sys_charts', { ...saved, definition: JSON.stringify(metric) }],
  [
    'sys_assemblage_analyses',
    { ...saved, definition: '{"source_tb":"finds","char_field":"material","group_path":[]}' },
  ],
  ['sys_map_views', { ...saved, definition: '{"layers":[{"id":"a","tb":"contexts"}]}' }],
  ['sys_vocabularies', { voc: 'materials', def: 'bone', sort: 1 }],
  ['sys_userlinks', { tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 1, label: 'drawn on' }],
  ['sys_rs', { tb: 'contexts', first: 3, second: 4, relation: 5 }],
  ['sys_geodata', { table_link: 'contexts', id_link: 1, geometry: 'POINT(1 2)' }],
  ['sys_refman_libs', { type: 'group', refman_id: '501', name: 'Alento', created_at: 1 }],
  [
    'sys_refman_links',
    {
      ...{ tb: 'finds', record_id: 1, lib_id: thing, refman_key: 'AAAAAAA2', detached: 0, created_at: 1 },
      ...{ full_citation: 'Kilns', author_year: 'Ada 2020' },
    },
  ],
  ['sys_cfg_templates', { table_name: 'finds', name: 'sheet', content: '{"sections":[]}', updated_at: 1 }],
]

/** Puts one thing of every kind into a dig, where it is not there (any more). */
export async function furnish({ application }: Dig): Promise<void> {
  const { db } = application
  const there = await Promise.all(
    rows.map(([table]) => db.quick.get(sql`SELECT 1 AS "n" FROM ${named(table)} WHERE "id" = ${thing}`)),
  )
  const missing = rows.filter((_row, k) => there[k] === undefined)
  if (missing.length === 0) return
  await db.write(async (tx) => {
    for (const [table, row] of missing) await tx.insert(table, { id: thing, ...row })
  })
  // Templates belong to the configuration.
  if (missing.some(([table]) => table === 'sys_cfg_templates')) await application.reload()
}
