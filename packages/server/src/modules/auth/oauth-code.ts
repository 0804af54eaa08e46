import { hash, randomBytes } from 'node:crypto'
import { isObject } from '@trowel/contract/json.js'
import { keepOnce, takeOnce } from '../../access/one-time.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { Database } from '../../storage/storage.js'
import { type Account, findAccount } from '../users/index.js'

/*
 * A login at a provider ends in an address that any browser can be led to. So it holds only a code, and the
 * session begins where the secret is that was answered to the browser when it began the login: an attacker
 * cannot make others go on in a session of his.
 */

const lifetimeMs = 60_000

/** A secret for the browser that begins a login. */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/** What is stored of a code or a verifier: they are random, so nothing slower is needed. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** A person whom a provider has vouched for. */
export interface ProvenLogin {
  readonly account: Account
  readonly provider: string
}

/** A code for the browser that has the verifier of this hash: good once, for a minute, on every node. */
export async function keepLoginCode(
  db: Database,
  { account, provider, verifierHash }: ProvenLogin & { readonly verifierHash: string },
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const content = JSON.stringify({
    user: account.id,
    tokenVersion: account.tokenVersion,
    provider,
    verifierHash,
  })
  await keepOnce(db, keyOf(code), content, new Date(now.getTime() + lifetimeMs), now)
  return code
}

/** Uses a code up. @returns undefined when it is none, was used, is too old, or belongs to another browser */
export async function takeLoginCode(
  db: Database,
  code: string,
  verifier: string,
  now: Date,
): Promise<ProvenLogin | undefined> {
  const content = await takeOnce(db, keyOf(code), now)
  const kept = content === undefined ? undefined : parseJson(content)
  if (!isObject(kept) || kept['verifierHash'] !== hashSecret(verifier)) return undefined
  const { user, tokenVersion, provider } = kept
  if (typeof user !== 'number' || typeof provider !== 'string') return undefined
  const account = await findAccount(db, user)
  return account && account.tokenVersion === tokenVersion ? { account, provider } : undefined
}

const keyOf = (code: string): string => `login-code ${hashSecret(code)}`
