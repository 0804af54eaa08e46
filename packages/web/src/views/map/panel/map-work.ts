import type { Table } from '../../../core/application.js'
import type { MapView } from '../../../queries/map.js'
import type { BackgroundLayer } from '../background/background-layers.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import type { MapDocument, StackLayer, TableLayer } from '../map-document.js'

/** The map that is worked with: what is on it, what of it is drawn, and what can be done with it. */
export interface MapWork {
  readonly document: MapDocument
  /** The layer at hand. */
  readonly active: string | undefined
  readonly shown: ReadonlyMap<string, ShownLayer>
  /** The ids of configured layers that cannot be fetched now. */
  readonly failed: ReadonlySet<string>
  readonly tables: readonly Table[]
  readonly configured: readonly BackgroundLayer[]
  /** Has the service said which those are? */
  readonly isKnown: boolean
  /** The id of the base layer that is drawn. */
  readonly base: string | null
  /** The saved view that the map comes from, and whether something about it was changed. */
  readonly view: MapView | undefined
  readonly isChanged: boolean
  nameOf(layer: StackLayer): string
  /** Does a configured layer show an uploaded file? */
  isFile(id: string): boolean
  tableOf(layer: TableLayer): Table | undefined
  activate(id: string): void
  /** @param change the layer as it shall be; nothing for one that goes */
  changeLayer(id: string, change: (layer: StackLayer) => StackLayer | undefined): void
  show(layer: StackLayer, isShown: boolean): void
  reorder(ids: readonly string[]): void
  addTable(name: string): void
  addConfigured(id: string): void
  chooseBase(id: string | null): void
  zoomTo(id: string): void
  /** Shows which records the layer has. */
  openRecords(id: string): void
}
