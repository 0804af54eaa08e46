import type { KeyOwner, Secrets } from './secrets.js'
import { type TokenClaims, tokenLifetime, tokensOf } from './tokens.js'

/** What a token says of a person. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly tokenVersion: number
}

export interface IssuedToken {
  readonly token: string
  readonly expiresAt: Date
}

/** A token for a session, with everything that is said in it as it is now. */
export async function issueToken(
  secrets: Secrets,
  application: KeyOwner,
  person: Person,
  session: string,
  now: Date,
): Promise<IssuedToken> {
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + tokenLifetime
  const claims: TokenClaims = {
    iss: 'trowel',
    iat,
    exp,
    jti: session,
    sub: person.id,
    prv: person.privilege,
    tkv: person.tokenVersion,
    app: application.name,
    name: person.name,
    eml: person.email,
  }
  const token = await tokensOf(secrets).sign(claims, application)
  return { token, expiresAt: new Date(exp * 1000) }
}
