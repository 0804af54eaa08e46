import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a PostgreSQL server and changes the SQL that is sent to it. */
export interface RewritingProxy {
  readonly port: number
  close(): Promise<void>
}

/** Messages that carry SQL, Query and Parse; and the one that runs what was prepared. */
const [query, parse, bind] = ['Q', 'P', 'B'].map((type) => type.charCodeAt(0))

/**
 * An engine that lacks something, or a pooler that forgets it.
 * @param rewrite of the SQL of each statement. Connections are not encrypted.
 * @param options.onRun called when a statement is run that was prepared under a name
 */
export async function openRewritingProxy(
  to: number,
  rewrite: (statement: string) => string,
  { port = 0, onRun }: { readonly port?: number; readonly onRun?: () => void } = {},
): Promise<RewritingProxy> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    // The first message has no type: https://www.postgresql.org/docs/current/protocol-message-formats.html
    let typeBytes = 0
    let waiting = Buffer.alloc(0)
    client.on('data', (piece: Buffer) => {
      waiting = Buffer.concat([waiting, piece])
      while (waiting.length >= typeBytes + 4) {
        const end = typeBytes + waiting.readInt32BE(typeBytes)
        if (waiting.length < end) return
        const message = waiting.subarray(0, end)
        waiting = waiting.subarray(end)
        upstream.write(typeBytes === 0 ? message : rewritten(message, rewrite))
        if (typeBytes === 1 && isPrepared(message)) onRun?.()
        typeBytes = 1
      }
    })
    upstream.pipe(client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Does it run a statement that has a name? The name of a portal comes before. */
const isPrepared = (message: Buffer): boolean =>
  message[0] === bind && message[message.indexOf(0, 5) + 1] !== 0

function rewritten(message: Buffer, rewrite: (statement: string) => string): Buffer {
  const [type] = message
  if (type !== query && type !== parse) return message
  // The name of a prepared statement comes before its SQL.
  const start = type === query ? 5 : message.indexOf(0, 5) + 1
  const end = message.indexOf(0, start)
  const statement = Buffer.from(rewrite(message.toString('utf8', start, end)))
  const changed = Buffer.concat([message.subarray(0, start), statement, message.subarray(end)])
  changed.writeInt32BE(changed.length - 1, 1)
  return changed
}
