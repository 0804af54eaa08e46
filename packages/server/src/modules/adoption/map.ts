import { join } from 'node:path'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { isFileLayer, layerPlaces, layerTypeOfFile, layerTypes } from '@trowel/contract/map-layers.js'
import { parseJson } from '../../catalogue/json-text.js'
import { mapFileName } from '../map-layers/index.js'
import type { Conversion } from './adopted-table.js'
import type { Adoption } from './adoption.js'
import { contentOf, measureBytes } from './files.js'
import { textOf } from './source-rows.js'

/** What the old service leaves there of itself. */
const leftover = 'index.json'

/** Files for the map by the names that they had. */
async function adoptMapFiles({
  installation,
  report,
  bytes,
}: Adoption): Promise<ReadonlyMap<string, string>> {
  const adopted = new Map<string, string>()
  const { files, others } = await contentOf(join(installation.folder, 'geodata'))
  for (const other of others)
    report.notAdopted.push({ what: `geodata/${other}`, why: 'it is no file of its own' })
  for (const file of files) {
    const name = mapFileName(file)
    const type = layerTypeOfFile(name)
    const isTaken = [...adopted.values()].includes(name)
    const what = `geodata/${file}`
    if (file === leftover) report.notAdopted.push({ what, why: 'the old service left it there' })
    else if (type !== 'local' && type !== 'pmtiles')
      report.notAdopted.push({ what, why: 'no map shows such a file' })
    else if (isTaken) report.notAdopted.push({ what, why: `another file is called ${name}` })
    else {
      const path = join(installation.folder, 'geodata', file)
      bytes.push({ path, area: 'geodata', name, ...(await measureBytes(path)) })
      adopted.set(file, name)
    }
  }
  return adopted
}

const layers: Conversion = {
  from: 'bdus_cfg_geoface',
  to: 'sys_cfg_geoface',
  async begin(adoption, notes) {
    const files = await adoptMapFiles(adoption)
    return (row, id) => {
      const given = parseJson(textOf(row['layers']))
      const kept = (Array.isArray(given) ? given : []).flatMap(
        (layer: unknown, place) =>
          layerOf(layer, `layers[${place}]`, files, (field, was, why) =>
            notes.change(id, field, was, null, why),
          ) ?? [],
      )
      return { layers: JSON.stringify(kept) }
    }
  },
}

function layerOf(
  layer: unknown,
  at: string,
  files: ReadonlyMap<string, string>,
  leaveOut: (field: string, was: string, why: string) => void,
): JsonObject | undefined {
  const shown = JSON.stringify(layer)
  if (!isObject(layer)) {
    leaveOut(at, shown, 'it is no layer')
    return undefined
  }
  const text = (key: string): string => (typeof layer[key] === 'string' ? layer[key].trim() : '')
  const type = layerTypes.find((one) => one === text('type'))
  if (!type) {
    leaveOut(at, shown, 'no map has such a layer')
    return undefined
  }
  return {
    ...layer,
    label: text('label'),
    type,
    path: isFileLayer(type) ? (files.get(text('path')) ?? mapFileName(text('path'))) : text('path'),
    wmslayers: text('wmslayers'),
    layertype: layerPlaces.find((place) => place === text('layertype')) ?? 'overlay',
  }
}

export const mapConversions: readonly Conversion[] = [layers]
