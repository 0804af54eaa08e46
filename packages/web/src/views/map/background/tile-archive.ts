import { isObject } from '@trowel/contract/json.js'
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { PMTiles } from 'pmtiles'
import type { MapColours } from '../../../components/map/map-colours.js'
import { basemapLayers } from './basemap-style.js'
import { fetchPart } from './file-ranges.js'

/** What a configured layer adds to the map. */
export interface Added {
  readonly sources: Readonly<Record<string, SourceSpecification>>
  readonly layers: readonly LayerSpecification[]
}

/** Addresses of tiles in an archive: `archive://3f2a/12/2188/1436`. */
const protocol = 'archive'
const archives = new Map<string, PMTiles>()

const loading = new Map<string, Promise<PMTiles>>()

/** The archive of tiles that the file of a layer is, read part by part. */
function openArchive(layer: string): Promise<PMTiles> {
  const known = loading.get(layer)
  if (known) return known
  const opening = open(layer)
  loading.set(layer, opening)
  // The next map tries again: the connection may have been broken.
  opening.catch(() => loading.delete(layer))
  return opening
}

async function open(layer: string): Promise<PMTiles> {
  const [{ PMTiles: Archive }, { addProtocol }] = await Promise.all([
    import('pmtiles'),
    import('maplibre-gl'),
  ])
  const archive = new Archive({
    getKey: () => layer,
    getBytes: (offset, length, signal) => fetchPart(layer, offset, length, signal),
  })
  await archive.getHeader()
  archives.set(layer, archive)
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, id = '', z, x, y] = /^archive:\/\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    const tile = await archives.get(id)?.getZxy(Number(z), Number(x), Number(y), signal)
    return { data: tile?.data ?? new ArrayBuffer(0) }
  })
  return archive
}

const vectorTiles = 1

/** What an archive adds to the map. @param id the beginning of the ids of its source and layers */
export async function archiveLayers(layer: string, id: string, colours: MapColours): Promise<Added> {
  const archive = await openArchive(layer)
  const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  const metadata = await archive.getMetadata()
  const shared = {
    ...attributionIn(metadata),
    tiles: [`${protocol}://${layer}/{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat] as [number, number, number, number],
  }
  const source = `${id}/archive`
  if (tileType !== vectorTiles)
    return {
      sources: { [source]: { type: 'raster', tileSize: 256, ...shared } },
      layers: [{ id: source, type: 'raster', source }],
    }
  const sources: Record<string, SourceSpecification> = { [source]: { type: 'vector', ...shared } }
  return { sources, layers: basemapLayers(id, source, namesIn(metadata), colours) }
}

/** Who made the tiles, where the archive says it. */
const attributionIn = (metadata: unknown): { readonly attribution?: string } =>
  isObject(metadata) && typeof metadata['attribution'] === 'string'
    ? { attribution: metadata['attribution'] }
    : {}

/** The layers that tiles hold, as the archive says itself. */
function namesIn(metadata: unknown): readonly string[] {
  const layers = isObject(metadata) ? metadata['vector_layers'] : undefined
  if (!Array.isArray(layers)) return []
  return layers.flatMap((layer: unknown) => (isObject(layer) && 'id' in layer ? [String(layer['id'])] : []))
}
