import { describe, expect, test } from 'vitest'
import type { Principal } from '../../access/principal.js'
import { deriveFrom } from '../../access/secrets.js'
import { type Asking, signedUrls } from './signed-url.js'

const urls = signedUrls(deriveFrom('one'))
const applicationsWith = (keySalt: string | undefined) => ({
  open: async (name: string) => (name === 'dig' ? { name, keySalt } : undefined),
})
const salt = 'a'.repeat(64)
const applications = applicationsWith(salt)
const open = (token: string, now: Date) => urls.open(applications, token, now)
const file = { id: 7, rev: 2 }
const person: Principal = {
  kind: 'user',
  id: 5,
  name: 'Mira',
  email: 'mira@dig.example',
  privilege: 20,
  session: 'f'.repeat(32),
  tokenVersion: 3,
}
const opened = { app: 'dig', holder: { sub: 5, jti: 'f'.repeat(32), tkv: 3 }, claims: file }
const at = (time: string) => new Date(`2026-05-04T${time}Z`)
const asking = (time: string, principal: Principal = person, app = 'dig'): Asking => ({
  application: { name: app, keySalt: salt },
  principal,
  now: at(time),
})
const tokenAt = (time: string, of = file, principal: Principal = person) =>
  urls.urlOf(asking(time, principal), of).replace(/^.*t=/, '')

describe('signed addresses of files', () => {
  test('the address has no leading slash and names the file', () => {
    expect(urls.urlOf(asking('10:00:00'), file)).toMatch(
      /^api\/file\/7\/content\?t=eyJhIjoiZGlnI[\w-]+\.[\w-]{43}$/,
    )
  })

  test('it stays the same for a whole hour', () => {
    expect(tokenAt('10:00:00')).toBe(tokenAt('10:59:59'))
    expect(tokenAt('10:59:59')).not.toBe(tokenAt('11:00:00'))
  })

  test('it lives for one to two hours', async () => {
    expect(await open(tokenAt('10:00:00'), at('11:59:59'))).toEqual(opened)
    expect(await open(tokenAt('10:00:00'), at('12:00:00'))).toBeUndefined()
    expect(await open(tokenAt('10:59:59'), at('11:59:59'))).toEqual(opened)
  })

  test('it changes when the file is replaced', () => {
    expect(tokenAt('10:00:00')).not.toBe(tokenAt('10:00:00', { ...file, rev: 3 }))
  })

  test('each session, and each key, has its own', async () => {
    const other = { ...person, session: 'e'.repeat(32) }
    expect(tokenAt('10:00:00')).not.toBe(tokenAt('10:00:00', file, other))
    const key: Principal = { kind: 'key', keyId: 4, name: 'API key: GIS', privilege: 30, manage: false }
    expect((await open(tokenAt('10:00:00', file, key), at('10:00:00')))?.holder).toEqual({ key: 4 })
  })

  test('what was changed in it is refused', async () => {
    const [payload = '', signature = ''] = tokenAt('10:00:00').split('.')
    const other = Buffer.from(JSON.stringify({ a: 'dig', h: opened.holder, f: 8, r: 2, e: 1e10 })).toString(
      'base64url',
    )
    const [foreign] = urls
      .urlOf(asking('10:00:00', person, 'other'), file)
      .replace(/^.*t=/, '')
      .split('.')
    for (const token of [
      `${other}.${signature}`,
      `${foreign}.${signature}`,
      `${payload}.${signature.slice(0, -2)}`,
      `${payload}.${signature}x`,
      `${payload}.`,
      payload,
      `${payload}.${signature}.${signature}`,
      '',
      '.',
      'x.y',
      `${Buffer.from('null').toString('base64url')}.${signature}`,
      `${Buffer.from('{"a":"../dig","f":1,"r":1,"e":9}').toString('base64url')}.${signature}`,
    ]) {
      expect(await open(token, at('10:30:00'))).toBeUndefined()
    }
  })

  test('another service with another secret does not open it', async () => {
    const openWith = (secret: string) =>
      signedUrls(deriveFrom(secret)).open(applications, tokenAt('10:00:00'), at('10:30:00'))
    expect(await openWith('two')).toBeUndefined()
    expect(await openWith('one')).toEqual(opened)
  })

  test('another application of the same name does not open it', async () => {
    for (const other of ['b'.repeat(64), undefined])
      expect(await urls.open(applicationsWith(other), tokenAt('10:00:00'), at('10:30:00'))).toBeUndefined()
  })
})
