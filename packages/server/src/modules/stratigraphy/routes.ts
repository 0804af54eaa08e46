import { RecordParams, TableParams } from '@trowel/contract/records.js'
import {
  MatrixQuery,
  NewRelationBody,
  RelationAddedReply,
  RelationRemovedReply,
} from '@trowel/contract/stratigraphy.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import { withAsOf } from '../../http/as-of.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { computeMatrix } from './matrix.js'
import type { JobName, JobOptions } from './matrix-jobs.js'
import { addRelation, removeRelation } from './relations/relations.js'

/** Stratigraphic relations, and the Harris matrix that they make. */
export const stratigraphyRoutes =
  ({ config }: Services): Routes =>
  async (server) => {
    const tags = ['stratigraphy']

    server.post(
      '/api/record/:tb/rs',
      {
        schema: {
          tags,
          params: TableParams,
          body: NewRelationBody,
          response: { 200: RelationAddedReply },
          summary: 'State how two records lie to each other; what contradicts the others is refused',
        },
      },
      async ({ scope, params, body }) => {
        const { tb, first, relation, second, force = false } = body
        requireSameTable(params.tb, tb)
        const { id, warnings } = await addRelation(scope, params.tb, { first, relation, second }, { force })
        const said = warnings.length > 0 ? { warnings: [...warnings] } : {}
        return { status: 'success' as const, code: 'ok_relation_add' as const, id, ...said }
      },
    )

    server.delete(
      `/api/rs/:id${digits}`,
      {
        schema: {
          tags,
          params: Type.Pick(RecordParams, ['id']),
          response: { 200: RelationRemovedReply },
          summary: 'Take a stratigraphic relation back',
        },
      },
      async ({ scope, params }) => {
        await removeRelation(scope, params.id)
        return { status: 'success' as const, code: 'ok_relation_erased' as const }
      },
    )

    const { queryTimeMs: limitMs } = config.limits
    const send = async <Job extends JobName>(
      { scope, query }: { readonly scope: RequestScope; readonly query: Decoded<typeof MatrixQuery> },
      reply: FastifyReply,
      job: Job,
      options: JobOptions<Job>,
    ) => {
      const bytes = withAsOf(scope, await computeMatrix(scope, { job, options, query, limitMs }))
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .send(bytes)
    }

    server.get(
      '/api/rs/matrix',
      { schema: { tags, querystring: MatrixQuery, summary: 'The Harris matrix of a table' } },
      (request, reply) =>
        send(request, reply, 'matrix', {
          reduced: request.query.reduced ?? false,
          levels: request.query.levels ?? false,
        }),
    )

    server.get(
      '/api/rs/check',
      {
        schema: {
          tags,
          querystring: MatrixQuery,
          summary:
            'Loops, contradictions, date conflicts and what could be left out, of the matrix of a table',
        },
      },
      (request, reply) => send(request, reply, 'check', {}),
    )
  }

/** @throws `invalid_parameter` when the body names another table than the address */
function requireSameTable(inAddress: string, inBody = inAddress): void {
  if (inBody === inAddress) return
  throw new AppError('invalid_parameter', {
    ...message('differs_from_address', {
      name: 'tb',
      body: JSON.stringify(inBody),
      address: `"${inAddress}"`,
    }),
    detail: { name: 'tb', reason: 'differs from the address' },
  })
}
