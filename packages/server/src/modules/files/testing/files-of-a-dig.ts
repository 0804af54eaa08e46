import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordFile } from '@trowel/contract/files.js'
import { expect } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { fileStorages, openFileStorage, type TestFileStorage } from '../../../testing/object-server.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { sendFile } from '../../../testing/send-file.js'

/** Each engine and each storage of files, in pairs: neither knows of the other. */
export const places = fileStorages.map((storage, k) => ({
  engine: engines[k % engines.length] ?? 'sqlite',
  storage,
}))
export type Place = (typeof places)[number]

/** What an uploaded file holds, and how large the largest may be. */
export const text = 'C1 lies over C2'
export const limit = 200_000

export interface DigWithFiles {
  readonly dig: Dig
  readonly storage: TestFileStorage
  close(): Promise<void>
}

/** Bytes that leave their file go at once. */
export async function openDigWithFiles({ engine, storage: name }: Place): Promise<DigWithFiles> {
  const storage = await openFileStorage(name)
  const dig = await openDig(engine, {
    ...storage.environment,
    TROWEL_LIMIT_UPLOAD_BYTES: String(limit),
    TROWEL_KEEP_REPLACED_DAYS: '0',
  })
  return {
    dig,
    storage,
    close: async () => {
      await dig.close()
      await storage.close()
    },
  }
}

export const upload = (
  dig: Dig,
  record: number,
  name: string,
  content: string | Uint8Array = text,
  { as = 'writer', table = 'contexts' }: { readonly as?: Role; readonly table?: string } = {},
) => sendFile(dig, `/api/record/${table}/${record}/file`, name, content, as)

export async function uploaded(...args: Parameters<typeof upload>): Promise<RecordFile> {
  const reply = await upload(...args)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<{ file: RecordFile }>().file
}

export const filesOf = async (dig: Dig, record: number, table = 'contexts', as: Role = 'reader') =>
  (await dig.get(`/api/record/${table}/${record}`, as)).json<{ files: RecordFile[] }>().files

export const linked = (dig: Dig, file: number, record: number, table: string, as: Role = 'writer') =>
  dig.post(`/api/record/${table}/${record}/link-file`, { fileId: file }, as)

export const outcome = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
]

/** How many binaries lie in the storage. */
export async function kept(dig: Dig, area: 'files' | 'previews' = 'files'): Promise<number> {
  let count = 0
  for await (const _ of dig.services.binaries.list('dig', area)) count++
  return count
}

/** What the database says must lie in the storage does, and nothing waits somewhere. */
export async function expectAgreement(dig: Dig): Promise<void> {
  const { quick } = dig.application.db
  const files = await quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM "sys_files"`)
  expect(await kept(dig)).toBe(files?.n)
  expect(await quick.all(sql`SELECT "name" FROM "sys_file_transit"`)).toEqual([])
  expect(await readdir(join(dig.service.dataFolder, 'incoming'))).toEqual([])
}
