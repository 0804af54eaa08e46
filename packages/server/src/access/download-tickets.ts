import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isObject } from '@trowel/contract/json.js'
import { parseJson } from '../catalogue/json-text.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import type { Database } from '../storage/storage.js'
import type { Identities, Identity } from './authenticate.js'
import { holderOf, identityOfHolder, readHolder } from './holder.js'
import { keepOnce, takeOnce } from './one-time.js'
import type { Principal } from './principal.js'
import type { Secrets } from './secrets.js'

const lifetimeMs = 60_000
const randomPart = 24
const tagPart = 8

/** A ticket as it stands at the end of an address. */
const atTheEnd = /[?&]ticket=([A-Za-z0-9_-]{43})$/

/** Path and query as every browser writes them, without what only a browser reads. */
export function plainAddress(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost')
  return `${pathname}${search}`
}

export const withTicket = (address: string, ticket: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}ticket=${ticket}`

/** The ticket of an address, and the address that it must have been made for. */
export function ticketIn(url: string): { readonly ticket: string; readonly address: string } | undefined {
  const found = atTheEnd.exec(url)
  return found?.[1] === undefined
    ? undefined
    : { ticket: found[1], address: plainAddress(url.slice(0, found.index)) }
}

/**
 * A ticket with which a browser can fetch one address once, within a minute, as the one who asks. Its last
 * bytes say, to this service alone, of which application it is; stored is its SHA-256 only.
 */
export async function issueTicket(
  { secrets }: Pick<Identities, 'secrets'>,
  db: Database,
  principal: Principal,
  address: string,
  now: Date,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  const holder = holderOf(principal)
  if (!holder) throw new AppError('session_required')
  const random = randomBytes(randomPart)
  const ticket = Buffer.concat([random, tagOf(secrets, db.app, random)]).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const content = JSON.stringify({ address, holder })
  await keepOnce(db, keyOf(ticket), content, expiresAt, now)
  return { ticket, expiresAt }
}

/** Uses a ticket up. @throws `unauthenticated`, and what `identityOfHolder` throws */
export async function useTicket(
  identities: Identities,
  ticket: string,
  address: string,
  now: Date,
): Promise<Identity> {
  const application = await applicationOf(identities, ticket)
  const db = application?.db
  const content = db && (await takeOnce(db, keyOf(ticket), now))
  const stored = content === undefined ? undefined : parseJson(content)
  const holder = isObject(stored) && stored['address'] === address ? readHolder(stored['holder']) : undefined
  if (!application || !holder) throw refused()
  return identityOfHolder(identities, application.name, holder)
}

const refused = (): AppError => new AppError('unauthenticated', message('ticket_used_or_old', {}))

const keyOf = (ticket: string): string => `ticket ${hash('sha256', ticket, 'hex')}`

/**
 * It only tells where to look the ticket up: it is made with a key of the service, because the application is
 * not known yet.
 */
const tagOf = (secrets: Secrets, app: string, random: Buffer): Buffer =>
  createHmac('sha256', secrets.serviceKey('download-ticket'))
    .update(`${app}/`)
    .update(random)
    .digest()
    .subarray(0, tagPart)

async function applicationOf({ secrets, applications }: Identities, ticket: string) {
  const bytes = Buffer.from(ticket, 'base64url')
  const [random, tag] = [bytes.subarray(0, randomPart), bytes.subarray(randomPart)]
  for (const app of await applications.names()) {
    if (timingSafeEqual(tagOf(secrets, app, random), tag)) return applications.open(app)
  }
  return undefined
}
