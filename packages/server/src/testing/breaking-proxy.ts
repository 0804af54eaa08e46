import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server and hands bytes on, until it is to break off. */
export interface BreakingProxy {
  readonly port: number
  /** From now on each connection ends after so many bytes of the server; `undefined`: no more. */
  breakAfter(bytes: number | undefined): void
  /** The same for bytes of the client. */
  breakRequestsAfter(bytes: number | undefined): void
  /** From now on connections lead to the server at another port. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function openBreakingProxy(to: number): Promise<BreakingProxy> {
  let target = to
  let limit: number | undefined
  let requestLimit: number | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    handOn(client, upstream, requestLimit)
    handOn(upstream, client, limit)
  })
  // Connections that are kept alive would go on as before.
  const endAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    breakAfter: (bytes) => {
      limit = bytes
      endAll()
    },
    breakRequestsAfter: (bytes) => {
      requestLimit = bytes
      endAll()
    },
    leadTo: (port) => {
      target = port
      endAll()
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Hands on what comes, until so many bytes have come. */
function handOn(from: Socket, to: Socket, limit: number | undefined): void {
  let sent = 0
  from.once('end', () => to.end())
  from.on('data', (piece: Buffer) => {
    const room = limit === undefined ? piece.length : Math.max(0, limit - sent)
    sent += piece.length
    if (room >= piece.length) to.write(piece)
    else to.end(piece.subarray(0, room), () => from.destroy())
  })
}
