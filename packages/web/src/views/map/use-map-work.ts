import { isFileLayer } from '@trowel/contract/map-layers.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useTranslation } from 'react-i18next'
import { boxAround } from '../../components/map/bounds.js'
import { showBox } from '../../components/map/map-canvas.js'
import type { Table } from '../../core/application.js'
import { nameOf } from './background/configured-on-map.js'
import { distinct } from './layers/colouring.js'
import type { ShownLayer } from './layers/table-on-map.js'
import { freeId, inOrder, isTableLayer, plainLayer, type StackLayer, withLayer } from './map-document.js'
import { activeLayer } from './map-state.js'
import type { MapWork } from './panel/map-work.js'
import type { SideState } from './panel/side-panel.js'
import type { useMapDocument } from './use-map-document.js'

/** What can be done with the map that is open. */
export function useMapWork(
  map: MapLibre | undefined,
  tables: readonly Table[],
  found: ReturnType<typeof useMapDocument>,
  shown: ReadonlyMap<string, ShownLayer>,
  { failed, side }: { failed: ReadonlySet<string>; side: SideState },
): MapWork {
  const { t } = useTranslation()
  const { address, document, configured, background, isUsual, base, change, changeDocument } = found
  const tableOf = (name: string) => tables.find((table) => table.name === name)
  // What is chosen by hand may be a plan; what is worked with is a layer of features.
  const active = document.layers.find(({ id }) => id === address.layer) ?? activeLayer(document, undefined)
  const activate = (id: string) => change(() => ({ layer: id, feature: undefined, record: undefined }))
  return {
    document,
    active: active?.id,
    shown,
    failed,
    tables,
    configured,
    isKnown: found.isKnown,
    base,
    view: found.view,
    isChanged: found.isChanged,
    nameOf(layer) {
      if (layer.kind === 'table') return layer.name ?? tableOf(layer.table)?.label ?? layer.table
      const known = configured.find(({ id }) => id === layer.id)
      return known ? nameOf(known) : t('map.unknownLayer')
    },
    isFile: (id) => configured.some((layer) => layer.id === id && isFileLayer(layer.type)),
    tableOf: ({ table }) => tableOf(table),
    activate,
    changeLayer: (id, edit) => changeDocument((before) => withLayer(before, id, edit)),
    show(layer, isShown) {
      if (isUsual && layer.kind === 'configured') background.toggle(layer.id)
      else changeDocument((before) => withLayer(before, layer.id, (one) => ({ ...one, shown: isShown })))
    },
    reorder: (ids) => changeDocument((before) => inOrder(before, ids)),
    addTable(name) {
      const id = freeId(document)
      const used = document.layers.filter(isTableLayer).length
      // Layers are told apart by themselves, as far as tables have no colours.
      const colour = tableOf(name)?.color ? undefined : distinct[used % distinct.length]
      const layer = { ...plainLayer(id, name), colouring: { by: 'one' as const, colour } }
      changeDocument((before) => ({ ...before, layers: [layer, ...before.layers] }), { layer: id })
    },
    addConfigured(id) {
      const layer: StackLayer = { kind: 'configured', id, shown: true, opacity: 1 }
      // Below the features, where plans are wanted mostly.
      changeDocument((before) => {
        const place = before.layers.findLastIndex(isTableLayer) + 1
        return { ...before, layers: before.layers.toSpliced(place, 0, layer) }
      })
    },
    chooseBase(id) {
      if (isUsual) background.chooseBase(id)
      else changeDocument((before) => ({ ...before, base: id }))
    },
    zoomTo(id) {
      const around = boxAround((shown.get(id)?.on?.places ?? []).map(({ box }) => box))
      if (map && around) showBox(map, around)
    },
    openRecords(id) {
      activate(id)
      side.open('records')
    },
  }
}
