import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RunSqlBody, RunSqlReply, VerifyPasswordBody, VerifyPasswordReply } from '@trowel/contract/raw-sql.js'
import { Type } from 'typebox'
import { wireTime } from '../../http/wire-time.js'
import { confirmPassword, runStatement } from './service.js'

/** SQL of a super-administrator, run as it stands. */
export const rawSqlRoutes: FastifyPluginAsyncTypebox = async (server) => {
  const tags = ['raw SQL']

  server.post(
    '/api/free-sql/verify',
    {
      schema: {
        tags,
        summary: 'Confirm one’s password before running SQL',
        body: Type.Union([VerifyPasswordBody, Type.Null()]),
        response: { 200: VerifyPasswordReply },
      },
    },
    async ({ scope, body }, reply) => {
      const until = await confirmPassword(scope, body?.password)
      reply.header('cache-control', 'no-store')
      return {
        status: 'success' as const,
        code: 'free_sql_password_ok' as const,
        confirmed_until: wireTime(until),
      }
    },
  )

  server.post(
    '/api/free-sql/run',
    {
      schema: {
        tags,
        summary: 'Run one SQL statement',
        body: Type.Union([RunSqlBody, Type.Null()]),
        response: { 200: RunSqlReply },
      },
    },
    async ({ scope, body }) => runStatement(scope, body?.sql),
  )
}
