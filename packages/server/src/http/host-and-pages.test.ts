import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, openDig } from '../testing/open-dig.js'

describe('names of the service', () => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig('sqlite', {
      TROWEL_PUBLIC_URL: 'https://records.example',
      TROWEL_HOSTS: 'Dig.intern.example',
    })
  })
  afterAll(() => dig.close())
  const ask = (url: string, host: string) => dig.request({ method: 'GET', url, headers: { host } }, 'admin')

  test.each([
    'localhost',
    'localhost:8530',
    'trowel.localhost',
    '127.0.0.1:8530',
    '192.168.1.20:8530',
    '[::1]:8530',
    '[fe80::1]',
    'nas',
    'RECORDS.example',
    'records.example.',
    'records.example:443',
    'dig.intern.example',
    hostname(),
  ])('a request for %s is answered', async (host) => {
    expect((await ask('/api/info', host)).statusCode).toBe(200)
  })

  test.each([
    'evil.example',
    'records.example.evil.example',
    '127.0.0.1.nip.example',
    'localhost.evil.example:8530',
  ])(
    'a request for %s is refused, whose owner may let it point here (DNS rebinding), and the refusal names the settings',
    async (host) => {
      for (const url of ['/api/info', '/', '/api/records/finds', '/api/none', '/ogc']) {
        const reply = await ask(url, host)
        expect([reply.statusCode, reply.json<{ code: string }>().code], url).toEqual([421, 'unknown_host'])
        expect(reply.body).toMatch(/TROWEL_PUBLIC_URL.*TROWEL_HOSTS/)
      }
    },
  )

  test('health and readiness are answered under any name, metrics under those of the service', async () => {
    for (const url of ['/healthz', '/readyz'])
      expect((await ask(url, 'pod-7.cluster.example')).statusCode, url).toBe(200)
    const statuses = ['pod-7.cluster.example', '10.0.0.7:8530', 'dig.intern.example'].map(
      async (host) => (await ask('/metrics', host)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([421, 200, 200])
  })

  test('a service with an address of HTTPS tells browsers to keep to it; pages say what they may ask for', async () => {
    const page = await ask('/login', 'records.example')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['permissions-policy']).toMatch(
      /camera=\(self\), geolocation=\(self\).*microphone=\(\)/,
    )
    expect((await ask('/api/info', 'localhost')).headers['permissions-policy']).toBeUndefined()
  })

  test('the reference page runs its own scripts and styles alone', async () => {
    const page = await ask('/api/docs/', 'localhost')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).not.toContain('unsafe-inline')
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    const scripts = page.body.match(/<script[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(page.body).toContain(`<meta property="csp-nonce" content="${nonce}"`)
    const again = await ask('/api/docs/', 'localhost')
    expect(again.headers['content-security-policy']).not.toBe(policy)
  })
})

describe('a proxy that ends HTTPS', () => {
  test.each([
    ['127.0.0.1', 'max-age=31536000'],
    ['10.9.9.9', undefined],
  ])('whose address is %s is believed when it is trusted alone', async (trusted, expected) => {
    const dig = await openDig('sqlite', { TROWEL_TRUST_PROXY: trusted })
    try {
      const reply = await dig.request({
        method: 'GET',
        url: '/api/info',
        headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
      })
      expect(reply.headers['strict-transport-security']).toBe(expected)
    } finally {
      await dig.close()
    }
  })
})

describe('bodies that come slowly', () => {
  let dig: Dig
  let port = 0
  beforeAll(async () => {
    dig = await openDig('sqlite', { TROWEL_LIMIT_BODY_STALL_MS: '400' })
    const { server } = dig.service
    await server.listen({ host: '127.0.0.1', port: 0 })
    const address = server.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => dig.close())

  async function open(length: number, type: string, path: string): Promise<Socket> {
    const token = await dig.token('admin')
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    )
    return socket
  }

  /** Writes `piece` again and again until the other side ends, or `times` are over; what was answered. */
  async function drip(socket: Socket, piece: Buffer, everyMs: number, times: number): Promise<string> {
    let answer = ''
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    let sent = 0
    const timer = setInterval(() => {
      if (sent++ < times && socket.writable) socket.write(piece)
    }, everyMs)
    await closed
    clearInterval(timer)
    return answer
  }

  test.each([
    ['application/json', '/api/record/finds'],
    ['multipart/form-data; boundary=edge', '/api/record/finds/1/file'],
  ])('a body of %s that is sent a byte at a time is ended', async (type, path) => {
    const socket = await open(1_000_000, type, path)
    expect(await drip(socket, Buffer.from(' '), 50, 1_000_000)).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*"request_timeout"/,
    )
  })

  test('a body that moves is taken, however long it takes', async () => {
    const piece = Buffer.alloc(20_000, ' ')
    const socket = await open(piece.length * 30, 'application/json', '/api/record/finds')
    const answer = await drip(socket, piece, 100, 30)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('request_timeout')
  })
})
