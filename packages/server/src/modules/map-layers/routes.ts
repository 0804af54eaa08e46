import {
  MapFileBody,
  MapFileContentQuery,
  MapFileParams,
  MapFileQuery,
  MapFileReply,
  MapLayersBody,
  MapLayersReply,
  MapLayersSavedReply,
} from '@trowel/contract/map-layers.js'
import { AppError } from '../../errors.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { readFileForm } from '../files/index.js'
import { addMapFile, maxMapFileBytes, readMapFile, removeMapFile } from './files.js'
import { readConfiguration, replaceLayers } from './service.js'

const saved = { status: 'success', code: 'ok_geoface_updated' } as const

/** The layers of the map and the files that they show. */
export const mapLayerRoutes =
  (services: Services): Routes =>
  async (server) => {
    const { binaries } = services
    const tags = ['configuration']

    server.get(
      '/api/config/geoface',
      { schema: { tags, summary: 'Layers of the map', response: { 200: MapLayersReply } } },
      async ({ scope }) => {
        const { layers, files } = await readConfiguration(scope, binaries)
        return { status: 'success' as const, layers, local_files: files }
      },
    )

    server.put(
      '/api/config/geoface',
      {
        schema: {
          tags,
          summary: 'Replace the layers of the map',
          body: MapLayersBody,
          response: { 200: MapLayersSavedReply },
        },
      },
      async ({ scope, body }) => {
        await replaceLayers(scope, binaries, body)
        return saved
      },
    )

    server.post(
      '/api/config/geofile',
      {
        schema: {
          tags,
          summary: 'Upload a file (`file`) for the map: GeoJSON, KML or GPX',
          consumes: ['multipart/form-data'],
          response: { 200: MapFileReply },
        },
      },
      async (request) => {
        const filename = await readFileForm(request, maxMapFileBytes, (file) =>
          addMapFile(request.scope, binaries, file),
        ).catch((error: unknown) => {
          throw refusalHere(error)
        })
        return { ...saved, filename }
      },
    )

    server.delete(
      '/api/config/geofile',
      {
        schema: {
          tags,
          summary: 'Delete a file of the map',
          body: MapFileBody,
          querystring: MapFileQuery,
          response: { 200: MapLayersSavedReply },
        },
      },
      async ({ scope, body, query }) => {
        await removeMapFile(scope, binaries, body.file ?? query.file)
        return saved
      },
    )

    server.get(
      '/api/geofile/:name',
      {
        schema: {
          tags: ['files'],
          summary: 'A file of the map',
          params: MapFileParams,
          querystring: MapFileContentQuery,
        },
      },
      async (request, reply) => {
        const { headers, body } = await readMapFile(services, {
          name: request.params.name,
          token: request.query.t,
          scope: request.optionalScope,
          ifNoneMatch: request.headers['if-none-match'],
          request,
        })
        return reply
          .code(body ? 200 : 304)
          .headers(headers)
          .send(body)
      },
    )
  }

/** What the form lacks has the code of the map here. */
function refusalHere(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'error_uploading_file') return error
  return new AppError('error_geoface_updated', {
    status: 400,
    ...message('one_file_needed', {}),
    cause: error,
  })
}
