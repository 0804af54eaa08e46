import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a PostgreSQL server and changes the SQL that is sent to it. */
export interface RewritingProxy {
  readonly port: number
  close(): Promise<void>
}

/** Messages that carry SQL, Query and Parse; the one that runs what was prepared; and an error. */
const [query, parse, bind, refusal] = ['Q', 'P', 'B', 'E'].map((type) => type.charCodeAt(0))

interface ProxyOptions {
  readonly port?: number
  /** Called when a statement is run that was prepared under a name. */
  readonly onRun?: () => void
  /** What the server says in an error: its message, its detail, and where it came about. */
  readonly translate?: (said: string) => string
}

/**
 * An engine that lacks something, a pooler that forgets it, or a server that speaks another language.
 * @param rewrite of the SQL of each statement. Connections are not encrypted.
 */
export async function openRewritingProxy(
  to: number,
  rewrite: (statement: string) => string,
  { port = 0, onRun, translate }: ProxyOptions = {},
): Promise<RewritingProxy> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) {
      socket.setNoDelay()
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    // The first message has no type: https://www.postgresql.org/docs/current/protocol-message-formats.html
    let isFirst = true
    eachMessage(client, {
      typeBytes: () => (isFirst ? 0 : 1),
      take(message) {
        upstream.write(isFirst ? message : rewritten(message, rewrite))
        if (!isFirst && isPrepared(message)) onRun?.()
        isFirst = false
      },
    })
    if (translate) {
      const take = (message: Buffer) =>
        client.write(message[0] === refusal ? translated(message, translate) : message)
      eachMessage(upstream, { typeBytes: () => 1, take })
    } else upstream.pipe(client)
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

/** Takes what comes in message by message, each once it is whole. */
function eachMessage(
  from: Socket,
  { typeBytes, take }: { readonly typeBytes: () => number; readonly take: (message: Buffer) => void },
): void {
  let waiting = Buffer.alloc(0)
  from.on('data', (piece: Buffer) => {
    waiting = Buffer.concat([waiting, piece])
    for (let before = typeBytes(); waiting.length >= before + 4; before = typeBytes()) {
      const end = before + waiting.readInt32BE(before)
      if (waiting.length < end) return
      const message = waiting.subarray(0, end)
      waiting = waiting.subarray(end)
      take(message)
    }
  })
}

/**
 * Fields of an error that are sentences, https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
const sentences = new Set(['M', 'D', 'W'])

function translated(message: Buffer, translate: (said: string) => string): Buffer {
  const fields = message.toString('utf8', 5).split('\0')
  const said = fields.map((field) =>
    sentences.has(field.charAt(0)) ? field.charAt(0) + translate(field.slice(1)) : field,
  )
  const changed = Buffer.concat([message.subarray(0, 5), Buffer.from(said.join('\0'))])
  changed.writeInt32BE(changed.length - 1, 1)
  return changed
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
