import { sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { indexName } from '../physical-names.js'
import { type SystemTable, systemTables } from '../system-tables.js'
import { builtInEntries } from './built-in-entries.js'
import type { Step } from './migration.js'

/** Every system table, and the rows that each application has. */
export const initial: Step = {
  name: '0001_initial',
  async up(tx) {
    const physical = await tx.schema.inspect()
    for (const table of systemTables) if (!physical.has(table.name)) await makeSystemTable(tx, table)
    await addBuiltInRows(tx)
  },
}

export async function makeSystemTable(tx: Transaction, table: SystemTable): Promise<void> {
  await tx.schema.createTable(table.name, table.columns, table.foreignKeys)
  for (const { columns, unique } of table.indexes) {
    await tx.schema.createIndex(
      systemIndexName(table.name, columns),
      table.name,
      columns,
      unique ? 'unique' : 'whole',
    )
  }
  if (table.places) await tx.schema.indexBoxes(table.name, table.places)
  for (const { table: of, make } of Object.values(pairIndexes)) if (of === table.name) await make(tx)
}

export const systemIndexName = (table: string, columns: readonly string[]): string =>
  indexName(table, columns.join('_'))

/**
 * By name: unique indexes over what a row means, however it was written: `a covers b` and `b is covered by a`
 * are one fact.
 */
export const pairIndexes: Readonly<
  Record<string, { readonly table: string; make(tx: Transaction): Promise<unknown> }>
> = {
  sys_rs__fact: {
    table: 'sys_rs',
    make: (tx) =>
      tx.run(sql`
      CREATE UNIQUE INDEX "sys_rs__fact" ON "sys_rs" (
        "tb",
        (CASE WHEN "first" <= "second" THEN "first" ELSE "second" END),
        (CASE WHEN "first" <= "second" THEN "second" ELSE "first" END),
        (CASE WHEN "first" <= "second" OR "relation" > 8 THEN "relation"
              WHEN "relation" <= 4 THEN "relation" + 4 ELSE "relation" - 4 END))`),
  },
  sys_userlinks__pair: {
    table: 'sys_userlinks',
    make: (tx) =>
      tx.run(sql`
      CREATE UNIQUE INDEX "sys_userlinks__pair" ON "sys_userlinks" (
        (CASE WHEN "tb_one" < "tb_two" OR ("tb_one" = "tb_two" AND "id_one" <= "id_two") THEN "tb_one" ELSE "tb_two" END),
        (CASE WHEN "tb_one" < "tb_two" OR ("tb_one" = "tb_two" AND "id_one" <= "id_two") THEN "id_one" ELSE "id_two" END),
        (CASE WHEN "tb_one" < "tb_two" OR ("tb_one" = "tb_two" AND "id_one" <= "id_two") THEN "tb_two" ELSE "tb_one" END),
        (CASE WHEN "tb_one" < "tb_two" OR ("tb_one" = "tb_two" AND "id_one" <= "id_two") THEN "id_two" ELSE "id_one" END))`),
  },
}

/** Adds what is missing of the rows that every application has. */
export async function addBuiltInRows(tx: Transaction): Promise<void> {
  if (!(await tx.get(sql`SELECT "id" FROM "sys_cfg_app"`))) {
    await tx.insert('sys_cfg_app', {
      status: 'on',
      max_image_size: 1500,
      welcome: '',
      color: 'indigo',
      definition: '',
      lang: '',
      version: '',
    })
  }
  if (!(await tx.get(sql`SELECT "id" FROM "sys_cfg_geoface"`))) {
    await tx.insert('sys_cfg_geoface', { layers: '[]' })
  }
  for (const { table, fields } of builtInEntries) {
    if (await tx.get(sql`SELECT "id" FROM "sys_cfg_tables" WHERE "name" = ${table.name}`)) continue
    await tx.insert('sys_cfg_tables', { ...table })
    for (const field of fields) await tx.insert('sys_cfg_fields', { ...field, table_name: table.name })
  }
}
