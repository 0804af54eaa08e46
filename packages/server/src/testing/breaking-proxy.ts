import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server and hands bytes on, until it is to break off. */
export interface BreakingProxy {
  readonly port: number
  /** From now on each connection ends after so many bytes of the server; `undefined`: no more. */
  breakAfter(bytes: number | undefined): void
  close(): Promise<void>
}

export async function openBreakingProxy(to: number): Promise<BreakingProxy> {
  let limit: number | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    let sent = 0
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (piece: Buffer) => {
      const room = limit === undefined ? piece.length : Math.max(0, limit - sent)
      sent += piece.length
      if (room >= piece.length) client.write(piece)
      else client.end(piece.subarray(0, room), () => client.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    breakAfter: (bytes) => {
      limit = bytes
      // Connections that are kept alive would count on.
      for (const socket of open) socket.destroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
