import { JobStartedReply } from '@trowel/contract/jobs.js'
import {
  DrawnLayersReply,
  MapFileBody,
  MapFileContentQuery,
  MapFileParams,
  MapFileQuery,
  MapFileReply,
  MapLayersBody,
  MapLayersReply,
  MapLayersSavedReply,
  RasterQuery,
  ReferenceSystemBody,
} from '@trowel/contract/map-layers.js'
import { AppError } from '../../errors.js'
import { preconditionsOf } from '../../http/byte-ranges.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { message } from '../../message.js'
import { readFileForm } from '../files/index.js'
import { addMapFile, readMapFile, removeMapFile } from './files.js'
import { addRaster } from './rasters/add-raster.js'
import { readConfiguration, readToDraw, replaceLayers, setReferenceSystem } from './service.js'

const saved = { status: 'success', code: 'ok_geoface_updated' } as const

/** The layers of the map and the files that they show. */
export const mapLayerRoutes =
  (services: Services, jobs: Jobs): Routes =>
  async (server) => {
    const { binaries, config } = services
    const { limits } = config
    const tags = ['configuration']

    server.get(
      '/api/config/geoface',
      { schema: { tags, summary: 'Layers of the map', response: { 200: MapLayersReply } } },
      async ({ scope }) => {
        const { layers, files, epsg } = await readConfiguration(scope, binaries)
        const names = files.map(({ name }) => name)
        return { status: 'success' as const, layers, local_files: names, files, epsg }
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

    server.put(
      '/api/config/geoface/reference-system',
      {
        schema: {
          tags,
          summary: 'Say in which reference system the project works',
          body: ReferenceSystemBody,
          response: { 200: MapLayersSavedReply },
        },
      },
      async ({ scope, body }) => {
        await setReferenceSystem(scope, body.epsg)
        return saved
      },
    )

    server.get(
      '/api/geoface/layers',
      {
        schema: {
          tags: ['map'],
          summary: 'Layers to draw under and over the features, and the reference system of the project',
          response: { 200: DrawnLayersReply },
        },
      },
      async ({ scope }) => ({
        status: 'success' as const,
        ...(await readToDraw(scope, services.secrets)),
      }),
    )

    server.post(
      '/api/config/geofile',
      {
        schema: {
          tags,
          summary: 'Upload a file (`file`) for the map: GeoJSON, KML, GPX or PMTiles',
          consumes: ['multipart/form-data'],
          response: { 200: MapFileReply },
        },
      },
      async (request) => {
        const filename = await readFileForm(request, limits.uploadBytes, (file) =>
          addMapFile(request.scope, binaries, file),
        ).catch((error: unknown) => {
          throw refusalHere(error)
        })
        return { ...saved, filename }
      },
    )

    server.post(
      '/api/config/georaster',
      {
        schema: {
          tags,
          summary: 'Upload an orthophoto or a plan (`file`): GeoTIFF, PNG or JPEG',
          consumes: ['multipart/form-data'],
          querystring: RasterQuery,
          response: { 200: JobStartedReply },
        },
      },
      async (request) =>
        readFileForm(request, limits.uploadBytes, (file) =>
          addRaster(request.scope, services, jobs, file, request.query),
        ).catch((error: unknown) => {
          throw refusalHere(error)
        }),
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
        const { status, headers, body } = await readMapFile(services, {
          name: request.params.name,
          token: request.query.t,
          scope: request.optionalScope,
          preconditions: preconditionsOf(request.headers),
          request,
        })
        return reply.code(status).headers(headers).send(body)
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
