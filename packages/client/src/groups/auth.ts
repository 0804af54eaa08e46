import type {
  AppsReply,
  CheckPasswordReply,
  LoginBody,
  LoginReply,
  LogoutReply,
  RefreshReply,
} from '@trowel/contract/auth.js'
import type { ProviderExchangeBody, ProviderRedirectReply } from '@trowel/contract/oauth.js'
import type { Devices } from '../devices.js'
import type { Session } from '../session.js'
import type { Answer, CallOptions, Transport } from '../transport.js'

/** `app` is `db` of `auth.apps()`. */
export type Credentials = Omit<LoginBody, 'device'>

/** Logging in and out. The session follows by itself: every later call acts for the user who logged in. */
export const authOf = ({ send }: Transport, session: Session, devices: Devices) => ({
  /** The applications that one can log in to, each with its identity providers. */
  apps: (options?: CallOptions) => send<typeof AppsReply>('GET /api/auth/apps', [], options),

  /**
   * Begins a session. @throws `login_data_not_valid`, `app_not_found`, `too_many_attempts`,
   * `not_enough_privilege`
   */
  login: async (credentials: Credentials, options?: CallOptions): Promise<Answer<typeof LoginReply>> => {
    const { app, email } = credentials
    const body = { ...credentials, device: devices.tokenOf(app, email) }
    const reply = await send<typeof LoginReply>('POST /api/auth/login', [], { body, token: null, ...options })
    session.use(reply.token)
    if (reply.device !== undefined) devices.keep(app, email, reply.device)
    return reply
  },

  /** Renews the token. Seldom needed: it is renewed before a request when less than 30 minutes are left. */
  refresh: async (options?: CallOptions): Promise<Answer<typeof RefreshReply>> => {
    const { token } = session
    const reply = await send<typeof RefreshReply>('GET /api/auth/refresh', [], { token, ...options })
    // A session that ended meanwhile is not brought back.
    if (session.token === token) session.use(reply.token)
    return reply
  },

  /** Ends the session here at once, and at the service as soon as it hears of it. */
  logout: (options?: CallOptions): Promise<Answer<typeof LogoutReply>> => {
    const { token } = session
    session.forget()
    return send<typeof LogoutReply>('GET /api/auth/logout', [], { token, ...options })
  },

  /**
   * Where the browser goes to log in with an identity provider, and the secret with which this browser alone
   * can go on: keep both it and the application until the code comes back in the address of the web client.
   *
   * @param origin of the web client: scheme, host, port
   */
  providerRedirect: (provider: string, query: { app: string; origin: string }, options?: CallOptions) =>
    send<typeof ProviderRedirectReply>('GET /api/auth/oauth/:provider/redirect', [provider], {
      query: { ...query, answer: 'code' },
      ...options,
    }),

  /**
   * Begins the session of a login at a provider. @throws `invalid_state` when it was begun elsewhere or took
   * too long
   */
  exchange: async (body: ProviderExchangeBody, options?: CallOptions): Promise<Answer<typeof LoginReply>> => {
    const reply = await send<typeof LoginReply>('POST /api/auth/oauth/exchange', [], {
      body,
      token: null,
      ...options,
    })
    session.use(reply.token)
    return reply
  },

  /**
   * A super-administrator confirms his password: for 30 minutes, renewed by each use, he may do what asks for
   * it. @throws `invalid_pasword`
   */
  checkPassword: (pwd: string, options?: CallOptions) =>
    send<typeof CheckPasswordReply>('POST /api/admin/check-password', [], { body: { pwd }, ...options }),
})
