import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * Stands between a client and a server on this machine. When asked to it falls silent, as a network does
 * whose other end is gone, or becomes slow.
 */
export interface FrozenProxy {
  readonly port: number
  /**
   * Nothing goes on any more in connections that are there; new ones answer nothing either, unless
   * `takesNew`.
   */
  freeze(options?: { readonly takesNew: boolean }): void
  /** Freezes as soon as a client sends this text, which does not arrive. */
  freezeAt(text: string): void
  /** New connections are served again; what was frozen stays so. */
  thaw(): void
  /** From now on what comes is handed on so many milliseconds later, in both directions. */
  delay(milliseconds: number): void
  close(): Promise<void>
}

export async function openFrozenProxy(target: { readonly port: number }): Promise<FrozenProxy> {
  const open = new Set<Socket>()
  let isFrozen = false
  let delayMs = 0
  let isLast: (chunk: Buffer) => boolean = () => false
  const freeze = (takesNew: boolean): void => {
    isFrozen = !takesNew
    for (const socket of open) socket.unpipe().pause()
  }
  const untilFrozen = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (isLast(chunk)) freeze(false)
        else done(null, chunk)
      },
    })
  const slowly = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(done, delayMs, null, chunk)
      },
    })
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    if (isFrozen) {
      client.pause()
      return
    }
    const upstream = connect(target.port, '127.0.0.1')
    open.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.pipe(untilFrozen()).pipe(slowly()).pipe(upstream)
    upstream.pipe(slowly()).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze: ({ takesNew } = { takesNew: false }) => freeze(takesNew),
    freezeAt: (text) => {
      isLast = (chunk) => chunk.includes(text)
    },
    thaw: () => {
      isLast = () => false
      isFrozen = false
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
