import { expect } from 'vitest'
import { sql } from '../../../storage/sql.js'
import type { Dig, Role } from '../../../testing/open-dig.js'

export type Definition = Readonly<Record<string, unknown>>

export const toContext = { local_field: 'context', join_tb: 'contexts', join_pk: 'id' }
export const toTrench = { local_field: 'trench', join_tb: 'trenches', join_pk: 'id' }

/** Weights of materials by the kind of context that they were found in. */
export const weights = {
  source_tb: 'finds',
  source_type: 'table',
  char_field: 'material',
  group_path: [toContext],
  group_field: 'ctx_type',
  measure: 'sum',
  measure_field: 'weight_g',
  measure_label: 'Weight (g)',
  filters: [],
}
/** Finds by material and context. */
export const counts = { source_tb: 'finds', char_field: 'material', group_field: 'context' }

/** As before any analysis was saved, or other rights were given on a table. */
export const forgetAnalyses = (dig: Dig): Promise<void> =>
  dig.application.db.write(async (tx) => {
    await tx.run(sql`DELETE FROM "sys_assemblage_analyses"`)
    await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
  })

export async function count(dig: Dig, definition: Definition, as: Role = 'reader') {
  const reply = await dig.post('/api/assemblage/data', { definition }, as)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

/** @returns the id of the analysis that is kept */
export async function save(dig: Dig, name: string, as: Role = 'writer', definition: Definition = weights) {
  const reply = await dig.post('/api/assemblages', { name, definition }, as)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().analysis.id as number
}

/** The names of the analyses that a user finds. */
export const names = async (dig: Dig, as: Role): Promise<string[]> =>
  (await dig.get('/api/assemblages', as)).json().analyses.map(({ name }: { name: string }) => name)
