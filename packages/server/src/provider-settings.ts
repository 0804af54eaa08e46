/** An identity provider at which people can log in. */
export interface ProviderSettings {
  /** As it stands in addresses and beside the accounts. */
  readonly name: string
  /** As people read it. */
  readonly label: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /**
   * By OpenID Connect: who it is, is signed, and bears the number of this login. Absent: by OAuth 2.0 alone.
   */
  readonly issuer: string | undefined
  /** Absent: the issuer says where they are. */
  readonly endpoints: ProviderEndpoints | undefined
  /** Where the provider says who a person is: in the answer to the code, or where it is asked afterwards. */
  readonly identity: 'orcid' | 'userinfo'
  /** Is the code bound to the one who began (RFC 7636)? */
  readonly pkce: boolean
}

export interface ProviderEndpoints {
  readonly authorize: string
  readonly token: string
  readonly userinfo: string | undefined
}

/** The providers that the service knows by itself, with all that is public about them. */
const known = {
  google: {
    label: 'Google',
    scope: 'openid email profile',
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    identity: 'userinfo',
    pkce: true,
  },
  orcid: {
    label: 'ORCID',
    scope: '/authenticate',
    issuer: undefined,
    authorize: 'https://orcid.org/oauth/authorize',
    token: 'https://orcid.org/oauth/token',
    userinfo: undefined,
    identity: 'orcid',
    pkce: false,
  },
} as const

export type KnownProvider = keyof typeof known

export const knownProviders = Object.keys(known) as readonly KnownProvider[]

const providerName = /^[a-z][a-z0-9]{0,19}$/

/**
 * The providers that are set up: those known by name, then those that only the settings know.
 * @param text a setting without `TROWEL_`
 * @param problems gets a sentence for each setting that cannot be used
 */
export function readProviders(
  text: (name: string) => string | undefined,
  problems: string[],
): ProviderSettings[] {
  const names =
    text('OIDC_PROVIDERS')
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? []
  return [
    ...knownProviders.map((name) => readKnown(name, text, problems)),
    ...[...new Set(names)].map((name) => readFurther(name, text, problems)),
  ].filter((provider) => provider !== undefined)
}

function readKnown(
  name: KnownProvider,
  text: (name: string) => string | undefined,
  problems: string[],
): ProviderSettings | undefined {
  const { authorize, token, userinfo, issuer, ...facts } = known[name]
  const setting = (key: string) => `OAUTH_${name.toUpperCase()}_${key}`
  const endpoint = (key: string) => readAddress(setting(key), text, problems)
  const own = {
    authorize: endpoint('AUTHORIZE'),
    token: endpoint('TOKEN'),
    userinfo: userinfo && endpoint('USERINFO'),
  }
  const [clientId, clientSecret] = [text(setting('ID')), text(setting('SECRET'))]
  if (!clientId || !clientSecret) return undefined
  const isElsewhere = Object.values(own).some((address) => address !== undefined)
  return {
    name,
    ...facts,
    clientId,
    clientSecret,
    // Another place has another issuer, and it is not said which.
    issuer: isElsewhere ? undefined : issuer,
    endpoints: {
      authorize: own.authorize ?? authorize,
      token: own.token ?? token,
      userinfo: own.userinfo ?? userinfo,
    },
  }
}

function readFurther(
  name: string,
  text: (name: string) => string | undefined,
  problems: string[],
): ProviderSettings | undefined {
  if (!providerName.test(name) || name in known) {
    problems.push(
      `TROWEL_OIDC_PROVIDERS: "${name}" must be small letters and digits, and not google or orcid.`,
    )
    return undefined
  }
  const setting = (key: string) => `OIDC_${name.toUpperCase()}_${key}`
  const issuer = readAddress(setting('ISSUER'), text, problems)
  const [clientId, clientSecret] = [text(setting('ID')), text(setting('SECRET'))]
  const label = text(setting('LABEL')) ?? name
  if (!issuer || !clientId || !clientSecret) {
    problems.push(`The provider "${name}" needs TROWEL_${setting('ISSUER')}, _ID and _SECRET.`)
    return undefined
  }
  return {
    name,
    label,
    clientId,
    clientSecret,
    scope: 'openid email profile',
    issuer,
    endpoints: undefined,
    identity: 'userinfo',
    pkce: true,
  }
}

/** An address that may be asked: with encryption, or on this machine. */
function readAddress(
  name: string,
  text: (name: string) => string | undefined,
  problems: string[],
): string | undefined {
  const given = text(name)
  if (given === undefined) return undefined
  const address = URL.canParse(given) ? new URL(given) : undefined
  if (address && (address.protocol === 'https:' || isOnThisMachine(address))) return given
  problems.push(`TROWEL_${name} must be an address that begins with https://.`)
  return undefined
}

const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export const isOnThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && thisMachine.includes(hostname)
