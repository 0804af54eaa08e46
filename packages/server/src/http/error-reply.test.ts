import { connect } from 'node:net'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { replyWithError } from './error-reply.js'

test.each([
  ['JSON', 'application/json', '{"search":'],
  ['a form', 'application/x-www-form-urlencoded', 'search='],
])('%s that breaks off with its client is no failure of the service', async (_what, type, start) => {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const server = fastify({ loggerInstance: log, disableRequestLogging: true })
  server.setErrorHandler(replyWithError)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => text,
  )
  server.post('/', async () => 'well')
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  lines.length = 0
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${start}`,
  )
  setTimeout(() => socket.destroy(), 100)
  await expect.poll(() => lines.length).toBe(1)
  expect(lines[0]).toMatchObject({ level: 30, msg: 'the client went away before the end of its body' })
  await server.close()
})
