import {
  AppsReply,
  CheckPasswordBody,
  CheckPasswordReply,
  LoginBody,
  LoginReply,
  LogoutReply,
  RefreshReply,
} from '@trowel/contract/auth.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { checkPassword, listApps, login, logout, refresh } from './service.js'

const tags = ['authentication']

/** Sessions: who one is, and that it is still oneself. */
export const authRoutes =
  (services: Services): Routes =>
  async (server) => {
    server.get(
      '/api/auth/apps',
      { schema: { tags, summary: 'The applications one can log in to', response: { 200: AppsReply } } },
      async (request) => ({ status: 'success' as const, apps: await listApps(services, request.log) }),
    )

    server.post(
      '/api/auth/login',
      {
        schema: {
          tags,
          summary: 'Begin a session',
          body: LoginBody,
          response: { 200: LoginReply },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return login(services, request.body, { address: request.ip, log: request.log })
      },
    )

    server.get(
      '/api/auth/refresh',
      { schema: { tags, summary: 'A new token for the same session', response: { 200: RefreshReply } } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return refresh(services, request.scope)
      },
    )

    server.get(
      '/api/auth/logout',
      { schema: { tags, summary: 'End the session, if there is one', response: { 200: LogoutReply } } },
      async (request, reply) => {
        await logout(services, request.headers.authorization, request.log)
        reply.header('cache-control', 'no-store')
        return { status: 'success' as const, code: 'ok' as const }
      },
    )

    server.post(
      '/api/admin/check-password',
      {
        schema: {
          tags,
          summary: 'Confirm one’s password before destructive changes of the configuration',
          body: CheckPasswordBody,
          response: { 200: CheckPasswordReply },
        },
      },
      async (request, reply) => {
        const until = await checkPassword(request.scope, request.body.pwd ?? request.body.password)
        reply.header('cache-control', 'no-store')
        return {
          status: 'success' as const,
          code: 'valid_pasword' as const,
          confirmed_until: wireTime(until),
        }
      },
    )
  }
