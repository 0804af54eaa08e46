import { expect, test } from 'vitest'
import { tableColors, tableIcons } from './table-marks.js'

/** Relative luminance (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The grounds on which the page writes, by day and by night. */
const grounds = { light: ['#ffffff', '#faf8f5', '#f3ece6'], dark: ['#211f1c', '#1a1816', '#35322d'] } as const

test.each(Object.entries(tableColors))('%s can be read on every ground of the page', (_name, colour) => {
  for (const scheme of ['light', 'dark'] as const)
    for (const ground of grounds[scheme])
      expect(contrastOf(colour[scheme], ground), `${scheme} on ${ground}`).toBeGreaterThan(4.5)
})

test('no two colours and no two drawings are the same', () => {
  const colours = Object.values(tableColors).flatMap(({ light, dark }) => [light, dark])
  expect(new Set(colours).size).toBe(colours.length)
  const drawings = Object.values(tableIcons)
  expect(new Set(drawings).size).toBe(drawings.length)
})
