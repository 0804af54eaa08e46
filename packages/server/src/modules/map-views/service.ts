import { isObject, type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import type { MapViewChangeBody, SaveMapViewBody } from '@trowel/contract/map-views.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { creatorId } from '../../access/principal.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { leadsToHidden } from '../../records/rows/search-criteria.js'
import type { SavedKind, SavedThing } from '../saved-things/index.js'
import { changeThing, contentText, listThings, readContent, saveThing } from '../saved-things/index.js'

export interface MapViewRow extends SavedThing {
  /** JSON text. */
  readonly definition: string | null
}

export const mapViews: SavedKind = {
  table: 'sys_map_views',
  columns: ['definition'],
  notFound: 'map_view_not_found',
  denied: 'map_view_access_denied',
}

const maxLayers = 100

/**
 * The caller's own map views and those that are shared, by id, without layers of tables that he may not read;
 * of the views of others those of which something is left.
 */
export async function listMapViews(scope: RequestScope): Promise<MapViewRow[]> {
  const owner = creatorId(scope.principal)
  const rows = await listThings<MapViewRow>(scope, mapViews)
  return rows.filter((row) => {
    if (row.user_id === owner) return true
    const layers = layersIn(storedDefinition(row))
    return layers.length === 0 || layers.some((layer) => isVisible(scope, layer))
  })
}

const storedDefinition = ({ definition }: MapViewRow): JsonObject => parseJsonObject(definition ?? '')

/** A definition without what the caller may not read. */
export function visibleDefinition(scope: RequestScope, row: MapViewRow): JsonObject {
  const definition = storedDefinition(row)
  return { ...definition, layers: layersIn(definition).filter((layer) => isVisible(scope, layer)) }
}

const layersIn = ({ layers }: JsonObject): readonly JsonObject[] =>
  Array.isArray(layers) ? layers.filter(isObject) : []

/** Layers of the configuration are everybody's. A table that there is no more is not drawn. */
function isVisible(scope: RequestScope, { tb, select }: JsonObject): boolean {
  if (tb === undefined) return true
  const table = typeof tb === 'string' ? scope.catalogue.tables.get(tb) : undefined
  if (!table || !scope.rights.allows('read', table)) return false
  return !leadsToHidden(scope, table, objectOrEmpty(select))
}

/**
 * Keeps a map view for the caller. What it draws of a table is looked at only when it is drawn: fields
 * change.
 *
 * @throws `invalid_parameter`, `unknown_table`, `not_enough_privilege` when he may not read one of its tables
 */
export async function saveMapView(
  scope: RequestScope,
  { name, definition }: Decoded<typeof SaveMapViewBody>,
): Promise<MapViewRow> {
  const content = contentText(readDefinition(scope, definition), 'definition')
  return saveThing(scope, mapViews, { name, definition: content })
}

/**
 * Changes the name or the definition of a map view, or both. Layers that the caller does not see stay in it,
 * below the others.
 *
 * @throws `nothing_to_update`, `map_view_not_found`, `map_view_access_denied`, and what keeping it throws
 */
export async function updateMapView(
  scope: RequestScope,
  viewId: number,
  { name, definition: given }: Decoded<typeof MapViewChangeBody>,
): Promise<MapViewRow> {
  const definition = given === undefined ? undefined : readDefinition(scope, given)
  if (name === undefined && definition === undefined) throw new AppError('nothing_to_update')
  return changeThing<MapViewRow>(scope, mapViews, viewId, (before) => ({
    ...(name !== undefined && { name }),
    ...(definition && { definition: contentText(withHidden(scope, before, definition), 'definition') }),
  }))
}

function withHidden(scope: RequestScope, before: MapViewRow, definition: JsonObject): JsonObject {
  const hidden = layersIn(storedDefinition(before)).filter((layer) => !isVisible(scope, layer))
  return hidden.length === 0 ? definition : { ...definition, layers: [...layersIn(definition), ...hidden] }
}

function readDefinition(scope: RequestScope, given: JsonObject | string): JsonObject {
  const definition = readContent(given, 'definition')
  const { layers } = definition
  const isList = Array.isArray(layers) && layers.length <= maxLayers
  if (!isList || !layers.every((layer) => isObject(layer) && isNamed(layer))) {
    const reason = message('view_layers_form', { most: maxLayers })
    throw new AppError('invalid_parameter', {
      ...message('parameter_wrong', { name: 'definition.layers', reason }),
      detail: { name: 'definition.layers', reason: 'not a list of layers' },
    })
  }
  for (const { tb } of layersIn(definition))
    if (typeof tb === 'string') scope.rights.require('read', tableOf(scope.catalogue, tb))
  return definition
}

const isNamed = ({ tb, layer }: JsonObject): boolean =>
  tb === undefined ? typeof layer === 'string' : typeof tb === 'string'
