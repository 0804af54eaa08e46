import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../access/passwords.js'
import { Dig, oneEngine, openDig, password } from '../testing/open-dig.js'
import { sendFile } from '../testing/send-file.js'

/** Every kind of secret that the service gives, of two applications. */
interface Given {
  readonly session: string
  readonly key: string
  /** Of an address of the file, and one that lets it be fetched once. */
  readonly signed: string
  readonly ticket: string
  readonly device: string
}

async function givenBy(dig: Dig): Promise<Given & { readonly file: number }> {
  const upload = await sendFile(dig, '/api/record/finds/1/file', 'a.txt', 'a', 'super_admin')
  const { files } = (await dig.get('/api/record/finds/1', 'super_admin')).json()
  const { id } = upload.json().file
  const path = `/api/file/${id}/content`
  const ticket = (await dig.post('/api/download-ticket', { path }, 'super_admin')).json().url
  const account = { email: 'super_admin@dig.example', password, app: dig.application.name, device: null }
  const login = (await dig.post('/api/auth/login', account)).json()
  return {
    ...{ session: login.token, key: await dig.token('key10_manage'), device: login.device, file: id },
    ...{
      signed: /t=([^&"]+)/.exec(JSON.stringify(files.at(-1)))?.[1] ?? '',
      ticket: ticket.split('ticket=')[1],
    },
  }
}

describe.each(oneEngine)('what the service gives for one purpose (%s)', (engine) => {
  let dig: Dig
  let own: Given & { readonly file: number }
  let other: Given
  beforeAll(async () => {
    dig = await openDig(engine)
    const passwordHash = await hashPassword(password)
    const superAdmin = { name: 'super_admin', email: 'super_admin@dig.example', passwordHash }
    const pompeii = await dig.services.applications.create('pompeii', { definition: 'Another', superAdmin })
    const second = new Dig(dig.service, pompeii)
    await second.fill(passwordHash)
    other = await givenBy(second)
    // So that a number of the one is another file in the other.
    await sendFile(dig, '/api/record/finds/1/file', 'b.txt', 'b', 'super_admin')
    own = await givenBy(dig)
  })
  afterAll(() => dig.close())

  const asBearer = (text: string) => ({ url: '/api/info/app', headers: { authorization: `Bearer ${text}` } })
  const asSigned = (text: string) => ({ url: `/api/file/${own.file}/content?t=${text}` })
  const asTicket = (text: string) => ({ url: `/api/file/${own.file}/content?ticket=${text}` })
  const statusOf = async (options: { url: string; headers?: Record<string, string> }) =>
    (await dig.request({ method: 'GET', ...options })).statusCode

  test('opens nothing where another kind is asked for, nor in another application', async () => {
    const opened: string[] = []
    for (const [where, place, fitting] of [
      ['bearer', asBearer, ['session', 'key']],
      ['address', asSigned, ['signed']],
      ['ticket', asTicket, ['ticket']],
    ] as const) {
      for (const [whose, given] of Object.entries({ own, other })) {
        for (const kind of ['session', 'key', 'signed', 'ticket', 'device'] as const) {
          expect(given[kind].length, kind).toBeGreaterThan(20)
          const isRight = whose === 'own' && fitting.some((one) => one === kind)
          if (isRight || (where === 'bearer' && fitting.some((one) => one === kind))) continue
          const status = await statusOf(place(given[kind]))
          if (status < 400) opened.push(`${kind} of the ${whose} application as ${where}: ${status}`)
        }
      }
    }
    expect(opened).toEqual([])
  })

  test('opens what it is for, once or again', async () => {
    expect(await statusOf(asBearer(own.session))).toBe(200)
    expect(await statusOf(asBearer(own.key))).toBe(200)
    expect(await statusOf(asSigned(own.signed))).toBe(200)
    expect(await statusOf(asTicket(own.ticket))).toBe(200)
    expect(await statusOf(asTicket(own.ticket))).toBe(401)
  })

  test('names its application, and another name in its place is no key of that one', async () => {
    const renamed = own.key.replace('trw_dig.', 'trw_pompeii.')
    expect(renamed).not.toBe(own.key)
    expect(await statusOf(asBearer(renamed))).toBe(401)
    const [head = '', payload = '', signature = ''] = own.session.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    for (const changed of [{ app: 'pompeii' }, { sub: 2 }, { prv: 1 }]) {
      const forged = Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')
      if (forged === payload) continue
      expect(await statusOf(asBearer(`${head}.${forged}.${signature}`))).toBe(401)
    }
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect(await statusOf(asBearer(`${none}.${payload}.`))).toBe(401)
  })

  test('is looked for in its place alone', async () => {
    for (const name of ['token', 'access_token', 'api_key', 'key', 'authorization'])
      expect(await statusOf({ url: `/api/info/app?${name}=${own.session}` })).toBe(401)
    for (const headers of [{ cookie: `token=${own.session}` }, { 'x-api-key': own.key }])
      expect(await statusOf({ url: '/api/info/app', headers })).toBe(401)
    expect(await statusOf({ url: '/api/info/app', headers: { authorization: `Basic ${own.key}` } })).toBe(401)
  })
})
