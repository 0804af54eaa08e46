import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type { Box } from '../../storage/wkt-box.js'

/**
 * EPSG:4326, in which everything on the map is kept; a GeoPackage has longitude before latitude whatever the
 * system says.
 */
export const wgs84 = 4326

/** The numbers of the shapes in well-known binary (OGC 06-103r4, table 7). */
const shapeNumbers: Readonly<Record<Geometry['type'], number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
}

const littleEndian = 1
const withEnvelope = 1 << 1

/**
 * A geometry as a GeoPackage keeps it (OGC 12-128r18, 2.1.3): a header with the box around it, then
 * well-known binary.
 */
export function geometryBlob(geometry: Geometry, [west, south, east, north]: Box): Buffer {
  const bytes = new Bytes()
  bytes
    .raw(Buffer.from('GP'))
    .byte(0)
    .byte(littleEndian | withEnvelope)
    .int(wgs84)
  bytes.double(west).double(east).double(south).double(north)
  writeShape(bytes, geometry)
  return bytes.end()
}

function writeShape(bytes: Bytes, geometry: Geometry): void {
  bytes.byte(littleEndian).int(shapeNumbers[geometry.type])
  switch (geometry.type) {
    case 'Point':
      bytes.position(geometry.coordinates)
      break
    case 'LineString':
      writeLine(bytes, geometry.coordinates)
      break
    case 'Polygon':
      writeRings(bytes, geometry.coordinates)
      break
    case 'MultiPoint':
      writeParts(bytes, geometry.coordinates, (coordinates) => ({ type: 'Point', coordinates }))
      break
    case 'MultiLineString':
      writeParts(bytes, geometry.coordinates, (coordinates) => ({ type: 'LineString', coordinates }))
      break
    case 'MultiPolygon':
      writeParts(bytes, geometry.coordinates, (coordinates) => ({ type: 'Polygon', coordinates }))
  }
}

function writeLine(bytes: Bytes, line: readonly Position[]): void {
  bytes.int(line.length)
  for (const position of line) bytes.position(position)
}

function writeRings(bytes: Bytes, rings: readonly (readonly Position[])[]): void {
  bytes.int(rings.length)
  for (const ring of rings) writeLine(bytes, ring)
}

function writeParts<Part>(bytes: Bytes, parts: readonly Part[], shapeOf: (part: Part) => Geometry): void {
  bytes.int(parts.length)
  for (const part of parts) writeShape(bytes, shapeOf(part))
}

/** Bytes that grow at their end; numbers little end first. */
class Bytes {
  #buffer = Buffer.allocUnsafe(128)
  #length = 0

  byte(value: number): this {
    this.#room(1)
    this.#length = this.#buffer.writeUInt8(value, this.#length)
    return this
  }

  int(value: number): this {
    this.#room(4)
    this.#length = this.#buffer.writeUInt32LE(value, this.#length)
    return this
  }

  double(value: number): this {
    this.#room(8)
    this.#length = this.#buffer.writeDoubleLE(value, this.#length)
    return this
  }

  position([x, y]: Position): this {
    return this.double(x).double(y)
  }

  raw(bytes: Uint8Array): this {
    this.#room(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  end(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #room(more: number): void {
    if (this.#length + more <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(2 * this.#buffer.length + more)
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
