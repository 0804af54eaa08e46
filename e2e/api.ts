import type { RecordFile } from '@trowel/contract/files.js'
/** The service without a browser, for what a journey finds there or leaves behind. */
export interface Api {
  /** @returns the answer's body; fails when the service refuses */
  send<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
  /** Makes a record. @returns its id */
  create(table: string, core: Readonly<Record<string, unknown>>): Promise<number>
  /** The files of a record in their order. */
  filesOf(table: string, id: number): Promise<readonly RecordFile[]>
}

export function apiOf(address: string, token: string): Api {
  async function send<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return JSON.parse(text) as Reply
  }
  return {
    send,
    create: async (table, core) => (await send<{ id: number }>('POST', `/api/record/${table}`, { core })).id,
    filesOf: async (table, id) =>
      (await send<{ files: RecordFile[] }>('GET', `/api/record/${table}/${id}`)).files,
  }
}
