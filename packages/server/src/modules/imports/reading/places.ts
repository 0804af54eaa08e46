import { isObject } from '@trowel/contract/json.js'
import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import { definitionOf, wgs84 } from '@trowel/contract/model/reference-systems.js'
import proj4 from 'proj4'
import type { FieldProblem } from '../../../errors.js'
import { fileProblem } from '../../../formats/file-problem.js'
import { readWkt, writeWkt } from '../../../formats/wkt.js'
import { GeometryProblems, parseGeometry } from '../../../geometry/geometry.js'
import { message } from '../../../message.js'
import { type CellFormats, plainNumber } from './cell-formats.js'
import type { FileRow } from './table-file.js'
import type { PlaceSource } from './worker-protocol.js'

/** Where a record is: longitude and latitude in WGS 84. */
export interface Place {
  /** `undefined` when there is none, or one with problems. */
  readonly wkt: string | undefined
  readonly problems: readonly FieldProblem[]
}

const nowhere: Place = { wkt: undefined, problems: [] }

/** The place of a row, if it has one. */
export type PlaceReader = (row: FileRow) => Place

/** @throws FileProblem for a reference system that is not known */
export function placeReader(
  source: PlaceSource,
  columns: readonly string[],
  written: CellFormats,
): PlaceReader {
  const project = projectionToWgs84(source.epsg)
  if (!project) throw fileProblem('reference_system_unknown', { epsg: source.epsg })
  if (source.from === 'geometry')
    return ({ geometry }) => (isEmpty(geometry) ? nowhere : placeOf(geometry, project))
  const textAt = (column: string): ((row: FileRow) => string) => {
    const place = columns.indexOf(column)
    return ({ cells }) => {
      const text = String(cells[place] ?? '').trim()
      return written.empty.includes(text) ? '' : text
    }
  }
  if (source.from === 'wkt') {
    const textOf = textAt(source.column)
    return (row) => {
      const text = textOf(row)
      if (text === '') return nowhere
      const geometry = readWkt(text)
      return geometry ? placeOf(geometry, project) : wrong('invalid_coordinates', 'no_wkt', text)
    }
  }
  const [xOf, yOf] = [textAt(source.x), textAt(source.y)]
  return (row) => {
    const [x, y] = [xOf(row), yOf(row)]
    if (x === '' || y === '') return nowhere
    const [first, second] = [numberIn(x, written), numberIn(y, written)]
    if (first === undefined || second === undefined)
      return wrong('invalid_coordinates', 'no_coordinates', `${x}, ${y}`)
    return placeOf({ type: 'Point', coordinates: [first, second] }, project)
  }
}

function numberIn(text: string, { decimal }: CellFormats): number | undefined {
  const plain = decimal === undefined ? text : plainNumber(text, decimal)
  const number = typeof plain === 'string' ? Number(plain) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const wrong = (code: 'invalid_coordinates', sentence: 'no_wkt' | 'no_coordinates', given: string): Place => ({
  wkt: undefined,
  problems: [{ field: 'coordinates', code, ...message(sentence, { given: given.slice(0, 80) }) }],
})

/** So programs write a feature whose place is not known: it is a row all the same. */
const isEmpty = (geometry: unknown): boolean =>
  isObject(geometry) && Array.isArray(geometry['coordinates']) && geometry['coordinates'].length === 0

/** A geometry as GeoJSON has it, put into WGS 84 and checked. */
export function placeOf(geometry: unknown, project: (position: Position) => Position): Place {
  if (geometry === undefined || geometry === null) return nowhere
  try {
    const projected = inWgs84(parseGeometry(geometry), project)
    const problems = outsideTheWorld(projected)
    return { wkt: problems.length > 0 ? undefined : writeWkt(projected), problems }
  } catch (error) {
    if (!(error instanceof GeometryProblems)) throw error
    return { wkt: undefined, problems: error.problems }
  }
}

type Nested = Position | readonly Nested[]

const isPosition = (nested: Nested): nested is Position => typeof nested[0] === 'number'

function inWgs84(geometry: Geometry, project: (position: Position) => Position): Geometry {
  const walk = (nested: Nested): Nested => (isPosition(nested) ? project(nested) : nested.map(walk))
  return { type: geometry.type, coordinates: walk(geometry.coordinates) } as Geometry
}

/** Metres in a file that does not say so, or the wrong zone, show as places that the world does not have. */
function outsideTheWorld({ coordinates }: Geometry): FieldProblem[] {
  const walk = (nested: Nested): Position | undefined => {
    if (!isPosition(nested)) {
      for (const part of nested) {
        const found = walk(part)
        if (found) return found
      }
      return undefined
    }
    const [longitude, latitude] = nested
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? undefined : nested
  }
  const found = walk(coordinates)
  if (!found) return []
  const said = message('coordinates_outside', { place: found.join(', ') })
  return [{ field: 'coordinates', code: 'outside_the_world', ...said }]
}

/**
 * How a position of a reference system, easting or longitude first, becomes longitude and latitude in WGS 84.
 * @returns `undefined` for a system that is not known
 */
export function projectionToWgs84(epsg: number): ((position: Position) => Position) | undefined {
  if (epsg === wgs84) return (position) => position
  const definition = definitionOf(epsg)
  if (definition === undefined) return undefined
  const projection = proj4(definition, 'EPSG:4326')
  return ([x, y]) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = projection.forward([x, y])
    return [longitude, latitude]
  }
}
