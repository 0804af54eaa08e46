import { type Geometry, geometryDepth, type Position } from '@trowel/contract/model/geometry.js'
import { wktNumber } from '../storage/wkt-box.js'

/** Coordinates as nested lists: positions at the given depth. */
type Nested = Position | readonly Nested[]

/**
 * A geometry as text, in the one form in which it is stored: `POINT (13.6 45.7)`, at most ten decimals
 * without trailing zeros (a hundredth of a millimetre on the ground).
 */
export function writeWkt(geometry: Geometry): string {
  return `${geometry.type.toUpperCase()} ${writeNested(geometry.coordinates, geometryDepth[geometry.type], geometry.type)}`
}

function writeNested(coordinates: Nested, depth: number, type: Geometry['type']): string {
  if (depth === 0) return `(${writePosition(coordinates as Position)})`
  const write = (part: Nested): string => {
    if (depth > 1) return writeNested(part, depth - 1, type)
    const position = writePosition(part as Position)
    return type === 'MultiPoint' ? `(${position})` : position
  }
  return `(${(coordinates as readonly Nested[]).map(write).join(', ')})`
}

const writePosition = ([longitude, latitude]: Position): string =>
  `${writeNumber(longitude)} ${writeNumber(latitude)}`

const [zero, point] = [0x30, 0x2e]

function writeNumber(value: number): string {
  if (Math.abs(value) >= 1e15) return BigInt(Math.trunc(value)).toString()
  const text = value.toFixed(10)
  let end = text.length
  while (text.charCodeAt(end - 1) === zero) end--
  if (text.charCodeAt(end - 1) === point) end--
  return end === 2 && text.startsWith('-0') ? '0' : text.slice(0, end)
}

const types = new Map(
  Object.keys(geometryDepth).map((type) => [type.toUpperCase(), type as Geometry['type']]),
)

const head = /^\s*((?:MULTI)?(?:POINT|LINESTRING|POLYGON))\s*(?:(?:ZM?|M)\s*)?(?=\()/i

/** Between two numbers; older data has a sign there without a blank. */
const gap = String.raw`(?:\s+|(?=[-+]))`
const anyPosition = new RegExp(`(${wktNumber})${gap}(${wktNumber})(?:${gap}${wktNumber}){0,2}`, 'y')
/** A position as we write it, which is found faster. */
const writtenPosition = /(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)(?=[,)])/y

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code > 0x7f && /\s/.test(String.fromCharCode(code)))

/** Is told of the lists and positions of a text, in their order. */
interface WktVisitor {
  open(): void
  close(): void
  /** A third and a fourth coordinate are left out. */
  position(longitude: string, latitude: string): void
}

const nobody: WktVisitor = { open() {}, close() {}, position() {} }

/**
 * The grammar of well-known text (OGC 06-103r4 §7), as far as it is one of the six shapes, in any case and
 * spacing. Whether rings close is left to the map. Mark by mark: one expression for all of it, or a function
 * that calls itself, takes its stack from the text.
 *
 * @returns the type, or `undefined` when the text is no such geometry
 */
function scanWkt(text: string, visitor: WktVisitor): Geometry['type'] | undefined {
  const [start, name = ''] = head.exec(text) ?? []
  const type = types.get(name.toUpperCase())
  if (start === undefined || type === undefined) return undefined
  const maxDepth = Math.max(1, geometryDepth[type])
  // The points of a MULTIPOINT may stand in brackets of their own, each alone.
  const maxBrackets = type === 'MultiPoint' ? maxDepth + 1 : maxDepth
  let at = start.length
  let depth = 0
  let isAfterPart = false
  do {
    while (isBlank(text.charCodeAt(at))) at++
    const code = text.charCodeAt(at)
    if (code === opening) {
      if (isAfterPart || depth >= maxBrackets) return undefined
      depth++
      if (depth <= maxDepth) visitor.open()
      at++
    } else if (code === closing) {
      if (!isAfterPart) return undefined
      if (depth <= maxDepth) visitor.close()
      depth--
      at++
    } else if (code === comma) {
      if (!isAfterPart || type === 'Point' || depth > maxDepth) return undefined
      isAfterPart = false
      at++
    } else {
      if (isAfterPart || depth < maxDepth) return undefined
      const found = matchAt(writtenPosition, text, at) ?? matchAt(anyPosition, text, at)
      if (!found) return undefined
      visitor.position(found[1] as string, found[2] as string)
      at += found[0].length
      isAfterPart = true
    }
  } while (depth > 0)
  return text.slice(at).trim() === '' ? type : undefined
}

const [opening, closing, comma] = [0x28, 0x29, 0x2c]

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

/** A sign behind a digit, where a blank should separate two numbers: read, but not stored anew. */
const missingBlank = /[\d.][-+]/

/** Is the text one geometry in well-known text, as new values must be? */
export const isWkt = (text: string): boolean =>
  scanWkt(text, nobody) !== undefined && !missingBlank.test(text)

/** A point as we write it: most geometries are one, and need no scan. */
const writtenPoint = /^POINT \((-?\d{1,15}(?:\.\d{1,15})?) (-?\d{1,15}(?:\.\d{1,15})?)\)$/

/**
 * A geometry read from text: any case, any spacing, `MULTIPOINT (1 2, 3 4)` too; a third and fourth
 * coordinate are dropped.
 *
 * @returns `undefined` when the text is none of the six shapes
 */
export function readWkt(text: string): Geometry | undefined {
  const point = writtenPoint.exec(text)
  if (point) return { type: 'Point', coordinates: [Number(point[1]), Number(point[2])] }
  const builder = new CoordinatesBuilder()
  const type = scanWkt(text, builder)
  if (type === undefined || !builder.isFinite) return undefined
  const coordinates = type === 'Point' ? builder.coordinates[0] : builder.coordinates
  return { type, coordinates } as Geometry
}

class CoordinatesBuilder implements WktVisitor {
  coordinates: Nested[] = []
  isFinite = true
  readonly #parents: Nested[][] = []

  open(): void {
    const list: Nested[] = []
    if (this.#parents.length > 0) this.coordinates.push(list)
    this.#parents.push(this.coordinates)
    this.coordinates = list
  }

  close(): void {
    const parent = this.#parents.pop()
    if (this.#parents.length > 0 && parent) this.coordinates = parent
  }

  position(longitude: string, latitude: string): void {
    const position: Position = [Number(longitude), Number(latitude)]
    if (!position.every(Number.isFinite)) this.isFinite = false
    this.coordinates.push(position)
  }
}
