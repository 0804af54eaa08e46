import { decryptText, encryptText } from '../../access/encrypted-text.js'
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

/**
 * A key of a library as it is stored: encrypted under a key that only the service's secret and the
 * application's salt give.
 */
export function encryptKey(secrets: Secrets, library: KeyedLibrary, key: string): string {
  const { application } = library
  return `${formOf(application)}.${encryptText(keyOf(secrets, application), nameOf(library), key)}`
}

/**
 * `undefined` for what was encrypted under another secret or another salt, for another library, or is
 * damaged.
 */
export function decryptKey(secrets: Secrets, library: KeyedLibrary, stored: string): string | undefined {
  const [form, text = ''] = stored.split('.')
  const owner: KeyOwner =
    form === forms.withoutSalt ? { name: library.application.name, keySalt: undefined } : library.application
  return form === formOf(owner) ? decryptText(keyOf(secrets, owner), nameOf(library), text) : undefined
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

const nameOf = ({ type, refmanId }: KeyedLibrary): string => `${type}/${refmanId}`
