import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../../access/secrets.js'

/** The library whose key it is: encrypted for one, it opens no other. */
export interface KeyOwner {
  readonly app: string
  readonly type: string
  readonly refmanId: string
}

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** A key of a library as it is stored: AES-256-GCM under a key that only the service's secret gives. */
export function encryptKey(secrets: Secrets, owner: KeyOwner, key: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', secretOf(secrets, owner), iv)
  cipher.setAAD(nameOf(owner))
  const content = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')}`
}

/** `undefined` for what was encrypted under another secret, for another library, or is damaged. */
export function decryptKey(secrets: Secrets, owner: KeyOwner, stored: string): string | undefined {
  const [form, text = ''] = stored.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (form !== version || bytes.length <= ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', secretOf(secrets, owner), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(nameOf(owner))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const content = decipher.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const secretOf = (secrets: Secrets, { app }: KeyOwner): Buffer =>
  secrets.keyFor('keys of the reference manager', app)

const nameOf = ({ type, refmanId }: KeyOwner): Buffer => Buffer.from(`${type}/${refmanId}`)
