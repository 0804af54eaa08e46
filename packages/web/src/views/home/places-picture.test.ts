import { expect, test } from 'vitest'
import { drawPlaces } from './places-picture.js'

const [width, height] = [400, 200]
const point = (id: number, longitude: number, latitude: number) => ({
  id,
  label: `S${id}`,
  geometry: { type: 'Point' as const, coordinates: [longitude, latitude] as const },
})
const area = {
  id: 9,
  label: 'Trench',
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [11, 43],
        [11.002, 43],
        [11.002, 43.001],
        [11, 43],
      ],
    ] as const,
  },
}

const isInside = ([x, y]: readonly [number, number]) => x >= 0 && x <= width && y >= 0 && y <= height

test('all places lie inside the picture, north above', () => {
  const picture = drawPlaces([point(1, 10, 44), point(2, 12, 42), area], width, height)
  const [north, south, trench] = picture?.places ?? []
  for (const place of picture?.places ?? []) expect(isInside(place.at)).toBe(true)
  expect(north?.at[1]).toBeLessThan(south?.at[1] ?? 0)
  expect(north?.at[0]).toBeLessThan(south?.at[0] ?? 0)
  expect(trench).toMatchObject({ isArea: true, points: [] })
  expect(trench?.path).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){3}$/)
})

test('one point alone stands in the middle, on a scale of some hundred metres', () => {
  const picture = drawPlaces([point(1, 11, 43)], width, height)
  expect(picture?.places[0]?.at).toEqual([width / 2, height / 2])
  expect(picture?.scale.metres).toBe(200)
})

test.each([
  [0.01, 200],
  [1, 20_000],
])('the scale is a length that is read easily: %f degrees', (degrees, metres) => {
  const { scale } = drawPlaces([point(1, 11, 43), point(2, 11 + degrees, 43)], width, height) ?? {}
  expect(scale?.metres).toBe(metres)
  expect(scale?.length).toBeGreaterThan(30)
  expect(scale?.length).toBeLessThan(width / 3)
})

test('without places there is no picture', () => {
  expect(drawPlaces([], width, height)).toBeUndefined()
})
