import type { AsOf, AsOfMember } from '@trowel/contract/as-of.js'
import type {
  FeatureReply,
  FeaturesChangedReply,
  FeaturesMeta,
  FeaturesQuery,
  FeaturesRemovedReply,
  TileQuery,
} from '@trowel/contract/geoface.js'
import type { JobStartedReply } from '@trowel/contract/jobs.js'
import type {
  DrawnLayersReply,
  MapFileReply,
  MapLayer,
  MapLayersBody,
  MapLayersReply,
  MapLayersSavedReply,
  RasterQuery,
} from '@trowel/contract/map-layers.js'
import type {
  MapViewChangeBody,
  MapViewDone,
  MapViewsReply,
  SaveMapViewBody,
  SaveMapViewReply,
} from '@trowel/contract/map-views.js'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { FieldValue } from '@trowel/contract/records.js'
import { download, ticketDownload } from '../download.js'
import { queryString } from '../query-string.js'
import { type CallOptions, pathOf, type Transport, type UploadOptions } from '../transport.js'
import { formOf } from './files.js'

/** Layers under and over the map. */
export const mapLayersOf = (transport: Transport) => {
  const { send } = transport
  return {
    list: (options?: CallOptions) => send<typeof MapLayersReply>('GET /api/config/geoface', [], options),

    /** All layers, in their order; those left out are gone. */
    save: (layers: MapLayersBody, options?: CallOptions) =>
      send<typeof MapLayersSavedReply>('PUT /api/config/geoface', [], { body: layers, ...options }),

    /** Uploads a file for layers of the type `local`. */
    upload: (file: File | Blob, options?: UploadOptions) =>
      send<typeof MapFileReply>('POST /api/config/geofile', [], { body: formOf({ file }), ...options }),

    /** Says in which reference system the project works: an EPSG code, or `null` for none. */
    setReferenceSystem: (epsg: number | null, options?: CallOptions) =>
      send<typeof MapLayersSavedReply>('PUT /api/config/geoface/reference-system', [], {
        body: { epsg },
        ...options,
      }),

    /** The layers as a map draws them: files at addresses that need no header, for an hour at least. */
    toDraw: (options?: CallOptions) => send<typeof DrawnLayersReply>('GET /api/geoface/layers', [], options),

    /**
     * Uploads an orthophoto or a plan for layers of the type `raster`: it is prepared in the background.
     *
     * @param world text of the world file that belongs to the picture
     */
    uploadRaster: (file: File | Blob, query: RasterQuery = {}, options?: UploadOptions) =>
      send<typeof JobStartedReply>('POST /api/config/georaster', [], {
        query,
        body: formOf({ file }),
        ...options,
      }),

    removeFile: (file: string, options?: CallOptions) =>
      send<typeof MapLayersSavedReply>('DELETE /api/config/geofile', [], { body: { file }, ...options }),

    /** The bytes of such a file. */
    file: (name: string) => download(transport, 'GET /api/geofile/:name', [name]),
  }
}

/** Maps that people keep for themselves, or share. */
export const mapViewsOf = ({ send }: Transport) => ({
  /** One's own and the shared ones, without what one may not read. */
  list: (options?: CallOptions) => send<typeof MapViewsReply>('GET /api/map-views', [], options),

  create: (body: SaveMapViewBody, options?: CallOptions) =>
    send<typeof SaveMapViewReply>('POST /api/map-views', [], { body, ...options }),

  /** Another name or definition. */
  update: (id: number, body: MapViewChangeBody, options?: CallOptions) =>
    send<typeof SaveMapViewReply>('POST /api/map-view/:id', [id], { body, ...options }),

  share: (id: number, options?: CallOptions) =>
    send<typeof MapViewDone>('POST /api/map-view/:id/share', [id], options),

  unshare: (id: number, options?: CallOptions) =>
    send<typeof MapViewDone>('POST /api/map-view/:id/unshare', [id], options),

  remove: (id: number, options?: CallOptions) =>
    send<typeof MapViewDone>('DELETE /api/map-view/:id', [id], options),
})

/** What records look like on the map. */
export interface MapFeatures extends AsOfMember {
  readonly status: 'success'
  readonly geojson: {
    readonly type: 'FeatureCollection'
    readonly features: readonly {
      readonly type: 'Feature'
      readonly geometry: Geometry
      /**
       * `id` of the record, `geo_id` of the geometry, values by labels of the preview's fields, and the
       * fields asked for.
       */
      readonly properties: Readonly<Record<string, FieldValue>> & {
        readonly id: number
        readonly geo_id: number
      }
    }[]
  }
  readonly meta: Omit<FeaturesMeta, 'layers'> & {
    /** The address of a layer of the type `local` carries its own signature. */
    readonly layers: readonly MapLayer[]
  }
}

/** Geometries of records. */
export const geofaceOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** Features of a table, those that the caller may see, of those that he asks for. */
    features: (query: FeaturesQuery, options?: CallOptions) =>
      send<MapFeatures>('GET /api/geoface', [], { query, ...options }),

    /** A geometry for a record. @throws `error_insert_geodata`: `errors` says what is wrong with it */
    create: (body: { tb: string; id: number; geometry: Geometry }, options?: CallOptions) =>
      send<typeof FeatureReply>('POST /api/geoface/feature', [], { body, ...options }),

    /** Other shapes for geometries, all or none. @param geodata `id` is that of the geometry: `geo_id` */
    update: (geodata: readonly { id: number; geometry: Geometry }[], options?: CallOptions) =>
      send<typeof FeaturesChangedReply>('PUT /api/geoface/feature', [], { body: { geodata }, ...options }),

    /** @param ids of geometries: `geo_id` */
    remove: (ids: readonly number[], options?: CallOptions) =>
      send<typeof FeaturesRemovedReply>('DELETE /api/geoface/feature', [], { body: { ids }, ...options }),

    /**
     * A vector tile. @param query `fields`, with commas or as a list: whose values the features carry, under
     * their names
     */
    tile: (tb: string, { z, x, y }: { z: number; x: number; y: number }, query: TileQuery = {}) =>
      download(transport, 'GET /api/geoface/tiles/:tb/:z/:x/:y', [tb, z, x, y], query),

    /**
     * The address of all tiles of a table with `{z}`, `{x}` and `{y}`, for a library that draws them; it
     * sends the token itself.
     */
    tilePattern: (tb: string, query: TileQuery = {}) =>
      transport.url(
        `${pathOf('GET /api/geoface/tiles/:tb/:z/:x/:y', [tb, 'z', 'x', 'y']).replace(/z\/x\/y$/, '{z}/{x}/{y}')}${queryString(query)}`,
      ),

    /** Tables with their records, geometries and plugin tables as one GeoPackage. */
    geoPackage: (query: { tb: readonly string[] } & AsOf) =>
      ticketDownload(transport, 'GET /api/export/gpkg', [], query),
  }
}
