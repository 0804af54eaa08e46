import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../errors.js'
import { StorageError } from '../storage/storage.js'
import { replyWithError } from './error-reply.js'
import { retryOnSchemaChange } from './retry-on-schema-change.js'
import type { RequestScope } from './scope.js'

describe('a request whose transaction has committed', () => {
  let server: FastifyInstance
  let runs = 0
  let failure: Error
  beforeEach(() => {
    runs = 0
    server = Fastify()
    server.setErrorHandler(replyWithError)
    retryOnSchemaChange(server)
    server.addHook('onRequest', async (request) => {
      request.scope = {
        application: { changes: 0 },
        db: { write: async () => undefined },
      } as unknown as RequestScope
    })
    server.post('/committed', async ({ scope }) => {
      runs++
      await scope.db.write(async () => undefined)
      throw failure
    })
  })
  afterEach(() => server.close())

  test.each([
    ['the database went away', new StorageError('unavailable', 'gone'), 503, 'overloaded'],
    ['a table changed', new StorageError('schema_changed', 'no such column'), 503, 'overloaded'],
    ['there is a bug', new Error('a bug'), 500, 'internal_error'],
    ['it is refused', new AppError('conflict'), 409, 'conflict'],
  ])(
    'is carried out once, and its answer does not say that nothing is stored: %s',
    async (_, error, status, code) => {
      failure = error
      const reply = await server.inject({ method: 'POST', url: '/committed' })
      expect([reply.statusCode, reply.json().code, runs]).toEqual([status, code, 1])
      expect(reply.body).not.toContain('Nothing of this')
    },
  )
})
