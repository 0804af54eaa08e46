import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, openDig } from '../testing/open-dig.js'

const megabyte = 1024 * 1024

describe('a body that is refused before its end', () => {
  let dig: Dig
  let url: URL
  let authorization: string
  beforeAll(async () => {
    dig = await openDig('sqlite', {
      TROWEL_LIMIT_JSON_BODY_BYTES: '2500',
      TROWEL_LIMIT_UPLOAD_BYTES: '1000',
      TROWEL_LIMIT_IMPORT_BYTES: '1000',
    })
    url = new URL(await dig.service.server.listen({ host: '127.0.0.1', port: 0 }))
    authorization = `Bearer ${await dig.token('writer')}`
  })
  afterAll(() => dig.close())

  const json = 'application/json'
  const form = 'multipart/form-data; boundary=edge'
  const part =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
  const large = (type: string): string =>
    type === json
      ? JSON.stringify({ search: 'x'.repeat(20 * megabyte) })
      : `${part}${'x'.repeat(20 * megabyte)}\r\n--edge--\r\n`

  const refusals = [
    ['an oversize JSON body', '/api/records/finds', json, 413, 'too_large'],
    ['an oversize upload', '/api/record/finds/1/file', form, 413, 'too_large'],
    ['an oversize file to import', '/api/import/preview-file', form, 413, 'too_large'],
    ['a body of a kind that no route reads', '/api/records/finds', 'text/xml', 415, 'unsupported_media_type'],
  ] as const

  test.each(refusals)('%s gets its answer with fetch', async (_what, path, type, status, code) => {
    const sent = large(type)
    for (const body of [sent, new Blob([sent]).stream()]) {
      const reply = await fetch(new URL(path, url), {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body,
        duplex: 'half',
      } as RequestInit)
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([status, code])
    }
  })

  /** Sends everything before it reads, as Python's `http.client` does. */
  const sendAll = async (path: string, type: string, more: Record<string, string>, body: string) => {
    const socket = connect(Number(url.port), url.hostname)
    const headers = { Host: url.host, Authorization: authorization, 'Content-Type': type, ...more }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    await written(socket, `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return received(socket)
  }
  const written = (socket: Socket, text: string) =>
    new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(text, (error) => (error ? reject(error) : resolve()))
    })
  const received = async (socket: Socket): Promise<string> => {
    let text = ''
    for await (const piece of socket) {
      text += String(piece)
      if (text.endsWith('}')) break
    }
    return text
  }

  test.each(refusals)(
    '%s gets its answer by a client that reads late',
    async (_what, path, type, status, code) => {
      const body = large(type)
      const sizes = { 'Content-Length': String(Buffer.byteLength(body)) }
      for (const connection of ['close', 'keep-alive']) {
        const answer = await sendAll(path, type, { ...sizes, Connection: connection }, body)
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        expect(answer).toContain(`"code":"${code}"`)
      }
    },
  )

  test('without a token the answer comes as well', async () => {
    const body = large(json)
    const reply = await fetch(new URL('/api/record/finds', url), { method: 'POST', body })
    expect(reply.status).toBe(401)
  })

  test('that never ends is answered at once, and its connection is closed at the bound', async () => {
    const socket = connect(Number(url.port), url.hostname)
    const isClosed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    let answer = ''
    socket.on('data', (piece) => {
      answer += String(piece)
    })
    socket.write(
      `POST /api/records/finds HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${authorization}\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    await expect.poll(() => answer).toContain('"code":"unsupported_media_type"')
    const piece = `${megabyte.toString(16)}\r\n${'x'.repeat(megabyte)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 1000) {
      if (!socket.write(piece)) await Promise.race([isClosed, setTimeout(5)])
      sent++
    }
    await isClosed
    expect(sent).toBeLessThan(1000)
  })
})
