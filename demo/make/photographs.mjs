import { canvas, ground, noise, shade } from './canvas.mjs'
import { randomSource } from './random.mjs'
import { ink, northArrow, typeColours } from './sheet-marks.mjs'

/** A photograph of the trench: soil, stones, the unit in the middle, pole, arrow and board. */
export function photoPicture(seed, unit, board) {
  const random = randomSource(seed)
  const sheet = canvas(800, 560, ground(random, [122, 132, 74], 40))
  const bed = [
    [70, 96],
    [736, 78],
    [774, 520],
    [34, 536],
  ]
  sheet.polygon(
    bed.map(([x, y]) => [x + (x < 400 ? -16 : 16), y + (y < 300 ? -16 : 12)]),
    ground(random, [96, 76, 54], 24),
  )
  sheet.polygon(bed, ground(random, [164, 132, 94], 46))
  for (let k = 0; k < 150; k++)
    stone(sheet, random, random.between(60, 740), random.between(110, 515), random.between(2, 7))
  const middle = unit.ring.reduce(
    ([sx, sy], [x, y]) => [sx + x / unit.ring.length, sy + y / unit.ring.length],
    [0, 0],
  )
  const reach = Math.max(...unit.ring.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])))
  const zoom = 200 / reach
  const ring = unit.ring.map(([x, y]) => [400 + (x - middle[0]) * zoom, 300 - (y - middle[1]) * zoom * 0.7])
  if (unit.type === 'masonry') {
    for (let k = 0; k < 420; k++) {
      const from = random.pick(ring)
      const to = random.pick(ring)
      const share = random.next()
      stone(
        sheet,
        random,
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
        random.between(6, 13),
      )
    }
  } else {
    sheet.polygon(
      ring.map(([x, y]) => [x - 3, y - 4]),
      shade([96, 74, 52], 0.8),
    )
    sheet.polygon(
      ring,
      ground(
        random,
        ['cut', 'skeleton'].includes(unit.type) ? [104, 80, 56] : shade(typeColours[unit.type], 0.82),
        40,
      ),
    )
    for (let k = 0; k < 30; k++) {
      const [x, y] = random.pick(ring)
      const share = random.next()
      stone(sheet, random, x + (400 - x) * share, y + (300 - y) * share, random.between(2, 6))
    }
    if (unit.type === 'skeleton') bones(sheet, ring)
  }
  rangingPole(sheet, 150, 470, 560, 486)
  northArrow(sheet, 690, 190, 60, [240, 240, 236])
  sheet.rectangle(96, 116, board.length * 12 + 22, 40, [30, 30, 32])
  sheet.line(
    [
      [96, 116],
      [96 + board.length * 12 + 22, 116],
    ],
    3,
    [140, 104, 66],
  )
  sheet.text(board, 108, 130, 2, [238, 238, 232])
  return sheet.png()
}

function stone(sheet, random, x, y, size) {
  const tone = random.between(150, 214)
  sheet.disc(x + size * 0.25, y + size * 0.3, size, [74, 60, 44])
  sheet.disc(x, y, size, [tone, tone - 6, tone - 20])
  sheet.disc(x - size * 0.25, y - size * 0.25, size * 0.5, [tone + 18, tone + 14, tone + 2])
}

function rangingPole(sheet, x1, y1, x2, y2) {
  for (let k = 0; k < 10; k++) {
    const [from, to] = [k / 10, (k + 1) / 10]
    const at = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share]
    sheet.line([at(from), at(to)], 9, [70, 56, 44])
    sheet.line(
      [at(from), at(to)].map(([x, y]) => [x, y - 2]),
      8,
      k % 2 ? [236, 234, 228] : [196, 42, 36],
    )
  }
}

/** A body on its back, roughly. */
function bones(sheet, ring) {
  const bone = [240, 232, 208]
  const ys = ring.map(([, y]) => y)
  const [top, height] = [Math.min(...ys) + 16, Math.max(...ys) - Math.min(...ys) - 32]
  const at = (x, share) => [400 + x, top + height * share]
  const line = (points, thickness) => {
    sheet.line(
      points.map(([x, y]) => [x + 2, y + 2]),
      thickness,
      [84, 66, 46],
    )
    sheet.line(points, thickness, bone)
  }
  sheet.disc(...at(2, 0.07), height * 0.06, [84, 66, 46])
  sheet.disc(...at(0, 0.06), height * 0.06, bone)
  line([at(0, 0.13), at(0, 0.48)], 6)
  for (let k = 0; k < 7; k++)
    line([at(-20 + k, 0.19 + k * 0.025), at(0, 0.17 + k * 0.025), at(20 - k, 0.19 + k * 0.025)], 3)
  line([at(-20, 0.16), at(20, 0.16)], 4)
  for (const side of [-1, 1]) {
    line([at(side * 22, 0.17), at(side * 30, 0.34), at(side * 14, 0.47)], 5)
    line([at(side * 3, 0.48), at(side * 16, 0.5)], 8)
    line([at(side * 13, 0.5), at(side * 11, 0.72)], 7)
    line([at(side * 11, 0.73), at(side * 9, 0.93)], 6)
    line([at(side * 9, 0.94), at(side * 15, 0.98)], 5)
  }
}

const bodies = {
  bronze: [92, 128, 96],
  silver: [176, 176, 172],
  iron: [120, 74, 48],
  glass: [136, 176, 164],
  bone: [226, 212, 176],
  amber: [196, 112, 34],
  pottery: [178, 104, 66],
  bucchero: [52, 50, 52],
}

/** An object in front of grey paper with a centimetre scale. */
export function findPicture(seed, find) {
  const random = randomSource(seed)
  const sheet = canvas(640, 480, (_, y) => [214 - y * 0.09, 214 - y * 0.09, 210 - y * 0.085])
  const colour = bodies[find.ware] ?? bodies[find.material] ?? bodies.pottery
  const grain = noise(random, 9)
  const fine = noise(random, 3)
  const lit = (base) => (x, y) =>
    shade(
      base,
      0.86 + (grain(x, y) - 0.5) * 0.22 + (fine(x, y) - 0.5) * 0.16 + (320 - x) * 0.0011 + (240 - y) * 0.0008,
    )
  if (find.find_type === 'coin' || find.find_type === 'bead' || find.find_type === 'spindle whorl') {
    sheet.disc(326, 226, 122, [120, 120, 116])
    sheet.disc(318, 214, 120, lit(colour))
    sheet.disc(318, 214, 100, lit(shade(colour, 0.9)))
    if (find.find_type === 'coin') {
      sheet.polygon(
        [
          [292, 270],
          [300, 222],
          [282, 200],
          [292, 158],
          [326, 142],
          [356, 158],
          [362, 190],
          [350, 214],
          [358, 270],
        ],
        lit(shade(colour, 1.16)),
      )
    } else {
      sheet.disc(318, 214, 26, [96, 92, 86])
    }
  } else if (['fibula', 'pin', 'bracelet', 'buckle', 'nail', 'tool'].includes(find.find_type)) {
    const bow = Array.from({ length: 30 }, (_, k) => [180 + k * 10, 270 - Math.sin((k / 29) * Math.PI) * 130])
    sheet.line(
      bow.map(([x, y]) => [x + 8, y + 10]),
      26,
      [128, 128, 124],
    )
    sheet.line(bow, 26, lit(colour))
    sheet.line(
      [
        [180, 270],
        [478, 282],
      ],
      9,
      lit(shade(colour, 0.85)),
    )
    sheet.disc(184, 268, 26, lit(shade(colour, 1.06)))
    sheet.disc(184, 268, 10, [150, 150, 146])
  } else {
    sherd(sheet, random, lit, colour)
  }
  for (let k = 0; k < 5; k++) sheet.rectangle(60 + k * 34, 430, 34, 10, k % 2 ? [244, 244, 240] : ink)
  sheet.text('5 CM', 240, 428, 2, ink)
  sheet.text(find.inv_no, 470, 430, 2, ink)
  return sheet.png()
}

/** The upper part of a vessel, broken below, with two turned lines. */
function sherd(sheet, random, lit, colour) {
  const broken = Array.from({ length: 13 }, (_, k) => [470 - k * 25, 330 + random.between(-34, 30)])
  const outline = [
    [150, 120],
    [170, 112],
    [470, 112],
    [490, 120],
    [476, 150],
    [500, 220],
    ...broken,
    [140, 220],
    [164, 150],
  ]
  sheet.polygon(
    outline.map(([x, y]) => [x + 12, y + 14]),
    [132, 132, 128],
  )
  sheet.polygon(outline, (x, y) => {
    const round = Math.cos(((x - 320) / 200) * 1.35)
    const [r, g, b] = lit(colour)(x, y)
    return shade([r, g, b], 0.62 + 0.42 * round)
  })
  for (const y of [150, 156, 214]) {
    sheet.line(
      [
        [162, y],
        [320, y + 9],
        [478, y],
      ],
      2,
      shade(colour, 0.62),
    )
  }
  sheet.line(
    [
      [152, 119],
      [320, 128],
      [488, 119],
    ],
    3,
    shade(colour, 1.2),
  )
}
