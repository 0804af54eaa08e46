export const ink = [38, 34, 30]
export const paper = [247, 243, 233]
export const typeColours = {
  layer: [204, 184, 146],
  fill: [158, 128, 92],
  cut: [228, 214, 186],
  surface: [214, 160, 112],
  masonry: [172, 172, 168],
  skeleton: [236, 230, 214],
  natural: [226, 218, 180],
}

export function scaleBar(sheet, [x, y], { pixelsPerUnit, units, label }) {
  const colours = [ink, paper]
  for (let k = 0; k < units; k++) sheet.rectangle(x + k * pixelsPerUnit, y, pixelsPerUnit, 9, colours[k % 2])
  sheet.line(
    [
      [x, y],
      [x + units * pixelsPerUnit, y],
      [x + units * pixelsPerUnit, y + 9],
      [x, y + 9],
      [x, y],
    ],
    1,
    colours[0],
  )
  sheet.text(label, x + units * pixelsPerUnit + 10, y - 2, 2, colours[0])
}

/** An arrow to true north; the grid of the excavation is turned a little. */
export function northArrow(sheet, x, y, length, colour = ink) {
  const turn = (-14 * Math.PI) / 180
  const point = (along, across) => [
    x + Math.sin(turn) * along + Math.cos(turn) * across,
    y - Math.cos(turn) * along + Math.sin(turn) * across,
  ]
  sheet.line([point(-length / 2, 0), point(length / 2, 0)], 2, colour)
  sheet.polygon([point(length / 2 + 8, 0), point(length / 2 - 12, -7), point(length / 2 - 12, 7)], colour)
  const [nx, ny] = point(length / 2 + 22, 0)
  sheet.text('N', nx - 5, ny - 7, 2, colour)
}

/** A number on a light ground. */
export function label(sheet, words, x, y) {
  sheet.rectangle(x - 2, y - 2, words.length * 6 + 3, 11, [255, 253, 246])
  sheet.text(words, x, y, 1, ink)
}
