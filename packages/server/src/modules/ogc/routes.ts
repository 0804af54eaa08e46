import type { Readable } from 'node:stream'
import { FeatureParams, ItemsQuery } from '@trowel/contract/ogc.js'
import { TableParams } from '@trowel/contract/records.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { apiDocument } from './api-document.js'
import { listCollections, readCollection } from './collections.js'
import { listItems, readItem } from './items.js'
import { crs84, type QueryParameters, requireNoParameters } from './items-query.js'
import { link, mediaTypes, ogcAddress } from './links.js'
import { featureSchema, queryables } from './schemas.js'

/** The map data of an application for GIS programs: OGC API - Features, part 1 (OGC 17-069r4). */
export const ogcRoutes =
  ({ config, version }: Services): Routes =>
  async (server) => {
    const tags = ['GIS']
    const base = (request: FastifyRequest): string => ogcAddress(config, request)
    const plain = async (request: FastifyRequest): Promise<void> => requireNoParameters(parameters(request))

    for (const path of ['/ogc', '/ogc/']) {
      server.get(
        path,
        { schema: { tags, summary: 'OGC API - Features: where to begin' }, preHandler: plain },
        async (request) => landingPage(request.scope, base(request)),
      )
    }

    server.get(
      '/ogc/api',
      { schema: { tags, summary: 'OGC API - Features: the interface in OpenAPI 3.0' }, preHandler: plain },
      async (request, reply) =>
        reply.type(mediaTypes.api).send(bytes(apiDocument(request.scope, base(request), version))),
    )

    server.get(
      '/ogc/conformance',
      { schema: { tags, summary: 'OGC API - Features: what it conforms to' }, preHandler: plain },
      async () => ({ conformsTo: conformance }),
    )

    server.get(
      '/ogc/collections',
      { schema: { tags, summary: 'OGC API - Features: the tables with map data' }, preHandler: plain },
      async (request) => listCollections(request.scope, base(request)),
    )

    const collection = { tags, params: TableParams }

    server.get(
      '/ogc/collections/:tb',
      {
        schema: { ...collection, summary: 'OGC API - Features: one table with map data' },
        preHandler: plain,
      },
      async (request) => readCollection(request.scope, base(request), request.params.tb),
    )

    server.get(
      '/ogc/collections/:tb/queryables',
      { schema: { ...collection, summary: 'OGC API - Features: columns to ask by' }, preHandler: plain },
      async (request, reply) =>
        sendSchema(reply, queryables(request.scope, base(request), request.params.tb)),
    )

    server.get(
      '/ogc/collections/:tb/schema',
      { schema: { ...collection, summary: 'OGC API - Features: what a feature holds' }, preHandler: plain },
      async (request, reply) =>
        sendSchema(reply, featureSchema(request.scope, base(request), request.params.tb)),
    )

    server.get(
      '/ogc/collections/:tb/items',
      {
        schema: {
          ...collection,
          querystring: ItemsQuery,
          summary: 'OGC API - Features: the features of a table, page by page',
        },
      },
      async (request, reply) => {
        const { scope, params } = request
        const features = await listItems(scope, base(request), params.tb, itemParameters(request))
        return sendFeatures(reply, features)
      },
    )

    server.get(
      `/ogc/collections/:tb/items/:id${digits}`,
      {
        schema: {
          tags,
          params: FeatureParams,
          querystring: ItemsQuery,
          summary: 'OGC API - Features: one feature',
        },
      },
      async (request, reply) => {
        const { scope, params } = request
        const { as_of: _, ...others } = parameters(request)
        requireNoParameters(others)
        const text = await readItem(scope, base(request), params.tb, params.id)
        return sendFeatures(reply, Buffer.from(text))
      },
    )
  }

const parameters = ({ query }: FastifyRequest): QueryParameters => query as QueryParameters

/** With the change set in the place of the time, so that all pages are of one state. */
function itemParameters(request: FastifyRequest): QueryParameters {
  const { as_of: _, ...others } = parameters(request)
  const { asOf } = request.scope
  return asOf ? { ...others, as_of: String(asOf.id) } : others
}

const sendSchema = (reply: FastifyReply, schema: object): FastifyReply =>
  reply.type(mediaTypes.schema).send(bytes(schema))

/** To a text the server would add its encoding, which these media types do not have. */
const bytes = (content: object): Buffer => Buffer.from(JSON.stringify(content))

const sendFeatures = (reply: FastifyReply, content: Buffer | Readable): FastifyReply =>
  reply
    .type(mediaTypes.geojson)
    .header('content-crs', `<${crs84}>`)
    .header('cache-control', 'private, no-cache')
    .send(content)

/** What this interface conforms to (OGC 17-069r4). */
const conformance = ['core', 'oas30', 'geojson'].map(
  (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
)

const landingPage = ({ application, db }: RequestScope, base: string): object => ({
  title: application.settings.definition || db.app,
  description: 'The map data of the application, by OGC API - Features.',
  links: [
    link(base, 'self', 'json', 'this page'),
    link(`${base}/api`, 'service-desc', 'api', 'the interface in OpenAPI 3.0'),
    link(`${base}/conformance`, 'conformance', 'json', 'what it conforms to'),
    link(`${base}/collections`, 'data', 'json', 'the collections'),
  ],
})
