import { lineOf } from './ground.mjs'

const [west, south, east, north] = [-10, -20, 80, 80]
const step = 10

const between = (from, to) => Array.from({ length: (to - from) / step + 1 }, (_, k) => from + k * step)

/** The squares of ten metres in which the hilltop was surveyed, as a layer of the map. */
export const surveyGrid = {
  type: 'FeatureCollection',
  features: [
    ...between(west, east).map((x) => line(`E ${x}`, [x, south], [x, north])),
    ...between(south, north).map((y) => line(`N ${y}`, [west, y], [east, y])),
  ],
}

function line(name, from, to) {
  return { type: 'Feature', geometry: lineOf([from, to]), properties: { name } }
}
