import { createHmac, randomBytes } from 'node:crypto'
import { decryptText, encryptText } from '../../access/encrypted-text.js'
import type { KeyOwner, Secrets } from '../../access/secrets.js'

/** How a secret is written: base64 behind this, as the Standard Webhooks specification has it. */
const prefix = 'whsec_'
const secretBytes = 32

export const makeSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/** A secret as it is stored: only the service's secret and the application's salt open it. */
export const encryptSecret = (secrets: Secrets, application: KeyOwner, secret: string): string =>
  encryptText(keyOf(secrets, application), purpose, secret)

/** `undefined` when the service has another secret than when it was stored. */
export const decryptSecret = (secrets: Secrets, application: KeyOwner, stored: string): string | undefined =>
  decryptText(keyOf(secrets, application), purpose, stored)

const purpose = 'secrets of webhooks'
const keyOf = (secrets: Secrets, application: KeyOwner): Buffer => secrets.keyFor(purpose, application)

export interface SignedMessage {
  /** The same for each try. Without full stops. */
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of the Standard Webhooks specification: a signature with each of the secrets. */
export function signedHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
