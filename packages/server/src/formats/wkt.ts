import { type Geometry, geometryDepth, type Position } from '@trowel/contract/geo.js'

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

/** A point as we write it: most geometries are one, and need no scanner. */
const writtenPoint = /^POINT \((-?\d{1,15}(?:\.\d{1,15})?) (-?\d{1,15}(?:\.\d{1,15})?)\)$/

/** Every form that the scanner knows: a word, a number, a bracket, a comma. Blanks stand between them. */
const token = /\s*(?:([A-Za-z]+)|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([(),]))/y

/** A position as we write it: two numbers, and nothing else before the next mark. */
const writtenPosition = /\s*(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)(?=[,)])/y

/**
 * A geometry read from text: any case, any spacing, `MULTIPOINT (1 2, 3 4)` too; a third and fourth
 * coordinate are dropped.
 *
 * @returns `undefined` when the text is none of the six shapes
 */
export function readWkt(text: string): Geometry | undefined {
  const point = writtenPoint.exec(text)
  if (point) return { type: 'Point', coordinates: [Number(point[1]), Number(point[2])] }
  const scanner = new Scanner(text)
  const type = types.get(scanner.word()?.toUpperCase() ?? '')
  if (!type) return undefined
  scanner.word(/^(Z|M|ZM)$/i)
  const coordinates = readNested(scanner, geometryDepth[type], type)
  if (coordinates === undefined || !scanner.atEnd()) return undefined
  return { type, coordinates } as Geometry
}

function readNested(scanner: Scanner, depth: number, type: Geometry['type']): Nested | undefined {
  if (!scanner.mark('(')) return undefined
  if (depth === 0) {
    const position = readPosition(scanner)
    return position && scanner.mark(')') ? position : undefined
  }
  const parts: Nested[] = []
  do {
    const part = depth > 1 ? readNested(scanner, depth - 1, type) : readMember(scanner, type)
    if (part === undefined) return undefined
    parts.push(part)
  } while (scanner.mark(','))
  return scanner.mark(')') ? parts : undefined
}

/** A position in a list; the points of a MULTIPOINT may stand in brackets of their own. */
function readMember(scanner: Scanner, type: Geometry['type']): Position | undefined {
  const bracketed = type === 'MultiPoint' && scanner.mark('(')
  const position = readPosition(scanner)
  return !bracketed || scanner.mark(')') ? position : undefined
}

function readPosition(scanner: Scanner): Position | undefined {
  const written = scanner.written()
  if (written) return written
  const longitude = scanner.number()
  const latitude = scanner.number()
  if (longitude === undefined || latitude === undefined) return undefined
  if (scanner.number() !== undefined) scanner.number()
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : undefined
}

class Scanner {
  private at = 0
  constructor(private readonly text: string) {}

  word(form = /^[A-Za-z]+$/): string | undefined {
    return this.take((match) => (match[1] !== undefined && form.test(match[1]) ? match[1] : undefined))
  }

  number(): number | undefined {
    return this.take((match) => (match[2] === undefined ? undefined : Number(match[2])))
  }

  /** The next position if it stands there as we write it. */
  written(): Position | undefined {
    writtenPosition.lastIndex = this.at
    const match = writtenPosition.exec(this.text)
    if (!match) return undefined
    const position: Position = [Number(match[1]), Number(match[2])]
    if (!position.every(Number.isFinite)) return undefined
    this.at = writtenPosition.lastIndex
    return position
  }

  mark(mark: '(' | ')' | ','): boolean {
    return this.take((match) => (match[3] === mark ? true : undefined)) ?? false
  }

  atEnd(): boolean {
    return this.text.slice(this.at).trim() === ''
  }

  /** Goes on behind the next piece of text if `read` can use it. */
  private take<T>(read: (match: RegExpExecArray) => T | undefined): T | undefined {
    token.lastIndex = this.at
    const match = token.exec(this.text)
    const taken = match ? read(match) : undefined
    if (taken !== undefined) this.at = token.lastIndex
    return taken
  }
}
