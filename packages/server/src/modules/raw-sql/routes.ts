import { RunSqlBody, RunSqlReply, VerifyPasswordBody, VerifyPasswordReply } from '@trowel/contract/raw-sql.js'
import type { Routes } from '../../http/read-input.js'
import { wireTime } from '../../http/wire-time.js'
import { confirmPassword, runStatement } from './service.js'

/** SQL of a super-administrator, run as it stands. */
export const rawSqlRoutes: Routes = async (server) => {
  const tags = ['raw SQL']

  server.post(
    '/api/free-sql/verify',
    {
      schema: {
        tags,
        summary: 'Confirm one’s password before running SQL',
        body: VerifyPasswordBody,
        response: { 200: VerifyPasswordReply },
      },
    },
    async ({ scope, body }, reply) => {
      const until = await confirmPassword(scope, body.password)
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
        body: RunSqlBody,
        response: { 200: RunSqlReply },
      },
    },
    async ({ scope, body }) => runStatement(scope, body.sql),
  )
}
