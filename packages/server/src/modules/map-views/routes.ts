import {
  type MapView,
  MapViewChangeBody,
  MapViewsReply,
  mapViewCodes,
  SaveMapViewBody,
  SaveMapViewReply,
} from '@trowel/contract/map-views.js'
import { SavedThingParams } from '@trowel/contract/saved-things.js'
import { creatorId } from '../../access/principal.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { ownedByPerson, shareRoutes } from '../saved-things/index.js'
import {
  listMapViews,
  type MapViewRow,
  mapViews,
  saveMapView,
  updateMapView,
  visibleDefinition,
} from './service.js'

const tags = ['map']

/** Maps that people keep for themselves, or share. */
export const mapViewRoutes: Routes = async (server) => {
  server.get(
    '/api/map-views',
    { schema: { tags, summary: 'Own and shared map views', response: { 200: MapViewsReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      views: (await listMapViews(scope)).map((row) => asWire(scope, row)),
    }),
  )

  server.post(
    '/api/map-views',
    {
      ...ownedByPerson,
      schema: {
        tags,
        summary: 'Keep a map view',
        body: SaveMapViewBody,
        response: { 200: SaveMapViewReply },
      },
    },
    async ({ scope, body }) => saved(scope, await saveMapView(scope, body)),
  )

  server.post(
    `/api/map-view/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Change the name or the definition of a map view',
        params: SavedThingParams,
        body: MapViewChangeBody,
        response: { 200: SaveMapViewReply },
      },
    },
    async ({ scope, params, body }) => saved(scope, await updateMapView(scope, params.id, body)),
  )

  await server.register(
    shareRoutes(mapViews, { path: '/api/map-view', tags, called: 'a map view', codes: mapViewCodes }),
  )
}

const saved = (scope: RequestScope, row: MapViewRow) => ({
  status: 'success' as const,
  code: 'ok_save_map_view' as const,
  view: asWire(scope, row),
})

const asWire = (scope: RequestScope, row: MapViewRow): MapView => ({
  ...row,
  definition: visibleDefinition(scope, row),
  created_at: wireTime(row.created_at),
  owned_by_me: row.user_id === creatorId(scope.principal),
})
