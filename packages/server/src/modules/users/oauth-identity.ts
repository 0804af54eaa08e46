import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import { isOrcid } from '@trowel/contract/web-address.js'
import type { FieldProblem } from '../../errors.js'
import { type Message, message } from '../../message.js'

/** Who a user is at an identity provider: the pair that a login there brings. */
export interface ExternalIdentity {
  readonly provider: string
  readonly subject: string
}

/** What a form says of it; undefined: nothing. */
export interface IdentityInput {
  readonly oauthProvider?: string | null | undefined
  readonly oauthSubject?: string | null | undefined
  /** Where accounts may be linked besides the usual providers. */
  readonly furtherProviders?: readonly string[]
}

/** Every service knows them, whether or not one can log in there at the moment. */
const usualProviders: readonly string[] = ['google', 'orcid']

const maxSubjectLength = 255

/**
 * The identity that an account has after a form, or what is wrong with what it says. What the account has
 * already stays, whether or not its provider is still known. A provider without an id of the person means
 * none yet: the first login with the account's address may bring it. ORCID knows no addresses, so it needs
 * the iD.
 */
export function identityAfter(
  input: IdentityInput,
  stored: ExternalIdentity | null,
): { readonly identity: ExternalIdentity | null } | FieldProblem {
  const provider = input.oauthProvider === undefined ? (stored?.provider ?? null) : input.oauthProvider
  const isSameSubject = input.oauthSubject === undefined || input.oauthSubject === stored?.subject
  if (stored && provider === stored.provider && isSameSubject) return { identity: stored }
  if (provider === null || provider === '') return { identity: null }
  const providers = [...new Set([...usualProviders, ...(input.furtherProviders ?? [])])]
  if (!providers.includes(provider)) {
    const said = message('provider_unknown', { providers: providers.join(', ') })
    return { field: 'oauth_provider', code: 'unknown_provider', ...said }
  }
  const subject = input.oauthSubject?.trim() ?? ''
  if (provider === 'orcid') {
    const iD = subject.toUpperCase()
    return isOrcid(iD)
      ? { identity: { provider, subject: iD } }
      : wrong('not_an_orcid', message('not_an_orcid_id', {}))
  }
  if (subject === '') return { identity: null }
  if (subject.length > maxSubjectLength || /\p{Cc}/u.test(subject)) {
    return wrong('too_long', message('subject_too_long', { most: maxSubjectLength }))
  }
  return { identity: { provider, subject } }
}

const wrong = (code: ProblemCode, said: Message): FieldProblem => ({ field: 'oauth_sub', code, ...said })

export const sameIdentity = (one: ExternalIdentity | null, other: ExternalIdentity | null): boolean =>
  one?.provider === other?.provider && one?.subject === other?.subject
