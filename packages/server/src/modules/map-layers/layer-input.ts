import { isObject, type JsonObject } from '@trowel/contract/json.js'
import {
  isFileLayer,
  type LayerPlace,
  layerPlaces,
  layerTypeOfFile,
  layerTypes,
  type MapLayer,
} from '@trowel/contract/map-layers.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { FieldProblem } from '../../errors.js'
import { type Message, message } from '../../message.js'

const maxLayers = 50
const maxLabelLength = 200
const maxPathLength = 2000
const maxIdLength = 40

/** Not every client knows the ids of layers. */
type SentLayer = Omit<MapLayer, 'id'> & Partial<Pick<MapLayer, 'id'>>

/**
 * The layers that a body lists, in their order.
 * @param files names of the uploaded files
 * @param problems gets everything that is wrong, by its place (`[2].type`)
 */
export function readLayers(
  body: unknown,
  files: ReadonlySet<string>,
  problems: FieldProblem[],
): readonly SentLayer[] {
  const list = Array.isArray(body) ? body : listIn(body)
  if (!Array.isArray(list)) {
    problems.push({ field: 'layers', code: 'required', ...message('layers_as_list', {}) })
    return []
  }
  if (list.length > maxLayers) {
    problems.push({ field: 'layers', code: 'too_many', ...message('too_many_layers', { most: maxLayers }) })
    return []
  }
  return list.flatMap((entry: unknown, place) => readLayer(entry, `[${place}]`, files, problems) ?? [])
}

/** Clients send no body at all for an empty list. */
function listIn(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return Object.keys(body).length > 0 ? body['layers'] : []
}

/** The layers that the caller saw; `undefined` where he says nothing of them. */
export function readSeenLayers(body: unknown, problems: FieldProblem[]): readonly JsonObject[] | undefined {
  const seen = isObject(body) ? (body['before'] ?? undefined) : undefined
  if (seen === undefined || (Array.isArray(seen) && seen.every(isObject))) return seen
  problems.push({ field: 'before', code: 'invalid_value', ...message('layers_as_list', {}) })
  return undefined
}

const layerKeys = ['id', 'label', 'type', 'path', 'wmslayers', 'layertype'] as const

/** Do two lists have the same layers in the same order? Older layers lack what is empty. */
export const sameLayers = (one: readonly JsonObject[], other: readonly JsonObject[]): boolean =>
  one.length === other.length &&
  one.every((layer, place) => layerKeys.every((key) => (layer[key] ?? '') === (other[place]?.[key] ?? '')))

function readLayer(
  entry: unknown,
  at: string,
  files: ReadonlySet<string>,
  problems: FieldProblem[],
): SentLayer | undefined {
  const add = (key: string, code: ProblemCode, said: Message): undefined => {
    problems.push({ field: key === '' ? at : `${at}.${key}`, code, ...said })
  }
  if (!isObject(entry)) return add('', 'invalid_value', message('layer_form', {}))
  const text = (key: string, longest: number): string => {
    const value = entry[key] ?? ''
    if (typeof value !== 'string' || value.includes('\0'))
      add(key, 'invalid_value', message('layer_text', { name: key }))
    else if (value.length > longest)
      add(key, 'too_long', message('layer_text_too_long', { name: key, most: longest }))
    else return value.trim()
    return ''
  }
  const before = problems.length
  const label = text('label', maxLabelLength)
  const path = text('path', maxPathLength)
  const wmslayers = text('wmslayers', maxPathLength)
  const id = text('id', maxIdLength)
  const type = layerTypes.find((one) => one === entry['type'])
  const layertype = readPlace(entry)
  if (!type) add('type', 'invalid_value', message('layer_type_unknown', { types: layerTypes.join(', ') }))
  if (!layertype) add('layertype', 'invalid_value', message('layer_place_unknown', {}))
  if (problems.length === before && path === '') add('path', 'required', message('layer_needs_path', {}))
  else if (type && path !== '') {
    const isFile = isFileLayer(type)
    const wrong = isFile ? !files.has(path) || layerTypeOfFile(path) !== type : !isAddress(path)
    if (wrong && isFile) add('path', 'unknown_file', message('layer_file_missing', { file: path }))
    else if (wrong) add('path', 'invalid_value', message('layer_address_form', {}))
  }
  if (problems.length > before || !type || !layertype) return undefined
  return { ...(id !== '' && { id }), label, type, path, wmslayers, layertype }
}

function readPlace({ layertype }: JsonObject): LayerPlace | undefined {
  if (layertype === undefined || layertype === null || layertype === '') return 'overlay'
  return layerPlaces.find((one) => one === layertype)
}

const isAddress = (path: string): boolean =>
  URL.canParse(path) && ['http:', 'https:'].includes(new URL(path).protocol)
