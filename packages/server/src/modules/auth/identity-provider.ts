import { isOrcid } from '@trowel/contract/web-address.js'
import type { Configuration, CustomFetch } from 'openid-client'
import { isOnThisMachine, type ProviderSettings } from '../../provider-settings.js'
import { weakMemoize } from '../../storage/weak-memoize.js'

/** What one login at a provider is told by. */
export interface ProviderLogin {
  readonly redirectUri: string
  readonly verifier: string
  readonly nonce: string
}

/** Who a person is, by what the provider says. */
export interface ProvenIdentity {
  readonly subject: string
  /** An address that the provider says belongs to him. */
  readonly verifiedEmail: string | undefined
}

/** The provider did not say who it is. The reason is for the log of the service and holds nothing secret. */
export class ProviderFailure extends Error {
  constructor(
    readonly reason: string,
    readonly isLate: boolean,
  ) {
    super('The identity provider did not say who it is.')
  }
}

// Loaded with the first login of this kind: most services never need it.
const library = () => import('openid-client')

/** Where the browser goes to. @throws ProviderFailure */
export async function loginAddress(
  provider: ProviderSettings,
  { redirectUri, verifier, nonce }: ProviderLogin,
  state: string,
  limitMs: number,
): Promise<string> {
  return asked(async () => {
    const client = await library()
    const address = client.buildAuthorizationUrl(await configurationOf(provider, limitMs), {
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: provider.scope,
      state,
      ...(provider.scope.startsWith('openid') && { nonce }),
      ...(provider.pkce && {
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    })
    return address.href
  })
}

/** @param issuer the one that the callback names (RFC 9207), if it does @throws ProviderFailure */
export async function proveIdentity(
  provider: ProviderSettings,
  { redirectUri, verifier, nonce }: ProviderLogin,
  code: string,
  issuer: string | undefined,
  limitMs: number,
): Promise<ProvenIdentity> {
  return asked(async () => {
    const client = await library()
    const configuration = await configurationOf(provider, limitMs)
    if (provider.issuer !== undefined && issuer !== undefined && issuer !== provider.issuer) {
      throw new ProviderFailure('another issuer answered', false)
    }
    const answer = await client.genericGrantRequest(configuration, 'authorization_code', {
      code,
      redirect_uri: redirectUri,
      ...(provider.pkce && { code_verifier: verifier }),
    })
    if (provider.identity === 'orcid') return orcidIdentity(answer['orcid'])
    const claims = answer.claims()
    if (provider.issuer !== undefined && claims === undefined) {
      throw new ProviderFailure('no ID token', false)
    }
    const expectsNonce = provider.issuer !== undefined || claims?.nonce !== undefined
    if (expectsNonce && claims?.nonce !== nonce) throw new ProviderFailure('a foreign nonce', false)
    const profile = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, answer.access_token, claims?.sub ?? client.skipSubjectCheck)
      : claims
    return profiledIdentity(profile?.sub, profile?.email, profile?.email_verified)
  })
}

function orcidIdentity(given: unknown): ProvenIdentity {
  const subject = typeof given === 'string' ? given.toUpperCase() : ''
  if (!isOrcid(subject)) throw new ProviderFailure('no ORCID iD', false)
  return { subject, verifiedEmail: undefined }
}

function profiledIdentity(subject: unknown, email: unknown, verified: unknown): ProvenIdentity {
  if (typeof subject !== 'string' || !/^[^\p{Cc}]{1,255}$/u.test(subject)) {
    throw new ProviderFailure('no usable subject', false)
  }
  return { subject, verifiedEmail: verified === true && typeof email === 'string' ? email : undefined }
}

interface Known {
  readonly configuration: Promise<Configuration>
  readonly until: number
}

const hour = 3_600_000
const cacheOf = weakMemoize((_provider: ProviderSettings): { known?: Known | undefined } => ({}))

/** What the provider says of itself is asked once an hour at most; a failure is not remembered. */
async function configurationOf(provider: ProviderSettings, limitMs: number): Promise<Configuration> {
  const cache = cacheOf(provider)
  const { known } = cache
  if (known && known.until > Date.now()) return known.configuration
  const configuration = configure(provider, limitMs)
  cache.known = { configuration, until: Date.now() + hour }
  configuration.catch(() => {
    cache.known = undefined
  })
  return configuration
}

async function configure(provider: ProviderSettings, limitMs: number): Promise<Configuration> {
  const client = await library()
  const { clientId, clientSecret, endpoints, issuer = '' } = provider
  const timeout = limitMs / 1000
  if (!endpoints) {
    const address = new URL(issuer)
    const local = isOnThisMachine(address) ? [client.allowInsecureRequests] : []
    return client.discovery(
      address,
      clientId,
      undefined,
      (server, ...rest) => {
        // What is said of no other way, is done in the usual one.
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        const prove = methods.includes('client_secret_basic')
          ? client.ClientSecretBasic
          : client.ClientSecretPost
        return prove(clientSecret)(server, ...rest)
      },
      {
        timeout,
        execute: [client.enableNonRepudiationChecks, ...local],
        [client.customFetch]: providerFetch,
      },
    )
  }
  const { authorize, token, userinfo } = endpoints
  const configuration = new client.Configuration(
    {
      issuer: issuer || new URL(authorize).origin,
      authorization_endpoint: authorize,
      token_endpoint: token,
      ...(userinfo !== undefined && { userinfo_endpoint: userinfo }),
    },
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  )
  configuration.timeout = timeout
  configuration[client.customFetch] = providerFetch
  if ([authorize, token, userinfo ?? token].some((address) => isOnThisMachine(new URL(address)))) {
    client.allowInsecureRequests(configuration)
  }
  return configuration
}

/**
 * Whatever goes wrong with a provider is one failure. What it answered may hold tokens, and is told nowhere.
 */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const names = namesOf(error)
    throw new ProviderFailure(names.join(', '), names.includes('TimeoutError'))
  }
}

/** Names and codes of an error and of what caused it. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  for (let cause = error; cause instanceof Error && names.length < 10; cause = cause.cause) {
    names.push(cause.name)
    if ('code' in cause && typeof cause.code === 'string') names.push(cause.code)
  }
  return names.length > 0 ? names : ['unknown']
}

/** The answers of a provider are a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * Asks a provider. An answer is read no further than it may be long, however it is packed. @throws
 * AnswerTooLong
 */
const providerFetch: CustomFetch = async (address, { body, signal, ...options }) => {
  const response = await fetch(address, { ...options, body: body ?? null, signal: signal ?? null })
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new AnswerTooLong()
    pieces.push(piece)
  }
  const { status, headers } = response
  return new Response(bytes > 0 ? Buffer.concat(pieces) : null, { status, headers })
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}
