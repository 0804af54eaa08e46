import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { type LayerPlace, layerPlaces, layerTypes, type MapLayer } from '@trowel/contract/map-layers.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { FieldProblem } from '../../errors.js'
import { message } from '../../message.js'

const maxLayers = 50
const maxLabelLength = 200
const maxPathLength = 2000

/**
 * The layers that a body lists, in their order.
 * @param files names of the uploaded files
 * @param problems gets everything that is wrong, by its place (`[2].type`)
 */
export function readLayers(
  body: unknown,
  files: ReadonlySet<string>,
  problems: FieldProblem[],
): readonly MapLayer[] {
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

function readLayer(
  entry: unknown,
  at: string,
  files: ReadonlySet<string>,
  problems: FieldProblem[],
): MapLayer | undefined {
  const add = (key: string, code: ProblemCode, text: string): undefined => {
    problems.push({ field: key === '' ? at : `${at}.${key}`, code, text })
  }
  if (!isObject(entry)) return add('', 'invalid_value', 'A layer is an object with "type" and "path".')
  const text = (key: string, longest: number): string => {
    const value = entry[key] ?? ''
    if (typeof value !== 'string' || value.includes('\0')) add(key, 'invalid_value', `"${key}" is a text.`)
    else if (value.length > longest) add(key, 'too_long', `"${key}" has at most ${longest} characters.`)
    else return value.trim()
    return ''
  }
  const before = problems.length
  const label = text('label', maxLabelLength)
  const path = text('path', maxPathLength)
  const wmslayers = text('wmslayers', maxPathLength)
  const type = layerTypes.find((one) => one === entry['type'])
  const layertype = readPlace(entry)
  if (!type) add('type', 'invalid_value', `A layer is one of ${layerTypes.join(', ')}.`)
  if (!layertype) add('layertype', 'invalid_value', 'A layer is an overlay or a base.')
  if (problems.length === before && path === '') add('path', 'required', 'A layer needs a path.')
  else if (type && path !== '') {
    const wrong = type === 'local' ? !files.has(path) : !isAddress(path)
    if (wrong && type === 'local') add('path', 'unknown_file', `There is no uploaded file "${path}".`)
    else if (wrong)
      add('path', 'invalid_value', 'The path is an address that begins with http:// or https://.')
  }
  if (problems.length > before || !type || !layertype) return undefined
  return { label, type, path, wmslayers, layertype }
}

function readPlace({ layertype }: JsonObject): LayerPlace | undefined {
  if (layertype === undefined || layertype === null || layertype === '') return 'overlay'
  return layerPlaces.find((one) => one === layertype)
}

const isAddress = (path: string): boolean =>
  URL.canParse(path) && ['http:', 'https:'].includes(new URL(path).protocol)
