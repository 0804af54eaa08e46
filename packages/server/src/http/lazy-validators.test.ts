import Fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import type { AppError } from '../errors.js'
import { lazyValidators } from './lazy-validators.js'

test('input is checked by its schema, the first and what comes after it, and every problem is named', async () => {
  const server = Fastify()
  server.setValidatorCompiler(lazyValidators)
  const body = Type.Object({ code: Type.String(), depth: Type.Number() })
  server.setErrorHandler((error: AppError, _request, reply) =>
    reply.code(400).send(error.facts.errors?.map(({ field }) => field)),
  )
  server.post('/', { schema: { body } }, async () => 'well')
  const answerTo = async (payload: object) =>
    (await server.inject({ method: 'POST', url: '/', payload })).body
  for (let time = 0; time < 2; time++) {
    expect(await answerTo({ code: 1, depth: '1' })).toBe('["code","depth"]')
    expect(await answerTo({ code: 'C1', depth: 1 })).toBe('well')
  }
  await server.close()
})
