import { canvas, shade } from './canvas.mjs'
import { randomSource } from './random.mjs'

const sky = { high: [150, 188, 206], low: [250, 230, 196], horizon: 400 }
const grass = [124, 142, 84]
const stoneTones = [
  [206, 192, 168],
  [184, 170, 148],
  [222, 210, 188],
]

/** The soils of the section, from the top down: how thick, of what colour, how many stones. */
const soils = [
  { name: 'topsoil', thickness: 40, colour: [88, 64, 46], stones: 24 },
  { name: 'ploughed', thickness: 50, colour: [118, 84, 56], stones: 46 },
  { name: 'collapse', thickness: 54, colour: [168, 124, 84], stones: 240 },
  { name: 'burnt', thickness: 19, colour: [74, 46, 38], stones: 0 },
  { name: 'floor', thickness: 12, colour: [230, 204, 160], stones: 0 },
  { name: 'make-up', thickness: 46, colour: [142, 96, 60], stones: 70 },
  { name: 'village', thickness: 56, colour: [186, 136, 88], stones: 60 },
  { name: 'natural', thickness: 120, colour: [216, 180, 124], stones: 20 },
]

/**
 * The hill above the river with a section through its layers, as wide as a page is: what matters lies in the
 * middle, since a telephone shows no more. Twice as large as it is shown, so that edges are smooth.
 */
export function coverPicture() {
  const random = randomSource(431)
  const [width, height] = [3200, 800]
  const sheet = canvas(width, height, (_, y) => mix(sky.high, sky.low, Math.min(1, y / sky.horizon)))
  sheet.disc(1080, 214, 66, [255, 244, 216])
  below(sheet, wave(random, 314, 24), [176, 192, 190])
  below(sheet, wave(random, 346, 20), [146, 168, 150])
  hill(sheet)
  falcon(sheet, [1400, 128], 0.56, [64, 52, 44])
  const surface = wave(random, 408, 8)
  below(sheet, (x) => surface(x) - 14, grass)
  for (let x = 8; x < width; x += random.between(9, 30)) {
    const [foot, tip] = [surface(x) - 10, random.between(8, 20)]
    sheet.polygon(
      [
        [x - 4, foot],
        [x + random.between(-7, 7), foot - tip],
        [x + 4, foot],
      ],
      shade(grass, random.between(0.82, 1.08)),
    )
  }
  const tops = soilTops(random, surface)
  soils.forEach(({ colour }, k) => {
    below(sheet, tops[k], colour)
  })
  pit(sheet, random, tops)
  soils.forEach(({ stones, thickness }, k) => {
    for (let n = 0; n < stones; n++) {
      const x = random.between(0, width)
      const size = random.between(3, Math.min(15, thickness / 4))
      stone(sheet, random, [x, tops[k](x) + random.between(size, thickness - size)], size)
    }
  })
  wall(sheet, random, { left: 1960, right: 2130, top: tops[1], foot: tops[4] })
  rangingPole(sheet, 1270, surface(1270) - 12)
  return sheet.png()
}

/** The falcon above the hill and its layers. */
export function logoPicture() {
  const sheet = canvas(512, 512, [44, 62, 54])
  const cream = [246, 236, 214]
  sheet.disc(256, 214, 118, [214, 148, 62])
  falcon(sheet, [256, 176], 1.02, cream)
  const flanks = (y) => 92 + (y - 304) * 0.62
  const layers = [
    [304, cream],
    [352, [196, 112, 62]],
    [392, [246, 236, 214]],
    [420, [128, 72, 44]],
  ]
  layers.forEach(([top, colour], k) => {
    const foot = layers[k + 1]?.[0] ?? 456
    sheet.polygon(
      [
        [256 - flanks(top), top],
        [256 + flanks(top), top],
        [256 + flanks(foot), foot],
        [256 - flanks(foot), foot],
      ],
      colour,
    )
  })
  return sheet.png()
}

const mix = (one, other, share) => one.map((value, k) => value + (other[k] - value) * share)

/** A line that rises and falls softly about a height. */
function wave(random, middle, swing) {
  const parts = [1400, 610, 230].map((length, k) => ({
    length: length * random.between(0.8, 1.2),
    shift: random.between(0, 6.28),
    swing: swing / 2 ** k,
  }))
  return (x) =>
    parts.reduce((y, part) => y + part.swing * Math.sin((x / part.length) * 6.28 + part.shift), middle)
}

function below(sheet, line, colour) {
  const edge = Array.from({ length: sheet.width / 8 + 1 }, (_, k) => [k * 8, line(k * 8)])
  sheet.polygon([...edge, [sheet.width, sheet.height], [0, sheet.height]], colour)
}

/** Each soil begins where the one above it ends. */
function soilTops(random, surface) {
  const tops = [surface]
  for (const { thickness } of soils.slice(0, -1)) {
    const [above, uneven] = [tops.at(-1), wave(random, thickness, thickness / 9)]
    tops.push((x) => above(x) + uneven(x))
  }
  return tops
}

/** The flat-topped hill with what is left of the tower. */
function hill(sheet) {
  const [lit, dark] = [
    [132, 152, 106],
    [112, 132, 92],
  ]
  sheet.polygon(
    rounded([
      [1200, 440],
      [1380, 384],
      [1560, 308],
      [1690, 254],
      [1740, 244],
      [2080, 242],
      [2130, 256],
      [2270, 320],
      [2460, 384],
      [2620, 440],
    ]),
    lit,
  )
  sheet.polygon(
    [
      ...rounded([
        [2000, 243],
        [2080, 242],
        [2130, 256],
        [2270, 320],
        [2460, 384],
        [2620, 440],
      ]),
      [2150, 440],
      [2070, 320],
    ],
    dark,
  )
  const [wallTone, shadow] = [
    [204, 182, 148],
    [164, 140, 110],
  ]
  sheet.polygon(
    [
      [1850, 244],
      [1850, 144],
      [1866, 144],
      [1866, 156],
      [1884, 156],
      [1884, 136],
      [1904, 140],
      [1912, 164],
      [1926, 172],
      [1926, 244],
    ],
    wallTone,
  )
  sheet.polygon(
    [
      [1904, 244],
      [1904, 140],
      [1912, 164],
      [1926, 172],
      [1926, 244],
    ],
    shadow,
  )
  sheet.rectangle(1872, 182, 9, 24, [92, 74, 58])
  for (const [x, size] of [
    [1768, 50],
    [1792, 66],
    [1964, 44],
    [1996, 58],
    [2024, 40],
  ])
    cypress(sheet, [x, 246], size)
}

function cypress(sheet, [x, foot], size) {
  const half = Array.from({ length: 9 }, (_, k) => [Math.sin((k / 8) ** 0.7 * 3.14) * size * 0.15, k / 8])
  const sides = [-1, 1].map((side) => half.map(([out, up]) => [x + side * out, foot - up * size]))
  sheet.polygon([...sides[0], ...sides[1].reverse()], [66, 88, 66])
}

const wing = [
  [0, -20],
  [34, -30],
  [96, -46],
  [160, -34],
  [226, 18],
  [158, -4],
  [98, 4],
  [52, 20],
  [22, 24],
  [18, 46],
  [26, 78],
  [0, 72],
]

function falcon(sheet, [x, y], size, colour) {
  const half = rounded(wing)
  const left = half.map(([dx, dy]) => [x - dx * size, y + dy * size]).reverse()
  sheet.polygon([...half.map(([dx, dy]) => [x + dx * size, y + dy * size]), ...left], colour)
  sheet.disc(x, y - 22 * size, 14 * size, colour)
}

/** A line without its corners (Chaikin). */
function rounded(points) {
  const cut = (line) => [
    line[0],
    ...line.slice(1).flatMap((to, k) => [mix(line[k], to, 0.25), mix(line[k], to, 0.75)]),
    line.at(-1),
  ]
  return cut(cut(points))
}

/** A pit of the village, cut from its floor into the ground, with a vessel in its fill. */
function pit(sheet, random, tops) {
  const [left, right] = [1430, 1700]
  const top = tops[6]((left + right) / 2) + 6
  const round = Array.from({ length: 25 }, (_, k) => {
    const share = k / 24
    return [left + (right - left) * share, top + Math.sin(share * 3.14) ** 0.55 * 132]
  })
  sheet.polygon(round, [96, 66, 46])
  for (let k = 0; k < 22; k++)
    stone(
      sheet,
      random,
      [random.between(left + 40, right - 40), top + random.between(16, 96)],
      random.between(2, 7),
    )
  vessel(sheet, [1568, top + 22])
}

function vessel(sheet, [x, y]) {
  const profile = [
    [26, 0],
    [30, 5],
    [20, 14],
    [22, 24],
    [44, 42],
    [46, 58],
    [32, 80],
    [16, 90],
  ]
  const outline = [
    ...profile.map(([dx, dy]) => [x + dx, y + dy]),
    ...profile.map(([dx, dy]) => [x - dx, y + dy]).reverse(),
  ]
  sheet.polygon(outline, [196, 104, 60])
  sheet.polygon(
    [
      ...profile.map(([dx, dy]) => [x + dx, y + dy]),
      ...profile.map(([dx, dy]) => [x + dx * 0.35, y + dy]).reverse(),
    ],
    [164, 82, 46],
  )
  sheet.rectangle(x - 45, y + 46, 90, 4, [92, 50, 34])
  sheet.rectangle(x - 46, y + 55, 92, 3, [92, 50, 34])
}

/** The wall of the villa, in courses. */
function wall(sheet, random, { left, right, top, foot }) {
  const [high, low] = [top(left) + 14, foot(left) + 16]
  sheet.rectangle(left - 4, high - 4, right - left + 8, low - high + 4, [120, 92, 68])
  const courses = 5
  const tall = (low - high) / courses
  for (let course = 0; course < courses; course++) {
    let x = left
    while (x < right - 12) {
      const wide = Math.min(random.between(30, 58), right - x)
      sheet.rectangle(x + 2, high + course * tall + 2, wide - 4, tall - 4, random.pick(stoneTones))
      x += wide
    }
  }
}

function stone(sheet, random, [x, y], size) {
  const tone = random.pick(stoneTones)
  const corners = Array.from({ length: 7 }, (_, k) => {
    const [turn, far] = [(k / 7) * 6.28, size * random.between(0.75, 1.15)]
    return [x + Math.cos(turn) * far * 1.3, y + Math.sin(turn) * far * 0.85]
  })
  sheet.polygon(corners, tone)
}

function rangingPole(sheet, x, foot) {
  for (let k = 0; k < 6; k++)
    sheet.rectangle(x, foot - (k + 1) * 26, 9, 26, k % 2 ? [246, 242, 234] : [194, 52, 40])
}
