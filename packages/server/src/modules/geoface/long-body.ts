import { isObject } from '@trowel/contract/json.js'
import { AppError } from '../../errors.js'
import { type Shape, shapeOf } from '../../geometry/shape.js'
import { notJson, readText } from '../../http/json-body.js'
import type { Message } from '../../message.js'

/** A JSON body in which each geometry is replaced by its place among `shapes`; or why it is refused. */
export type ShortBody =
  | { readonly text: string; readonly shapes: readonly Pick<Shape, 'wkt' | 'problems'>[] }
  | { readonly refusal: Message }

/** Reads the body of a change of map features, which is long because its geometries are. */
export function shortenBody(bytes: Uint8Array): ShortBody {
  try {
    const { text } = readText(bytes)
    const shapes: Shape[] = []
    const body = withoutGeometries(parsed(text), (geometry) => shapes.push(shapeOf(geometry)) - 1)
    return { text: JSON.stringify(body), shapes }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.said }
    throw error
  }
}

/** Puts something else in the place of every geometry that a body holds. */
export function withoutGeometries(body: unknown, replace: (geometry: unknown) => unknown): unknown {
  if (!isObject(body)) return body
  const { geodata } = body
  const features = Array.isArray(geodata) ? geodata : []
  for (const holder of [body, ...features]) {
    if (isObject(holder) && isThere(holder['geometry']))
      Object.assign(holder, { geometry: replace(holder['geometry']) })
  }
  return body
}

const isThere = (geometry: unknown): boolean => geometry !== undefined && geometry !== null && geometry !== ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notJson(error)
  }
}
