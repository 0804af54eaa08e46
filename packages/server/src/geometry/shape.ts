import { parseJson } from '../catalogue/json-text.js'
import type { FieldProblem } from '../errors.js'
import { writeWkt } from '../formats/wkt.js'
import { GeometryProblems, parseGeometry } from './geometry.js'

/** A geometry that a user sent, as it will be stored, or what is wrong with it. No JSON gives one. */
export class Shape {
  constructor(
    readonly wkt: string | undefined,
    readonly problems: readonly FieldProblem[],
  ) {}
}

/** @param geometry a GeoJSON geometry, its JSON text, or a shape that was read before */
export function shapeOf(geometry: unknown): Shape {
  if (geometry instanceof Shape) return geometry
  try {
    return new Shape(
      writeWkt(parseGeometry(typeof geometry === 'string' ? parseJson(geometry) : geometry)),
      [],
    )
  } catch (error) {
    if (!(error instanceof GeometryProblems)) throw error
    return new Shape(undefined, error.problems)
  }
}
