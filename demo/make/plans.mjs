import { canvas, ground, noise, shade } from './canvas.mjs'
import { areaOf } from './ground.mjs'
import { randomSource } from './random.mjs'
import { ink, label, northArrow, paper, scaleBar, typeColours } from './sheet-marks.mjs'

const frameOf = (trench, sheet, margin) => {
  const [x, y, width, height] = trench.box
  const scale = Math.min((sheet.width - 2 * margin) / width, (sheet.height - 2 * margin - 50) / height)
  const left = (sheet.width - width * scale) / 2
  const top = (sheet.height - 50 - height * scale) / 2 + 14
  return { scale, at: ([px, py]) => [left + (px - x) * scale, top + (y + height - py) * scale] }
}

/** The trench from above with the units of one phase, as drawn on the sheet. */
export function planPicture(seed, trench, units, title) {
  const random = randomSource(seed)
  const sheet = canvas(760, 560, paper)
  const { scale, at } = frameOf(trench, sheet, 46)
  const [x, y, width, height] = trench.box
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(at)
  sheet.polygon(corners, ground(random, [232, 224, 200], 10))
  const stones = noise(random, 7)
  const drawn = units
    .filter((unit) => !coversAll(unit, trench))
    .sort((a, b) => rank(a) - rank(b) || a.time - b.time)
  for (const unit of drawn) {
    const ring = unit.ring.map(at)
    const colour = typeColours[unit.type]
    sheet.polygon(
      ring,
      unit.type === 'masonry'
        ? (px, py) =>
            stones(px, py) > 0.62
              ? shade(colour, 0.78)
              : shade(colour, 1 + (stones(px + 300, py) - 0.5) * 0.25)
        : ground(random, colour, 12),
    )
    if (unit.type === 'cut') hachures(sheet, ring)
    sheet.line([...ring, ring[0]], unit.type === 'masonry' ? 2 : 1, ink)
  }
  for (const unit of drawn.filter((other) => other.type !== 'cut')) {
    const ring = unit.ring.map(at)
    const middle = ring.reduce(([sx, sy], [px, py]) => [sx + px / ring.length, sy + py / ring.length], [0, 0])
    label(sheet, unit.no.slice(1), middle[0] - 12, middle[1] - 4)
  }
  sheet.line([...corners, corners[0]], 3, ink)
  sheet.text(title, 20, 14, 2, ink)
  scaleBar(sheet, [24, sheet.height - 34], { pixelsPerUnit: scale, units: 5, label: '5 M' })
  northArrow(sheet, sheet.width - 46, sheet.height - 66, 46)
  return sheet.png()
}

/** Layers lie under what was built and dug; one that fills the trench says nothing on a plan. */
const rank = ({ type }) => ['layer', 'surface', 'cut', 'fill', 'masonry', 'skeleton'].indexOf(type)
const coversAll = ({ type, ring }, { box }) => type === 'layer' && areaOf(ring) > 0.7 * box[2] * box[3]

/** Short strokes that point down into a cut. */
function hachures(sheet, ring) {
  const middle = ring.reduce(([sx, sy], [x, y]) => [sx + x / ring.length, sy + y / ring.length], [0, 0])
  ring.forEach(([x, y], index) => {
    const [nx, ny] = ring[(index + 1) % ring.length]
    for (const share of [0.15, 0.5, 0.85]) {
      const [px, py] = [x + (nx - x) * share, y + (ny - y) * share]
      const inward = share === 0.5 ? 0.3 : 0.18
      sheet.line(
        [
          [px, py],
          [px + (middle[0] - px) * inward, py + (middle[1] - py) * inward],
        ],
        1,
        ink,
      )
    }
  })
}

/** One side of the trench: layers upon layers, features cut into them. */
export function sectionPicture(seed, trench, units, title) {
  const random = randomSource(seed)
  const sheet = canvas(760, 480, paper)
  const [left, right, top, bottom] = [40, 720, 70, 400]
  const layers = units
    .filter((unit) => unit.type === 'layer' || unit.type === 'surface')
    .sort((a, b) => b.time - a.time)
    .slice(0, 9)
  const waves = noise(random, 60)
  const edge = (index) => (x) =>
    top +
    ((bottom - top) * index) / layers.length +
    (waves(x, index * 90) - 0.5) * 34 +
    (index === 0 ? 0 : random.between(-1, 1))
  const edges = layers.map((_, index) => {
    const at = edge(index)
    return Array.from({ length: 69 }, (_, k) => [left + k * 10, at(left + k * 10)])
  })
  layers.forEach((unit, index) => {
    const lower = edges[index + 1] ?? [
      [left, bottom + 14],
      [right, bottom + 4],
    ]
    const tone = shade(typeColours[unit.type], 0.72 + 0.34 * random.next())
    sheet.polygon([...edges[index], ...[...lower].reverse()], ground(random, tone, 20))
    sprinkle(sheet, random, edges[index], lower, unit)
  })
  for (const line of edges) sheet.line(line, 1, ink)
  const features = units.filter((unit) => unit.type === 'fill').slice(0, 3)
  features.forEach((unit, index) => {
    const start = left + 90 + index * 210 + random.between(-20, 20)
    const depth = random.between(60, 130)
    const from = edges[Math.min(2 + index, edges.length - 1)][10][1]
    const bowl = Array.from({ length: 21 }, (_, k) => [
      start + k * 5.5,
      from + Math.sin((k / 20) * Math.PI) ** 0.6 * depth,
    ])
    sheet.polygon(bowl, ground(random, shade(typeColours.fill, 0.7 + index * 0.15), 18))
    sheet.line(bowl, 2, ink)
    label(sheet, unit.no.slice(1), start + 43, from + depth / 2)
  })
  for (const [index, unit] of layers.entries()) {
    label(sheet, unit.no.slice(1), right - 34 - (index % 3) * 34, edges[index][60][1] + 8)
  }
  sheet.line(
    [
      [left, edges[0][0][1]],
      [left, bottom + 14],
    ],
    2,
    ink,
  )
  sheet.line(
    [
      [right, edges[0].at(-1)[1]],
      [right, bottom + 4],
    ],
    2,
    ink,
  )
  sheet.text(title, 20, 16, 2, ink)
  scaleBar(sheet, [40, 446], { pixelsPerUnit: 68, units: 3, label: '3 M' })
  sheet.text(`${trench.top.toFixed(2)} M`, right - 70, 448, 2, ink)
  return sheet.png()
}

/** Stones and charcoal inside a layer. */
function sprinkle(sheet, random, upper, lower, unit) {
  const count = unit.kind.includes('collapse') ? 46 : 14
  for (let k = 0; k < count; k++) {
    const column = random.whole(1, upper.length - 2)
    const floor = lower[Math.min(column, lower.length - 1)][1]
    const y = upper[column][1] + (floor - upper[column][1]) * random.between(0.25, 0.8)
    const size = random.between(1.5, unit.kind.includes('collapse') ? 8 : 4)
    const isCharcoal = random.chance(0.3)
    sheet.disc(upper[column][0], y, size, isCharcoal ? [58, 50, 46] : [212, 208, 196])
    if (!isCharcoal && size > 4) sheet.disc(upper[column][0] + 1, y + 1, size - 2, [190, 186, 174])
  }
}
