import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

export const streamOf = (client: ClientBase): Socket =>
  (client as ClientBase & { readonly connection: { readonly stream: Socket } }).connection.stream

/** Takes leave of the server. Where it is silent, so is its farewell: then the connection is broken off. */
export async function endConnection(
  client: ClientBase & { end(): Promise<void> },
  patienceMs: number,
): Promise<void> {
  const timer = setTimeout(() => streamOf(client).destroy(), patienceMs)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}
