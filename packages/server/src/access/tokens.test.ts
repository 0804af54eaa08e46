import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveFrom } from './secrets.js'
import { type TokenClaims, tokensOf } from './tokens.js'

const secrets = deriveFrom('secret of the tests')
const vallelunga = { name: 'vallelunga', keySalt: 'a'.repeat(64) }
const carsulae = { name: 'carsulae', keySalt: 'b'.repeat(64) }
const now = new Date('2026-05-04T09:00:00Z')
const iat = now.getTime() / 1000

const claims: TokenClaims = {
  iss: 'trowel',
  iat,
  exp: iat + 28_800,
  jti: 'f'.repeat(32),
  sub: 4,
  prv: 20,
  tkv: 0,
  app: 'vallelunga',
  name: 'Æthelflæd Ωmega 𐎠',
  eml: 'æ@valle.example',
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as anybody can write it who knows `key`. */
function forge(header: unknown, payload: unknown, key: Buffer = secrets.keyFor('jwt', vallelunga)): string {
  const signed = `${base64url(header)}.${base64url(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

async function check(
  text: string,
  at = now,
  application = vallelunga,
): Promise<TokenClaims | 'expired' | undefined> {
  const tokens = tokensOf(secrets)
  const token = tokens.parse(text)
  return token && tokens.verify(token, application, at)
}

describe('a session token', () => {
  test('says what was signed, names in other scripts included', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    expect(await check(text)).toEqual(claims)
    expect(await check(text), 'once more, when it is remembered').toEqual(claims)
  })

  test('has a payload of ASCII alone and the user as a number, as browsers decode it', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    const payload = Buffer.from(text.split('.')[1] ?? '', 'base64url')
    expect([...payload].every((byte) => byte < 128)).toBe(true)
    expect(JSON.parse(atob(payload.toString('base64')))).toEqual(claims)
  })

  test('is valid for eight hours to the second', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    expect(await check(text, new Date((claims.exp - 1) * 1000))).toEqual(claims)
    expect(await check(text, new Date(claims.exp * 1000))).toBe('expired')
  })

  test('may be issued by a clock that was two hours ahead, not more', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    expect(await check(text, new Date((iat - 7_200) * 1000))).toEqual(claims)
    expect(await check(text, new Date((iat - 7_201) * 1000))).toBeUndefined()
  })

  const header = { alg: 'HS256', typ: 'JWT' }
  test.each([
    ['of two parts', 'a.b'],
    ['of four parts', `${forge(header, claims)}.x`],
    ['that is no text of ours', '...'],
    ['without a signature', forge(header, claims).replace(/[^.]+$/, '')],
    ['with algorithm none', `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
    ['with algorithm none and a signature', forge({ alg: 'none' }, claims)],
    ['with another algorithm', forge({ alg: 'HS512' }, claims)],
    ['with an unknown critical header', forge({ ...header, crit: ['x'], x: 1 }, claims)],
    ['signed with the key of another application', forge(header, claims, secrets.keyFor('jwt', carsulae))],
    ['that claims another application than its key', forge(header, { ...claims, app: 'carsulae' })],
    ['whose user is a text', forge(header, { ...claims, sub: '4' })],
    ['without a session', forge(header, { ...claims, jti: undefined })],
    ['that somebody else issued', forge(header, { ...claims, iss: 'other' })],
    ['whose payload is no object', forge(header, 7)],
    ['whose payload is a list', forge(header, ['vallelunga'])],
  ])('%s is not accepted', async (_case, text) => {
    expect(await check(text)).toBeUndefined()
  })

  test('is not accepted in another application of the same name, also when it is remembered', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    expect(await check(text)).toEqual(claims)
    expect(await check(text, now, { ...vallelunga, keySalt: carsulae.keySalt })).toBeUndefined()
    expect(await check(text)).toEqual(claims)
  })

  test('is not accepted when one letter of it was changed', async () => {
    const text = await tokensOf(secrets).sign(claims, vallelunga)
    const [head, payload, signature] = text.split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 1 })).toString('base64url')
    expect(await check(`${head}.${changed}.${signature}`)).toBeUndefined()
    const other = signature?.startsWith('A') ? 'B' : 'A'
    expect(await check(`${head}.${payload}.${other}${signature?.slice(1)}`)).toBeUndefined()
  })
})
