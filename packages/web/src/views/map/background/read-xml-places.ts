import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type * as GeoJSON from 'geojson'
import { asGeoJson } from '../../../components/map/as-geojson.js'

/**
 * Places in a KML or GPX file as GeoJSON: points, lines and areas with their names; styles and times are
 * passed over.
 *
 * @throws SyntaxError when the text is no XML
 */
export function readXmlPlaces(text: string): GeoJSON.FeatureCollection {
  const xml = new DOMParser().parseFromString(text, 'application/xml')
  if (xml.querySelector('parsererror')) throw new SyntaxError('no XML')
  const features = [...kmlPlaces(xml), ...gpxPlaces(xml)]
  return { type: 'FeatureCollection', features }
}

const feature = (geometry: Geometry, name: string | undefined): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { name: name ?? '' },
  geometry: asGeoJson(geometry),
})

const all = (within: Document | Element, name: string): Element[] => [
  ...within.getElementsByTagNameNS('*', name),
]
const nameOf = (element: Element) =>
  [...element.children].find(({ localName }) => localName === 'name')?.textContent?.trim()

/** `11.4,43.0,120 11.5,43.1,118` */
const positionsOf = (element: Element | undefined): Position[] =>
  (element?.textContent ?? '')
    .trim()
    .split(/\s+/)
    .flatMap((tuple) => {
      const [x, y] = tuple.split(',')
      return positionOf(x, y)
    })

/** One position, or none when these are no longitude and latitude. */
function positionOf(x: string | null | undefined, y: string | null | undefined): Position[] {
  const [longitude, latitude] = [Number(x || Number.NaN), Number(y || Number.NaN)]
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [[longitude, latitude]] : []
}

function kmlPlaces(xml: Document): GeoJSON.Feature[] {
  return all(xml, 'Placemark').flatMap((mark) => {
    const name = nameOf(mark)
    const coordinates = (element: Element) => positionsOf(all(element, 'coordinates')[0])
    const points = all(mark, 'Point').flatMap((point) => coordinates(point).slice(0, 1))
    const lines = all(mark, 'LineString').map(coordinates)
    const areas = all(mark, 'Polygon').map((area) =>
      [...all(area, 'outerBoundaryIs'), ...all(area, 'innerBoundaryIs')].map(coordinates),
    )
    return [
      ...points.map((point) => feature({ type: 'Point', coordinates: point }, name)),
      ...lines.map((line) => feature({ type: 'LineString', coordinates: line }, name)),
      ...areas.map((rings) => feature({ type: 'Polygon', coordinates: rings }, name)),
    ]
  })
}

function gpxPlaces(xml: Document): GeoJSON.Feature[] {
  const position = (element: Element) => positionOf(element.getAttribute('lon'), element.getAttribute('lat'))
  const points = all(xml, 'wpt').flatMap((point) =>
    position(point).map((coordinates) => feature({ type: 'Point', coordinates }, nameOf(point))),
  )
  const lines = [
    ...all(xml, 'rte').map((route) => [route, all(route, 'rtept')] as const),
    ...all(xml, 'trk').flatMap((track) =>
      all(track, 'trkseg').map((part) => [track, all(part, 'trkpt')] as const),
    ),
  ].map(([named, passed]) =>
    feature({ type: 'LineString', coordinates: passed.flatMap(position) }, nameOf(named)),
  )
  return [...points, ...lines]
}
