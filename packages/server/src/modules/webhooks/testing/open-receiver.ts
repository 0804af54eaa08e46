import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export type Answer = (response: ServerResponse, received: Received) => void

/** A receiver of webhooks: keeps what came, and answers as told. */
export interface Receiver {
  readonly url: string
  readonly host: string
  readonly received: Received[]
  /** How he answers from now on; 204 by himself. */
  answer: Answer
  /** The change sets of the messages that came, in their order. */
  sets(): number[]
  close(): Promise<void>
}

export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end()
  }

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      text += piece
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, text }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    url: `http://${host}/trowel`,
    host,
    received,
    answer: withStatus(204),
    sets: () =>
      received.flatMap(({ text }) => {
        const { data } = JSON.parse(text) as { data: { change_set?: { id: number } } }
        return data.change_set ? [data.change_set.id] : []
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** Is one of the signatures good? Computed apart from the service, with the Web Crypto of the engine. */
export async function isSigned({ headers, text }: Received, secret: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const content = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.')
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(content)))
  const expected = `v1,${btoa(String.fromCharCode(...digest))}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
