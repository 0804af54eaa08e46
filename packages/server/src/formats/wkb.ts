import type { Position } from '@trowel/contract/model/geometry.js'

/** A geometry as GeoJSON writes it; nothing of it is checked but that it can be read. */
interface ReadGeometry {
  readonly type: string
  readonly coordinates: readonly unknown[]
}

/** The shapes of GeoJSON by their numbers in well-known binary (OGC 06-103r4, table 7). */
const shapes = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const

/** Bits with which older programs say that there are heights, measures, and a reference system. */
const [heights, measures, system] = [0x80000000, 0x40000000, 0x20000000]

/** How many bytes the envelope of a GeoPackage has, by the number in its flags. */
const envelopeBytes = [0, 32, 48, 48, 64]

/** No shape: it is refused, for what is passed over is lost. */
const unreadable: ReadGeometry = { type: 'WKB', coordinates: [0] }

/**
 * The geometry in a blob of a GeoPackage (OGC 12-128r18, 2.1.3). Heights and measures are left out.
 *
 * @returns `undefined` where it says itself that there is none
 */
export function readPackageGeometry(blob: Uint8Array): ReadGeometry | undefined {
  const [g, p, , flags = 0] = blob
  if (g !== 0x47 || p !== 0x50) return unreadable
  const envelope = envelopeBytes[(flags >> 1) & 7]
  const isEmpty = (flags & 0x10) !== 0
  if (isEmpty) return undefined
  return (envelope === undefined ? undefined : readWkb(blob.subarray(8 + envelope))) ?? unreadable
}

/** A geometry in well-known binary; `undefined` when the bytes are none. */
export function readWkb(bytes: Uint8Array): ReadGeometry | undefined {
  try {
    return new Reader(bytes).shape()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reads numbers one after another; what ends too early is a RangeError. */
class Reader {
  private readonly view: DataView
  private at = 0
  private littleEndian = true

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  shape(): ReadGeometry {
    this.littleEndian = this.view.getUint8(this.at) === 1
    this.at += 1
    const code = this.int()
    if ((code & system) !== 0) this.at += 4
    const plain = code & 0x0fffffff
    const [kind, number] = [Math.floor(plain / 1000), plain % 1000]
    const hasHeights = (code & heights) !== 0 || kind === 1 || kind === 3
    const hasMeasures = (code & measures) !== 0 || kind === 2 || kind === 3
    const type = shapes[number - 1]
    const more = 8 * (Number(hasHeights) + Number(hasMeasures))
    // A shape that is not known is refused by its name.
    return type
      ? { type, coordinates: this.coordinates(type, more) }
      : { type: `WKB ${number}`, coordinates: [0] }
  }

  private coordinates(type: (typeof shapes)[number], more: number): readonly unknown[] {
    const position = () => this.position(more)
    switch (type) {
      case 'Point':
        return position()
      case 'LineString':
        return this.list(16, position)
      case 'Polygon':
        return this.list(4, () => this.list(16, position))
      default:
        return this.list(5, () => this.shape().coordinates)
    }
  }

  private position(more: number): Position {
    const [x, y] = [this.double(), this.double()]
    this.at += more
    return [x, y]
  }

  /** @param minBytes that each part needs: a count of more than there is room for is none */
  private list<T>(minBytes: number, read: () => T): readonly T[] {
    const count = this.int()
    if (count * minBytes > this.view.byteLength - this.at) throw new RangeError('more parts than bytes')
    return Array.from({ length: count }, read)
  }

  private int(): number {
    this.at += 4
    return this.view.getUint32(this.at - 4, this.littleEndian)
  }

  private double(): number {
    this.at += 8
    return this.view.getFloat64(this.at - 8, this.littleEndian)
  }
}
