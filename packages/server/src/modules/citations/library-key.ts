import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyOwner, Secrets } from '../../access/secrets.js'

/** The library whose key it is: encrypted for one, it opens no other. */
export interface KeyedLibrary {
  readonly application: KeyOwner
  readonly type: string
  readonly refmanId: string
}

/** What a stored key begins with: the second form is encrypted under a key from the application's salt. */
const forms = { withoutSalt: 'v1', withSalt: 'v2' } as const
const formOf = ({ keySalt }: KeyOwner) => (keySalt === undefined ? forms.withoutSalt : forms.withSalt)

const ivBytes = 12
const tagBytes = 16

/**
 * A key of a library as it is stored: AES-256-GCM under a key that only the service's secret and the
 * application's salt give.
 */
export function encryptKey(secrets: Secrets, library: KeyedLibrary, key: string): string {
  const { application } = library
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, application), iv)
  cipher.setAAD(nameOf(library))
  const content = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return `${formOf(application)}.${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')}`
}

/**
 * `undefined` for what was encrypted under another secret or another salt, for another library, or is
 * damaged.
 */
export function decryptKey(secrets: Secrets, library: KeyedLibrary, stored: string): string | undefined {
  const [form, text = ''] = stored.split('.')
  const bytes = Buffer.from(text, 'base64url')
  const owner: KeyOwner =
    form === forms.withoutSalt ? { name: library.application.name, keySalt: undefined } : library.application
  if (form !== formOf(owner) || bytes.length <= ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets, owner), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(nameOf(library))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const content = decipher.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * The same key encrypted under the application's salt, if it was stored before there was one; otherwise as it
 * is.
 */
export function renewKey(secrets: Secrets, library: KeyedLibrary, stored: string): string {
  if (stored.startsWith(`${formOf(library.application)}.`)) return stored
  const key = decryptKey(secrets, library, stored)
  return key === undefined ? stored : encryptKey(secrets, library, key)
}

const keyOf = (secrets: Secrets, application: KeyOwner): Buffer =>
  secrets.keyFor('keys of the reference manager', application)

const nameOf = ({ type, refmanId }: KeyedLibrary): Buffer => Buffer.from(`${type}/${refmanId}`)
