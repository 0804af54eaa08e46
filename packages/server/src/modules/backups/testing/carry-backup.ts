import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dig, Role } from '../../../testing/open-dig.js'

/** Makes a backup and answers its name. */
export async function makeOne(dig: Dig, body: object = {}, as: Role = 'admin'): Promise<string> {
  const reply = await dig.post('/api/backups', body, as)
  if (reply.statusCode !== 200) throw new Error(`No backup: ${reply.body}`)
  return reply.json<{ file: string }>().file
}

/** Lays a file beside the backups of a dig, as a person does who carries it from another machine. */
export async function layDown(dig: Dig, file: string, content: Uint8Array): Promise<void> {
  const folder = join(dig.service.dataFolder, 'applications', 'dig', 'backups')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), content)
}

export const bytesOf = async (dig: Dig, file: string): Promise<Buffer> =>
  (await dig.get(`/api/backup/${file}/download`, 'admin')).rawPayload
