import type {
  LayerPlace,
  LayerType,
  MapFileReply,
  MapLayersReply,
  MapLayersSavedReply,
} from '@trowel/contract/map-layers.js'
import { download } from '../download.js'
import type { CallOptions, Transport, UploadOptions } from '../transport.js'
import { formOf } from './files.js'

export interface MapLayerInput {
  readonly label: string
  readonly type: LayerType
  readonly path: string
  readonly wmslayers?: string | undefined
  readonly layertype?: LayerPlace | undefined
}

/** Layers under and over the map. */
export const mapLayersOf = (transport: Transport) => {
  const { send } = transport
  return {
    list: (options?: CallOptions) => send<typeof MapLayersReply>('GET /api/config/geoface', [], options),

    /** All layers, in their order; those left out are gone. */
    save: (layers: readonly MapLayerInput[], options?: CallOptions) =>
      send<typeof MapLayersSavedReply>('PUT /api/config/geoface', [], { body: layers, ...options }),

    /** Uploads a file for layers of the type `local`. */
    upload: (file: File | Blob, options?: UploadOptions) =>
      send<typeof MapFileReply>('POST /api/config/geofile', [], { body: formOf({ file }), ...options }),

    removeFile: (file: string, options?: CallOptions) =>
      send<typeof MapLayersSavedReply>('DELETE /api/config/geofile', [], { body: { file }, ...options }),

    /** The bytes of such a file. */
    file: (name: string) => download(transport, 'GET /api/geofile/:name', [name]),
  }
}
