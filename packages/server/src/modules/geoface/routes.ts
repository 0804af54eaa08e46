import {
  FeatureBody,
  FeatureIdsBody,
  FeatureReply,
  FeaturesBody,
  FeaturesChangedReply,
  FeaturesQuery,
  FeaturesRemovedReply,
  TileParams,
  TileQuery,
} from '@trowel/contract/geoface.js'
import { AppError } from '../../errors.js'
import { asOfTag } from '../../http/as-of.js'
import { isKnown } from '../../http/entity-tags.js'
import { digits } from '../../http/guard.js'
import { acceptJsonBodies } from '../../http/json-body.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { addFeature, changeFeatures, type FeatureChange, removeFeatures } from '../geo/index.js'
import { readFeatures } from './features.js'
import { readFeatureBody } from './read-body.js'
import { readTile } from './tile.js'
import { requireTilePlace } from './tile-place.js'

/** The map: the features of a table as GeoJSON and as vector tiles, and changes of them. */
export const geofaceRoutes =
  ({ config, secrets }: Services): Routes =>
  async (server) => {
    const tags = ['map']
    acceptJsonBodies(server, readFeatureBody)

    server.get(
      '/api/geoface',
      { schema: { tags, summary: 'Map features of a table as GeoJSON', querystring: FeaturesQuery } },
      async ({ scope, query }, reply) =>
        reply.type('application/json; charset=utf-8').send(await readFeatures(scope, secrets, query)),
    )

    server.get(
      `/api/geoface/tiles/:tb/:z${digits}/:x${digits}/:y${digits}`,
      {
        schema: {
          tags,
          summary: 'Map features of a table as a vector tile (Mapbox Vector Tile 2.1)',
          params: TileParams,
          querystring: TileQuery,
        },
      },
      async (request, reply) => {
        const { scope, params, query } = request
        const place = requireTilePlace(params)
        const tile = await readTile(scope, params.tb, place, query, config.limits.queryTimeMs)
        const etag = asOfTag(scope, tile.bytes)
        reply
          .headers({ etag, 'cache-control': 'private, no-cache' })
          .headers({ 'x-features-one-of': tile.oneOf, 'x-features-truncated': String(tile.truncated) })
        if (isKnown(request, etag)) return reply.code(304).send()
        return reply.type('application/vnd.mapbox-vector-tile').send(Buffer.from(tile.bytes))
      },
    )

    server.post(
      '/api/geoface/feature',
      {
        schema: {
          tags,
          summary: 'Add a geometry to a record',
          body: FeatureBody,
          response: { 200: FeatureReply },
        },
      },
      async ({ scope, body }) => {
        const geoId = await addFeature(scope, body.tb, body.id, body.geometry)
        return { status: 'success' as const, code: 'ok_insert_geodata' as const, geo_id: geoId }
      },
    )

    server.put(
      '/api/geoface/feature',
      {
        schema: {
          tags,
          summary: 'Give geometries other shapes, all of them or none',
          body: FeaturesBody,
          response: { 200: FeaturesChangedReply },
        },
      },
      async ({ scope, body }) => {
        const changes = body.geodata.map(({ id, geometry }) => ({ geoId: id, geometry }))
        requireEachOnce(changes)
        await changeFeatures(scope, changes)
        return { status: 'success' as const, code: 'ok_update_geometry' as const }
      },
    )

    server.delete(
      '/api/geoface/feature',
      {
        schema: {
          tags,
          summary: 'Delete geometries, all of them or none; those already gone are passed over',
          body: FeatureIdsBody,
          response: { 200: FeaturesRemovedReply },
        },
      },
      async ({ scope, body }) => {
        await removeFeatures(scope, [...new Set(body.ids)])
        return { status: 'success' as const, code: 'ok_delete_geodata' as const }
      },
    )
  }

/** @throws `invalid_parameter` */
function requireEachOnce(changes: readonly FeatureChange[]): void {
  if (new Set(changes.map(({ geoId }) => geoId)).size === changes.length) return
  const reason = message('names_geometry_twice', {})
  throw new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name: 'geodata', reason }),
    detail: { name: 'geodata', reason: reason.text },
  })
}
