import Fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { lazySerializers } from './lazy-serializers.js'

test('answers are written by their schemas, the first and those after it', async () => {
  const server = Fastify({ schemaController: { compilersFactory: { buildSerializer: lazySerializers } } })
  const response = { 200: Type.Object({ code: Type.String() }) }
  server.get('/', { schema: { response } }, async () => ({ code: 'C1', secret: 'x' }))
  for (let time = 0; time < 2; time++) expect((await server.inject('/')).body).toBe('{"code":"C1"}')
  await server.close()
})
