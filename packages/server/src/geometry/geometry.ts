import { isObject } from '@trowel/contract/json.js'
import { type Geometry, geometryDepth, type Position } from '@trowel/contract/model/geometry.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { FieldProblem } from '../errors.js'
import { type Message, message } from '../message.js'

/** What is wrong with a shape drawn by a person or sent by a program. */
export class GeometryProblems extends Error {
  constructor(readonly problems: readonly FieldProblem[]) {
    super('geometry')
  }
}

/**
 * A GeoJSON geometry as it may be stored: two finite coordinates per position, closed rings of at least four
 * positions.
 *
 * @throws GeometryProblems with codes `unsupported_geometry`, `invalid_coordinates`, `ring_not_closed`,
 *   `ring_too_short`
 */
export function parseGeometry(value: unknown): Geometry {
  const type = isObject(value) ? value['type'] : undefined
  if (!isObject(value) || typeof type !== 'string' || !Object.hasOwn(geometryDepth, type)) {
    const known = Object.keys(geometryDepth).join(', ')
    throw new GeometryProblems([
      problem('type', 'unsupported_geometry', message('geometry_kinds', { kinds: known })),
    ])
  }
  const known = type as Geometry['type']
  const problems: FieldProblem[] = []
  const coordinates = parseNested(value['coordinates'], geometryDepth[known], 'coordinates', known, problems)
  if (problems.length > 0) throw new GeometryProblems(problems)
  return { type: known, coordinates } as Geometry
}

const maxProblems = 20

function parseNested(
  value: unknown,
  depth: number,
  path: string,
  type: Geometry['type'],
  problems: FieldProblem[],
): unknown {
  if (problems.length >= maxProblems) return undefined
  if (depth === 0) {
    const position = parsePosition(value)
    if (!position) {
      problems.push(problem(path, 'invalid_coordinates', message('position_form', {})))
    }
    return position
  }
  if (!Array.isArray(value) || value.length === 0) {
    problems.push(problem(path, 'invalid_coordinates', message('coordinates_expected', {})))
    return undefined
  }
  const before = problems.length
  const parts = value.map((part, index) => parseNested(part, depth - 1, `${path}[${index}]`, type, problems))
  if (depth === 1 && problems.length === before) checkLine(parts as Position[], path, type, problems)
  return parts
}

function parsePosition(value: unknown): Position | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4) return undefined
  const [longitude, latitude] = value as unknown[]
  return Number.isFinite(longitude) && Number.isFinite(latitude)
    ? [longitude as number, latitude as number]
    : undefined
}

function checkLine(line: Position[], path: string, type: Geometry['type'], problems: FieldProblem[]): void {
  if (type === 'MultiPoint') return
  if (type === 'Polygon' || type === 'MultiPolygon') {
    const [first, last] = [line[0], line.at(-1)]
    if (line.length < 4) {
      problems.push(problem(path, 'ring_too_short', message('ring_positions', {})))
    } else if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
      problems.push(problem(path, 'ring_not_closed', message('ring_end', {})))
    }
  } else if (line.length < 2) {
    problems.push(problem(path, 'invalid_coordinates', message('line_positions', {})))
  }
}

const problem = (field: string, code: ProblemCode, said: Message): FieldProblem => ({ field, code, ...said })
