import {
  AnalysesReply,
  type Analysis,
  AnalysisChangeBody,
  AnalysisDataBody,
  AnalysisDataReply,
  analysisCodes,
  SaveAnalysisBody,
  SaveAnalysisReply,
  SeriationBody,
  SeriationReply,
  SourcesReply,
  TableMetaQuery,
  TableMetaReply,
} from '@trowel/contract/assemblages.js'
import { SavedThingParams } from '@trowel/contract/saved-things.js'
import { creatorId } from '../../access/principal.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { ownedByPerson, shareRoutes } from '../saved-things/index.js'
import { readSeriation } from './seriation/service.js'
import {
  type AnalysisRow,
  analyses,
  definitionOf,
  listAnalyses,
  readAnalysisData,
  saveAnalysis,
  updateAnalysis,
} from './service.js'
import { describeSource, listSources } from './sources.js'

const tags = ['assemblages']
const success = 'success' as const

/** Assemblage analyses: how many of what in which group, and the analyses that people keep or share. */
export const assemblageRoutes =
  ({ config }: Services): Routes =>
  async (server) => {
    server.get(
      '/api/assemblage/sources',
      { schema: { tags, summary: 'Tables that can be analysed', response: { 200: SourcesReply } } },
      async ({ scope }) => ({ status: success, ...listSources(scope) }),
    )

    server.get(
      '/api/assemblage/table-meta',
      {
        schema: {
          tags,
          summary: 'What can be counted and grouped in a table',
          querystring: TableMetaQuery,
          response: { 200: TableMetaReply },
        },
      },
      async ({ scope, query }) => ({ status: success, ...describeSource(scope, query.tb) }),
    )

    server.post(
      '/api/assemblage/data',
      {
        schema: {
          tags,
          summary: 'What an analysis counts',
          body: AnalysisDataBody,
          response: { 200: AnalysisDataReply },
        },
      },
      async ({ scope, body }) => ({ status: success, ...(await readAnalysisData(scope, body)) }),
    )

    server.post(
      '/api/assemblage/seriation',
      {
        schema: {
          tags,
          summary: 'An analysis in the order of a seriation',
          body: SeriationBody,
          response: { 200: SeriationReply },
        },
      },
      async ({ scope, body }) => ({
        status: success,
        ...(await readSeriation(scope, body, config.limits.queryTimeMs)),
      }),
    )

    server.get(
      '/api/assemblages',
      { schema: { tags, summary: 'Own and shared analyses', response: { 200: AnalysesReply } } },
      async ({ scope }) => ({
        status: success,
        analyses: (await listAnalyses(scope)).map((row) => asWire(scope, row)),
      }),
    )

    server.post(
      '/api/assemblages',
      {
        ...ownedByPerson,
        schema: {
          tags,
          summary: 'Keep an analysis',
          body: SaveAnalysisBody,
          response: { 200: SaveAnalysisReply },
        },
      },
      async ({ scope, body }) => saved(scope, await saveAnalysis(scope, body)),
    )

    server.post(
      `/api/assemblage/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Change the name or the definition of an analysis',
          params: SavedThingParams,
          body: AnalysisChangeBody,
          response: { 200: SaveAnalysisReply },
        },
      },
      async ({ scope, params, body }) => saved(scope, await updateAnalysis(scope, params.id, body)),
    )

    await server.register(
      shareRoutes(analyses, { path: '/api/assemblage', tags, called: 'an analysis', codes: analysisCodes }),
    )
  }

const saved = (scope: RequestScope, row: AnalysisRow) => ({
  status: success,
  code: 'ok_save_analysis' as const,
  analysis: asWire(scope, row),
})

const asWire = ({ principal }: RequestScope, row: AnalysisRow): Analysis => ({
  ...row,
  definition: definitionOf(row),
  created_at: wireTime(row.created_at),
  owned_by_me: row.user_id === creatorId(principal),
})
