import { wgs84 } from '@trowel/contract/model/reference-systems.js'
import type { ColumnFacts } from './column-watch.js'

/** Where the places of rows stand in a file. */
export interface PlaceProposal {
  readonly x?: string
  readonly y?: string
  readonly wkt?: string
  readonly geometry?: true
  /** null: the file does not tell. */
  readonly epsg: number | null
}

/** A header without signs: `Long. (WGS84)` becomes `longwgs84`. */
const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]+/g, '')

const longitude =
  /^(?:decimal|gps|wgs84)?(?:lon|long|lng|longitude|longitudine|laenge|längengrad)(?:dd|wgs84|deg|decimal)?$/
const latitude =
  /^(?:decimal|gps|wgs84)?(?:lat|latitude|latitudine|breite|breitengrad)(?:dd|wgs84|deg|decimal)?$/
const easting = /^(?:x|e|est|east|easting|utme|utmx|coordx|xcoord|pointx|xutm|rechtswert|coordinatax)$/
const northing = /^(?:y|n|nord|north|northing|utmn|utmy|coordy|ycoord|pointy|yutm|hochwert|coordinatay)$/

/** From so many metres on a coordinate belongs to no trench, and to no map in degrees. */
const leastEasting = 1000

/**
 * The columns that tell where on the map the record of a row is; `undefined` when none do. Small numbers
 * under x and y are those of a local grid.
 */
export function proposePlace(
  columns: readonly string[],
  facts: readonly ColumnFacts[],
  isNumber: (place: number) => boolean,
): PlaceProposal | undefined {
  const find = (header: RegExp): number =>
    columns.findIndex((column, place) => header.test(plain(column)) && isNumber(place))
  const pair = (first: RegExp, second: RegExp): readonly [number, number] | undefined => {
    const [x, y] = [find(first), find(second)]
    return x < 0 || y < 0 ? undefined : [x, y]
  }
  const named = pair(longitude, latitude)
  const gridded = named ?? pair(easting, northing)
  if (gridded) {
    const [x, y] = gridded
    const isGrid = [x, y].every((place) => (facts[place]?.range?.[1] ?? 0) >= leastEasting)
    if (named || isGrid) {
      return { x: columns[x] ?? '', y: columns[y] ?? '', epsg: isGrid ? null : wgs84 }
    }
  }
  const wkt = columns.find((_, place) => facts[place]?.isWkt)
  return wkt === undefined ? undefined : { wkt, epsg: wgs84 }
}
