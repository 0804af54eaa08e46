import { expect } from 'vitest'
import type { SqlValue } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

type Row = Record<string, SqlValue>

/** A version of a record, as the history tells it. */
export interface ToldVersion {
  readonly id: number
  readonly tb: string
  readonly rowid: number
  readonly userid: number
  readonly operation: string
  readonly content: {
    readonly core: Row
    readonly plugins: Readonly<Record<string, Row[]>>
    readonly related?: Readonly<Record<string, Row[]>>
  }
}

/** All versions of records that there are, the oldest first. */
export async function versionsIn(dig: Dig): Promise<ToldVersion[]> {
  const versions: ToldVersion[] = []
  for (let page = 1, left = true; left; page++) {
    const { total, told } = await pageOf(dig, page)
    versions.push(...told)
    left = page * perPage < total
  }
  return versions.sort((one, other) => one.id - other.id)
}

/** The newest of them. */
export const newestVersions = async (dig: Dig): Promise<ToldVersion[]> => (await pageOf(dig, 1)).told

const perPage = 200

async function pageOf(dig: Dig, page: number): Promise<{ total: number; told: ToldVersion[] }> {
  const reply = await dig.get(`/api/history?user=*&per_page=${perPage}&page=${page}`, 'super_admin')
  expect(reply.statusCode, reply.body).toBe(200)
  const told: ToldVersion[] = []
  const { total, data } = reply.json()
  for (const { user, content, entity, ...entry } of data) {
    const isVersion = entity === 'record' && entry.records === undefined
    if (isVersion) told.push({ ...entry, userid: user, content: JSON.parse(content) })
  }
  return { total, told }
}

/** The id of a version by its place among all, from 1. */
export async function nthVersion(dig: Dig, place: number): Promise<number> {
  const version = (await versionsIn(dig))[place - 1]
  if (!version) throw new Error(`There are not ${place} versions.`)
  return version.id
}
