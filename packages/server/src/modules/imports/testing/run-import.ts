import { expect } from 'vitest'
import { csvForm, preview } from '../../../testing/import-file.js'
import type { Dig, Role } from '../../../testing/open-dig.js'

/** Uploads a CSV file. @returns the id under which it waits */
export async function upload(dig: Dig, content: string, as: Role = 'writer'): Promise<string> {
  const reply = await preview(dig, csvForm(content), as)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().temp_id
}

/** Uploads a CSV file and imports it as `body` says. */
export async function runImport(
  dig: Dig,
  content: string,
  body: Record<string, unknown>,
  as: Role = 'writer',
) {
  const temp_id = await upload(dig, content, as)
  return dig.post('/api/import/data', { temp_id, type: 'csv', ...body }, as)
}

/** All finds, as a listing answers them. */
export async function allFinds(dig: Dig) {
  const reply = await dig.get('/api/records/finds?per_page=200', 'super_admin')
  return reply.json<{ total: number; data: Record<string, unknown>[] }>()
}

/** The find with this inventory number. */
export const findOf = async (dig: Dig, inventory: string) =>
  (await allFinds(dig)).data.find((row) => row['inv_no'] === inventory)
