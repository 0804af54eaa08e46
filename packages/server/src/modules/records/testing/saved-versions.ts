import { expect } from 'vitest'
import type { Dig, Role } from '../../../testing/open-dig.js'

/** The body of an answer that has to be a good one. */
export const json = async (reply: ReturnType<Dig['get']>) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}

/** The versions of a record as they are listed, newest first. */
export const versionsOf = async (dig: Dig, table: string, id: number, as: Role = 'reader') =>
  (await json(dig.get(`/api/record/${table}/${id}/versions`, as))).versions

/** The id of the newest version of a record. */
export const newest = async (dig: Dig, table: string, id: number): Promise<number> =>
  (await versionsOf(dig, table, id, 'super_admin'))[0].id

/** Changes a record. */
export const save = (dig: Dig, table: string, id: number, body: object, as: Role = 'writer') =>
  json(dig.post(`/api/record/${table}/${id}`, body, as))

/** Deletes a record. */
export const remove = (dig: Dig, table: string, id: number) =>
  json(dig.delete(`/api/record/${table}/${id}`, undefined, 'writer'))

/** Asks for the state that a version keeps. */
export const restore = (dig: Dig, version: number, body: object = {}, as: Role = 'admin') =>
  dig.post(`/api/version/${version}/restore`, body, as)

/** A record as it reads, without the texts around its values. */
export async function recordOf(dig: Dig, table: string, id: number) {
  const reply = await json(dig.get(`/api/record/${table}/${id}`, 'super_admin'))
  const values = (row: Record<string, { val: unknown }>) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.val]))
  const plugins: Record<string, { data: Record<string, { val: unknown }>[] }> = reply.plugins
  return {
    core: values(reply.core),
    plugins: Object.fromEntries(Object.entries(plugins).map(([name, { data }]) => [name, data.map(values)])),
    files: reply.files,
    rs: Object.values(reply.rs),
    geodata: Object.values(reply.geodata),
    manualLinks: Object.values(reply.manualLinks),
    bibliography: Object.values(reply.bibliography),
  }
}
