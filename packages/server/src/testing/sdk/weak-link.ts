import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a request: it is not passed on, a proxy answers in the place of the service, the answer is
 * lost, or only its beginning comes through.
 */
export type Fault = 'refused' | 'busy' | 'lost' | 'cut'

/** Stands before a service and spoils requests in the order in which they come. */
export interface WeakLink {
  readonly address: string
  /** Method and path of every request. */
  readonly asked: readonly string[]
  /** What becomes of the next requests; all others go through. */
  spoil(...faults: Fault[]): void
  close(): Promise<void>
}

export async function openWeakLink(service: string): Promise<WeakLink> {
  const asked: string[] = []
  let next: Fault[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    asked.push(`${method} ${url}`)
    const fault = next.shift()
    if (fault === 'refused') return void incoming.socket.destroy()
    if (fault === 'busy') return void outgoing.writeHead(503, { 'retry-after': '0' }).end('<html>Busy</html>')
    const passed = request(new URL(url, service), { method, headers }, (answer) => {
      if (fault === 'lost') return void incoming.socket.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (fault === undefined) return void answer.pipe(outgoing)
      answer.once('data', (bytes: Buffer) => {
        outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy())
      })
    })
    passed.on('error', () => incoming.socket.destroy())
    incoming.pipe(passed)
  })
  await listening(server)
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    spoil: (...faults) => {
      next = faults
      asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
