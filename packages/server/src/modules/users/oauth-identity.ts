import type { FieldProblem } from '../../errors.js'

/** Who somebody is at an identity provider: the pair that a login there brings. */
export interface ExternalIdentity {
  readonly provider: 'google' | 'orcid'
  readonly subject: string
}

/** What a form says of it; undefined: nothing. */
export interface IdentityInput {
  readonly oauthProvider?: unknown
  readonly oauthSubject?: unknown
}

const longestSubject = 255

/**
 * The identity that an account has after a form, or what is wrong with what it says. Google without an id of the person means none
 * yet: the first login there with the account's address brings it.
 */
export function identityAfter(
  input: IdentityInput,
  stored: ExternalIdentity | null,
): { readonly identity: ExternalIdentity | null } | FieldProblem {
  const provider = input.oauthProvider === undefined ? (stored?.provider ?? null) : input.oauthProvider
  const keeps = provider === stored?.provider && input.oauthSubject === undefined
  if (keeps) return { identity: stored }
  if (provider === null || provider === '') return { identity: null }
  if (provider !== 'google' && provider !== 'orcid') {
    return { field: 'oauth_provider', code: 'unknown_provider', text: 'A provider is google or orcid.' }
  }
  const subject = typeof input.oauthSubject === 'string' ? input.oauthSubject.trim() : ''
  if (provider === 'orcid') {
    const iD = subject.toUpperCase()
    return isOrcid(iD)
      ? { identity: { provider, subject: iD } }
      : wrong('not_an_orcid', 'This is no ORCID iD.')
  }
  if (subject === '') return { identity: null }
  if (subject.length > longestSubject || /\p{Cc}/u.test(subject)) {
    return wrong('too_long', `The id of the person has at most ${longestSubject} characters in one line.`)
  }
  return { identity: { provider, subject } }
}

const wrong = (code: string, text: string): FieldProblem => ({ field: 'oauth_sub', code, text })

/** `0000-0002-1825-0097`: the last character checks the others, by ISO/IEC 7064:2003, MOD 11-2. */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false
  const characters = text.replaceAll('-', '')
  let total = 0
  for (const digit of characters.slice(0, -1)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return characters.at(-1) === (check === 10 ? 'X' : String(check))
}

export const sameIdentity = (one: ExternalIdentity | null, other: ExternalIdentity | null): boolean =>
  one?.provider === other?.provider && one?.subject === other?.subject
