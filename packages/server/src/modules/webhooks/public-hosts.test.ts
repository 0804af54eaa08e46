import { execFile } from 'node:child_process'
import dns from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { oneEngine } from '../../testing/open-dig.js'
import { isPublic } from './public-hosts.js'
import { send } from './send.js'
import { certificate } from './testing/certificate.js'
import { openReceiver } from './testing/open-receiver.js'
import { openSending, type Sending } from './testing/open-sending.js'

const [engine = 'sqlite'] = oneEngine

/** A name leads to these addresses, one list after another, and to the last from then on. */
function leadTo(...lists: readonly string[][]): void {
  const left = [...lists]
  vi.spyOn(dns.promises, 'lookup').mockImplementation(async () => {
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? []
    // The type is that of its last overload, which answers one address.
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('addresses of the public internet', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
  ])('%s is one', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  test.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds tell secrets', '169.254.169.254'],
    ['behind the NAT of a provider', '100.64.0.1'],
    ['behind the NAT of a provider', '100.127.255.255'],
    ['special', '192.0.0.8'],
    ['an example', '203.0.113.9'],
    ['for measurements', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['no address', '::'],
    ['loopback', '::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['IPv4 in IPv6', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:7f00:1::'],
    ['an example', '2001:db8::1'],
    ['private', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['multicast', 'ff02::1'],
    ['nothing', 'hooks.example'],
  ])('%s is none: %s', (_kind, address) => {
    expect(isPublic(address)).toBe(false)
  })
})

describe('where webhooks are sent', () => {
  let sending: Sending
  beforeAll(async () => {
    sending = await openSending(engine, { TROWEL_WEBHOOK_HOSTS: 'hooks.intern.example 10.0.0.5:8080' })
  })
  afterAll(() => sending.close())
  const create = (url: string) => sending.dig.post('/api/webhooks', { url }, 'admin')

  test.each([
    ['http://hooks.example/', 'webhook_needs_https'],
    ['ftp://hooks.intern.example/', 'webhook_needs_https'],
    ['javascript:alert(1)', 'webhook_needs_https'],
    ['https://mira:secret@hooks.example/', 'webhook_with_password'],
    ['https://127.0.0.1/', 'webhook_host_not_public'],
    ['https://2130706433/', 'webhook_host_not_public'],
    ['https://0x7f.1/', 'webhook_host_not_public'],
    ['https://[::1]/', 'webhook_host_not_public'],
    ['https://[::ffff:10.0.0.1]/', 'webhook_host_not_public'],
    ['https://169.254.169.254/latest', 'webhook_host_not_public'],
    ['https://10.0.0.5:8081/', 'webhook_host_not_public'],
    ['http://10.0.0.5/', 'webhook_needs_https'],
  ])('%s is refused', async (url, sentence) => {
    const reply = await create(url)
    expect([reply.statusCode, reply.json().code, reply.json().sentence]).toEqual([
      422,
      'webhook_address_refused',
      sentence,
    ])
    expect(reply.json().errors).toMatchObject([{ field: 'url', sentence }])
    expect(reply.body).not.toContain('mira')
  })

  test('a name is refused when one of its addresses is not public, or it has none', async () => {
    leadTo(['8.8.8.8', '192.168.0.7'])
    expect((await create('https://hooks.example/')).json().sentence).toBe('webhook_host_not_public')
    leadTo([])
    expect((await create('https://hooks.example/')).json().sentence).toBe('webhook_host_unknown')
    leadTo(['8.8.8.8', '2606:4700:4700::1111'])
    expect((await create('https://hooks.example/')).statusCode).toBe(200)
  })

  test('hosts that the operator names may lie inside, and be spoken to without HTTPS', async () => {
    leadTo(['10.0.0.9'])
    for (const url of ['http://hooks.intern.example/x', 'https://hooks.intern.example:8443/x'])
      expect((await create(url)).statusCode, url).toBe(200)
    expect((await create('http://10.0.0.5:8080/')).statusCode).toBe(200)
  })

  test('an address that was refused later on changes nothing else', async () => {
    leadTo(['8.8.8.8'])
    const { id } = (await create('https://hooks.example/')).json().webhook
    leadTo(['127.0.0.1'])
    expect((await sending.change(id, { active: false })).active).toBe(false)
    const reply = await sending.dig.put(`/api/webhook/${id}`, { url: 'https://hooks.example/2' }, 'admin')
    expect(reply.statusCode).toBe(422)
  })
})

describe('sending', () => {
  const signal = new AbortController().signal
  const task = (url: string, hosts: readonly string[] = []) => ({
    url: new URL(url),
    headers: {},
    body: '{}',
    hosts,
    signal,
  })

  test('a name that leads inside a moment after it was checked is asked nothing', async () => {
    const receiver = await openReceiver()
    const { port } = new URL(receiver.url)
    const lookup = vi.spyOn(dns.promises, 'lookup')
    leadTo(['8.8.8.8'], ['127.0.0.1'])
    await dns.promises.lookup('hooks.example', { all: true })
    const outcome = await send(task(`https://hooks.example:${port}/`))
    expect(outcome).toMatchObject({ status: null, problem: { sentence: 'webhook_host_not_public' } })
    // Once: the connection goes where the check looked.
    expect([lookup.mock.calls.length, receiver.received.length]).toEqual([2, 0])
    await receiver.close()
  })

  test('numbers and what is not encrypted are looked at again, too', async () => {
    const receiver = await openReceiver()
    const inside = await send(task(receiver.url.replace('http:', 'https:')))
    const plain = await send(task(receiver.url))
    expect([inside, plain].map(({ problem }) => problem?.sentence)).toEqual([
      'webhook_host_not_public',
      'webhook_needs_https',
    ])
    expect((await send(task(receiver.url, [receiver.host]))).problem).toBeNull()
    await receiver.close()
    const away = await send(task(receiver.url, [receiver.host]))
    expect(away.problem).toEqual({ sentence: 'webhook_unreachable', params: { reason: 'ECONNREFUSED' } })
  })

  test('a certificate counts when its authority is trusted and it is that of the host', async () => {
    let requests = 0
    const server = createServer(certificate, (_request, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const unknown = await send(task(`https://127.0.0.1:${port}/`, ['127.0.0.1']))
    expect([unknown.problem?.sentence, requests]).toEqual(['webhook_certificate', 0])

    const folder = await mkdtemp(join(tmpdir(), 'trowel-authority-'))
    const authority = join(folder, 'authority.pem')
    await writeFile(authority, certificate.cert)
    // Node reads further authorities once, when it starts.
    const program = `
      const { send } = await import(${JSON.stringify(new URL('send.js', import.meta.url))})
      const signal = new AbortController().signal
      const to = (host) => send({ url: new URL('https://' + host + ':${port}/'), headers: {}, body: '{}', hosts: [host], signal })
      console.log(JSON.stringify([await to('127.0.0.1'), await to('localhost')]))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } },
    )
    expect(JSON.parse(stdout)).toMatchObject([
      { status: 200, problem: null },
      { status: null, problem: { sentence: 'webhook_certificate' } },
    ])
    expect(requests).toBe(1)
    await rm(folder, { recursive: true })
    await new Promise((resolve) => server.close(resolve))
  })

  test('who does not answer is left in time', async () => {
    const receiver = await openReceiver()
    receiver.answer = () => undefined
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too late')))
    const outcome = await send(task(receiver.url, ['127.0.0.1']))
    expect(outcome.problem).toEqual({ sentence: 'webhook_late', params: { seconds: 15 } })
    await receiver.close()
  })
})
