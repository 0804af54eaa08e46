import { LoginReply } from '@trowel/contract/auth.js'
import {
  ProviderCallbackQuery,
  ProviderExchangeBody,
  ProviderParams,
  ProviderRedirectQuery,
  ProviderRedirectReply,
} from '@trowel/contract/oauth.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { beginProviderLogin, exchangeLoginCode, finishProviderLogin } from './oauth-service.js'

const tags = ['authentication']

/** Logging in at an identity provider. */
export const oauthRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/auth/oauth/:provider/redirect',
      {
        schema: {
          tags,
          summary: 'Where the browser goes to log in at an identity provider',
          params: ProviderParams,
          querystring: ProviderRedirectQuery,
          response: { 200: ProviderRedirectReply },
        },
      },
      async ({ params, query, protocol, host, ip, log }, reply) => {
        reply.header('cache-control', 'no-store')
        const { app, origin, answer } = query
        const requestBase = `${protocol}://${host}`
        const input = { provider: params.provider, app, origin, answer, requestBase, address: ip, log }
        return { status: 'success' as const, ...(await beginProviderLogin(services, input)) }
      },
    )

    server.get(
      '/api/auth/oauth/:provider/callback',
      {
        schema: {
          tags,
          summary: 'Where an identity provider sends the browser back; it goes on to the web client',
          params: ProviderParams,
          querystring: ProviderCallbackQuery,
        },
      },
      async ({ params, query, ip, log }, reply) => {
        const { app, state, code, error, iss } = query
        const input = { provider: params.provider, app, state, code, error, iss, address: ip, log }
        const address = await finishProviderLogin(services, input)
        return reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .redirect(address)
      },
    )

    server.post(
      '/api/auth/oauth/exchange',
      {
        schema: {
          tags,
          summary:
            'Begin the session of a login at a provider that ended with a code, in the browser that began it',
          body: ProviderExchangeBody,
          response: { 200: LoginReply },
        },
      },
      async ({ body, ip, log }, reply) => {
        reply.header('cache-control', 'no-store')
        return exchangeLoginCode(services, { ...body, address: ip, log })
      },
    )
  }
