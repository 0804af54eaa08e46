import {
  CitationAddedReply,
  CitationChangeBody,
  CitationDeletedReply,
  CitationLinkBody,
  CitationLinksReply,
  CitationParams,
  CitationUpdatedReply,
  ItemSearchQuery,
  ItemSearchReply,
  LibrariesReply,
  LibraryAddedReply,
  LibraryBody,
  LibraryChangeBody,
  LibraryDeletedReply,
  LibraryOptionsReply,
  LibraryUpdatedReply,
  RecordOfCitationsParams,
  RecordSyncReply,
  SyncReply,
} from '@trowel/contract/citations.js'
import { isObject } from '@trowel/contract/json.js'
import { isAdmin } from '../../access/global-level.js'
import { replyWithError } from '../../http/error-reply.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { withCurrentNames, withLegacyCode, withLegacyNames } from './legacy-names.js'
import {
  addLibrary,
  changeLibrary,
  listLibraries,
  listLibraryOptions,
  removeLibrary,
  requireCiting,
} from './libraries.js'
import {
  addCitation,
  changeCitation,
  listCitations,
  removeCitation,
  searchItems,
  type Upstream,
} from './links.js'
import { openReferenceManager } from './reference-manager.js'
import { syncEverything, syncRecord } from './sync.js'
import { UpstreamFailure } from './upstream-failure.js'

const success = 'success' as const

/**
 * Libraries of the reference manager, and citations of their items: under the names of today and under those
 * of existing clients.
 */
export const citationRoutes =
  ({ config, secrets, version }: Services, jobs: Jobs): Routes =>
  async (server) => {
    const upstream: Upstream = { manager: openReferenceManager(config, version), secrets }
    await server.register(operations(upstream, jobs), { prefix: '/api/refman' })
    await server.register(legacyOperations(upstream, jobs), { prefix: '/api/zotero' })
  }

const operations =
  (upstream: Upstream, jobs: Jobs): Routes =>
  async (server) => {
    server.addHook('preValidation', async (request) => {
      request.body = withCurrentNames(request.body)
    })
    server.setErrorHandler((error, request, reply) => replyWithError(asRefusal(error), request, reply))
    server.get(
      '/libs',
      { schema: { tags, summary: 'All libraries, by name', response: { 200: LibrariesReply } } },
      async ({ scope }) => ({ status: success, libs: await listLibraries(upstream.secrets, scope) }),
    )
    await server.register(sharedOperations(upstream, jobs))
  }

/** The same operations with other keys: mapped at the edge, going in and coming out. */
const legacyOperations =
  (upstream: Upstream, jobs: Jobs): Routes =>
  async (server) => {
    server.addHook('onRoute', (route) => {
      // Its answers are written under the names of existing clients.
      route.schema = { ...route.schema, response: undefined, deprecated: true }
    })
    server.addHook('preValidation', async (request) => {
      request.body = withCurrentNames(request.body)
    })
    server.addHook('preSerialization', async (_request, _reply, payload) =>
      isObject(payload) ? withLegacyNames(payload) : payload,
    )
    server.setErrorHandler((error, request, reply) =>
      replyWithError(withLegacyCode(asRefusal(error)), request, reply),
    )
    server.get(
      '/libs',
      { schema: { tags, summary: 'All libraries for administrators, those to search in for others' } },
      async ({ scope }) => ({
        status: success,
        libs: isAdmin(scope.principal)
          ? await listLibraries(upstream.secrets, scope)
          : await listLibraryOptions(scope),
      }),
    )
    await server.register(sharedOperations(upstream, jobs))
  }

const asRefusal = (error: unknown): unknown => (error instanceof UpstreamFailure ? error.refusal() : error)

const tags = ['citations']

const sharedOperations =
  (upstream: Upstream, jobs: Jobs): Routes =>
  async (server) => {
    const { secrets } = upstream

    server.post(
      '/lib',
      {
        schema: {
          tags,
          summary: 'Connect a library',
          body: LibraryBody,
          response: { 200: LibraryAddedReply },
        },
      },
      async ({ scope, body }) => ({
        status: success,
        code: 'ok_lib_added' as const,
        id: await addLibrary(secrets, scope, body),
      }),
    )

    server.patch(
      `/lib/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Change name, key or citation style of a library',
          params: CitationParams,
          body: LibraryChangeBody,
          response: { 200: LibraryUpdatedReply },
        },
      },
      async ({ scope, params, body }) => {
        await changeLibrary(secrets, scope, params.id, body)
        return { status: success, code: 'ok_lib_updated' as const }
      },
    )

    server.delete(
      `/lib/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Take a library away, with all citations of its items',
          params: CitationParams,
          response: { 200: LibraryDeletedReply },
        },
      },
      async ({ scope, params }) => {
        await removeLibrary(scope, params.id)
        return { status: success, code: 'ok_lib_deleted' as const }
      },
    )

    server.get(
      '/lib-options',
      {
        schema: {
          tags,
          summary: 'The libraries that somebody who cites can search',
          response: { 200: LibraryOptionsReply },
        },
      },
      async ({ scope }) => ({ status: success, libs: await listLibraryOptions(scope) }),
    )

    server.get(
      '/search',
      {
        // Before the query is looked at.
        preValidation: async ({ scope }) => requireCiting(scope),
        schema: {
          tags,
          summary: 'Look for works in a library',
          querystring: ItemSearchQuery,
          response: { 200: ItemSearchReply },
        },
      },
      async ({ scope, query }) => ({
        status: success,
        results: await searchItems(upstream, scope, query),
      }),
    )

    server.get(
      `/links/:tb/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'The citations of a record',
          params: RecordOfCitationsParams,
          response: { 200: CitationLinksReply },
        },
      },
      async ({ scope, params }) => ({
        status: success,
        links: await listCitations(scope, params.tb, params.id),
      }),
    )

    server.post(
      '/link',
      {
        schema: {
          tags,
          summary: 'Cite an item of a library in a record',
          body: CitationLinkBody,
          response: { 200: CitationAddedReply },
        },
      },
      async ({ scope, body }) => ({
        status: success,
        code: 'ok_link_added' as const,
        id: await addCitation(upstream, scope, body),
      }),
    )

    server.patch(
      `/link/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Change pages, notes or place of a citation',
          params: CitationParams,
          body: CitationChangeBody,
          response: { 200: CitationUpdatedReply },
        },
      },
      async ({ scope, params, body }) => {
        await changeCitation(scope, params.id, body)
        return { status: success, code: 'ok_link_updated' as const }
      },
    )

    server.delete(
      `/link/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Take a citation away',
          params: CitationParams,
          response: { 200: CitationDeletedReply },
        },
      },
      async ({ scope, params }) => {
        await removeCitation(scope, params.id)
        return { status: success, code: 'ok_link_deleted' as const }
      },
    )

    server.post(
      `/sync/:tb/:id${digits}`,
      {
        schema: {
          tags,
          summary: 'Refresh what is cached of the works that a record cites',
          params: RecordOfCitationsParams,
          response: { 200: RecordSyncReply },
        },
      },
      async ({ scope, params }) => ({
        status: success,
        ...(await syncRecord(upstream, scope, params.tb, params.id)),
      }),
    )

    server.post(
      '/sync',
      {
        schema: {
          tags,
          summary: 'Refresh what is cached of all works that are cited',
          response: { 200: SyncReply },
        },
      },
      async ({ scope }) => ({ status: success, ...(await syncEverything(jobs, upstream, scope)) }),
    )
  }
