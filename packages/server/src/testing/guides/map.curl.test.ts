import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { type Guide, openGuide } from './open-guide.js'

describe('the guide on the map', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
    const { configuration, geoface, records } = await guide.serve()
    await configuration.createTable({ name: 'dates', label: 'Dates', geodata: 1 })
    await configuration.createField('dates', { name: 'period', label: 'Period', type: 'text' })
    const { id } = await records.create('dates', { core: { period: 'Roman' } })
    await geoface.create({ tb: 'dates', id, geometry: { type: 'Point', coordinates: [15.5, 40.5] } })
  })
  afterAll(() => guide.close())

  test('names a source of tiles as the service has it, and a layer in it', async () => {
    const [lines = ''] = codeBlocks('docs/guides/map.md', 'js')
    const sources = new Map<string, { type: string; tiles: string[] }>()
    const layers: Record<string, string>[] = []
    new Function('map', lines)({
      addSource: (name: string, source: { type: string; tiles: string[] }) => sources.set(name, source),
      addLayer: (layer: Record<string, string>) => layers.push(layer),
    })
    const [layer = {}] = layers
    const { type, tiles: [address = ''] = [] } = sources.get(layer['source'] ?? '') ?? {}
    expect(type).toBe('vector')
    const { pathname, search } = new URL(address.replace(/\{[zxy]\}/g, '0'))
    const reply = await fetch(`${guide.variables['URL']}${pathname}${search}`, {
      headers: { authorization: `Bearer ${guide.variables['TOKEN']}` },
    })
    const tile = new VectorTile(new PbfReader(new Uint8Array(await reply.arrayBuffer())))
    expect(tile.layers[layer['source-layer'] ?? '']?.feature(0).properties).toMatchObject({ period: 'Roman' })
  })

  test('fetches everything at once', async () => {
    const [fetchAll = ''] = codeBlocks('docs/guides/map.md', 'sh')
    await guide.run(fetchAll)
    expect(JSON.parse(await readFile(join(guide.folder, 'dates.json'), 'utf8'))).toMatchObject({
      status: 'success',
      geojson: { features: [{ geometry: { coordinates: [15.5, 40.5] } }] },
    })
  })
})
