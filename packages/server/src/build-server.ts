import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { readAsOf } from './http/as-of.js'
import { tagAnswers } from './http/entity-tags.js'
import { replyWithError } from './http/error-reply.js'
import { stopGracefully } from './http/graceful-stop.js'
import { installGuard } from './http/guard.js'
import { acceptJsonBodies } from './http/json-body.js'
import { lazySerializers } from './http/lazy-serializers.js'
import { lazyValidators } from './http/lazy-validators.js'
import { openApi } from './http/open-api.js'
import { observeRequests, operationsRoutes } from './http/operations.js'
import { securePages } from './http/page-security.js'
import { completeInput, readForm, readQueryString } from './http/query-string.js'
import { readFromReplica } from './http/read-from-replica.js'
import { logRequests } from './http/request-log.js'
import { requireOwnHost } from './http/requested-host.js'
import { retryOnSchemaChange } from './http/retry-on-schema-change.js'
import type { Services } from './http/services.js'
import { endStalledBodies } from './http/slow-bodies.js'
import { answerUnknownRoutes } from './http/unknown-route.js'
import { drainUnreadBodies } from './http/unread-bodies.js'
import { breakOffShortBodies } from './http/whole-bodies.js'
import { openJobs } from './jobs/leased-work.js'
import { apiKeyRoutes } from './modules/api-keys/routes.js'
import { assemblageRoutes } from './modules/assemblages/routes.js'
import { oauthRoutes } from './modules/auth/oauth-routes.js'
import { authRoutes } from './modules/auth/routes.js'
import { damagedApplications } from './modules/backups/index.js'
import { backupRoutes } from './modules/backups/routes.js'
import { purgeRoutes } from './modules/changes/purge-routes.js'
import { recordChangeRoutes } from './modules/changes/record-routes.js'
import { changeRoutes } from './modules/changes/routes.js'
import { undoRoutes } from './modules/changes/undo-routes.js'
import { chartRoutes } from './modules/charts/routes.js'
import { chronologyRoutes } from './modules/chronology/routes.js'
import { citationExportRoutes } from './modules/citations/export-routes.js'
import { citationRoutes } from './modules/citations/routes.js'
import { configurationRoutes } from './modules/configuration/routes.js'
import { validationRoutes } from './modules/configuration/validation/routes.js'
import { documentationRoutes } from './modules/documentation/routes.js'
import { downloadTicketRoutes } from './modules/download-tickets/routes.js'
import { firstPictures } from './modules/files/index.js'
import { fileRoutes } from './modules/files/routes.js'
import { geofaceRoutes } from './modules/geoface/routes.js'
import { geopackageRoutes } from './modules/geopackage/routes.js'
import { historyRoutes } from './modules/history/routes.js'
import { importRoutes } from './modules/imports/routes.js'
import { infoRoutes } from './modules/info/routes.js'
import { jobRoutes } from './modules/jobs/routes.js'
import { logRoutes } from './modules/logs/routes.js'
import { manualLinkRoutes } from './modules/manual-links/routes.js'
import { mapLayerRoutes } from './modules/map-layers/routes.js'
import { mapViewRoutes } from './modules/map-views/routes.js'
import { newAppRoutes } from './modules/new-app/routes.js'
import { ogcRoutes } from './modules/ogc/routes.js'
import { openFolderRoutes } from './modules/open-folder/routes.js'
import { preferencesRoutes } from './modules/preferences/routes.js'
import { printRoutes } from './modules/print/routes.js'
import { radiocarbonRoutes } from './modules/radiocarbon/routes.js'
import { rawSqlRoutes } from './modules/raw-sql/routes.js'
import { bulkRecordRoutes } from './modules/records/bulk/routes.js'
import { recordDeleteRoutes } from './modules/records/deletion/routes.js'
import { recordFormRoutes } from './modules/records/forms/routes.js'
import { recordRoutes } from './modules/records/routes.js'
import { recordTotalsRoutes } from './modules/records/totals-routes.js'
import { versionRoutes } from './modules/records/version-routes.js'
import { recordWriteRoutes } from './modules/records/writing/routes.js'
import { savedQueryRoutes } from './modules/saved-queries/routes.js'
import { searchRoutes } from './modules/search/routes.js'
import { searchReplaceRoutes } from './modules/search-replace/routes.js'
import { matrixExportRoutes } from './modules/stratigraphy/export-routes.js'
import { stratigraphyRoutes } from './modules/stratigraphy/routes.js'
import { tableRoutes } from './modules/tables/routes.js'
import { templateRoutes } from './modules/templates/routes.js'
import { typeRoutes } from './modules/types/routes.js'
import { upgradeRoutes } from './modules/upgrade/routes.js'
import { overrideRoutes } from './modules/users/override-routes.js'
import { userRoutes } from './modules/users/routes.js'
import { vocabularyRoutes } from './modules/vocabularies/routes.js'
import { webClientRoutes } from './modules/web-client/routes.js'
import { webhookRoutes } from './modules/webhooks/routes.js'
import { welcomeRoutes } from './modules/welcome/routes.js'
import { widgetRoutes } from './modules/widgets/routes.js'
import { recordParts, undoRules } from './record-parts.js'

/** The whole service, ready to listen: every module stands here by name. */
export async function buildServer(services: Services, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = services
  const prefix = randomBytes(6).toString('hex')
  let requests = 0
  const server = Fastify({
    loggerInstance: log,
    // Answers are logged by our own hook, in one line each.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${prefix}-${(++requests).toString(36)}`,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: config.limits.jsonBodyBytes,
    // A filter may come as JSON text of 64 KiB in the address, percent signs on top.
    http: { maxHeaderSize: 256 * 1024, headersTimeout: 60_000 },
    forceCloseConnections: 'idle',
    // Late requests are refused by our own hook, in the form of every other refusal.
    return503OnClosing: false,
    // What the router refuses before any route is found has the same form as every other refusal.
    frameworkErrors: (error, request, reply) => {
      replyWithError(error, request, reply.header('x-request-id', request.id))
    },
    routerOptions: { querystringParser: readQueryString, maxParamLength: 300 },
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  server.setValidatorCompiler(lazyValidators)
  server.setErrorHandler(replyWithError)
  answerUnknownRoutes(server)
  logRequests(server)
  stopGracefully(server, config.limits.stopMs)
  endStalledBodies(server, config.limits.bodyStallMs)
  securePages(server, config)
  requireOwnHost(server, config)
  const registry = observeRequests(server)
  installGuard(server, services)
  if (config.databaseReadUrl !== undefined) readFromReplica(server)
  readAsOf(server)
  retryOnSchemaChange(server)
  acceptJsonBodies(server)
  completeInput(server)
  if (config.corsOrigins.length > 0) {
    await server.register(cors, {
      origin: [...config.corsOrigins],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      allowedHeaders: [
        'Authorization',
        'Content-Type',
        'Accept',
        'Idempotency-Key',
        'If-Match',
        'If-None-Match',
        'Last-Event-ID',
        'X-Change-Note',
        'X-Position',
      ],
      exposedHeaders: [
        'Content-Disposition',
        'ETag',
        'Retry-After',
        'X-Change-Set',
        'X-Position',
        'X-Request-Id',
      ],
    })
  }
  tagAnswers(server)
  breakOffShortBodies(server)
  await server.register(compress, {
    threshold: 2048,
    globalDecompression: false,
    brotliOptions: { params: { 1: 4 } },
  })
  drainUnreadBodies(server, Math.max(64 * 1024 * 1024, config.limits.uploadBytes))
  await server.register(formbody, { parser: readForm })
  await server.register(multipart, { limits: { fileSize: config.limits.importBytes, files: 1, fields: 20 } })
  await openApi(server, services)

  const damaged = damagedApplications(services, log)
  server.addHook('onListen', () => {
    damaged
      .examine()
      .catch((error: unknown) => log.error({ err: error }, 'the databases could not be examined'))
  })
  const parts = recordParts(services)
  const jobs = openJobs()
  const modules: readonly FastifyPluginAsyncTypebox[] = [
    operationsRoutes(services, registry, damaged),
    webClientRoutes(services),
    documentationRoutes,
    infoRoutes(services),
    welcomeRoutes(services),
    upgradeRoutes(services),
    logRoutes,
    newAppRoutes(services),
    authRoutes(services),
    oauthRoutes(services),
    downloadTicketRoutes(services),
    apiKeyRoutes(services),
    userRoutes(services),
    overrideRoutes,
    tableRoutes,
    typeRoutes,
    recordRoutes(services, parts, firstPictures(services)),
    recordTotalsRoutes,
    recordWriteRoutes(parts),
    recordDeleteRoutes(parts),
    versionRoutes(parts),
    historyRoutes(parts),
    purgeRoutes,
    undoRoutes(jobs, parts, undoRules(services)),
    changeRoutes(services, parts),
    recordChangeRoutes(parts),
    recordFormRoutes(parts),
    bulkRecordRoutes,
    templateRoutes,
    printRoutes(services, parts, firstPictures(services)),
    widgetRoutes(services),
    searchRoutes,
    savedQueryRoutes,
    chartRoutes,
    assemblageRoutes(services),
    fileRoutes(services),
    jobRoutes(jobs),
    importRoutes(services, jobs),
    manualLinkRoutes,
    vocabularyRoutes,
    searchReplaceRoutes,
    rawSqlRoutes,
    stratigraphyRoutes(services),
    matrixExportRoutes(services),
    chronologyRoutes,
    radiocarbonRoutes(services, jobs),
    geofaceRoutes(services),
    mapLayerRoutes(services, jobs),
    mapViewRoutes,
    preferencesRoutes,
    ogcRoutes(services),
    citationRoutes(services, jobs),
    citationExportRoutes,
    geopackageRoutes(services),
    openFolderRoutes(services),
    configurationRoutes,
    validationRoutes(services),
    backupRoutes(services),
    webhookRoutes(services, parts),
  ]
  // Not as plugins of their own: what keeps plugins apart takes a fifth of the time in which the service
  // starts.
  for (const routes of modules) await routes(server, {})
  return server
}
