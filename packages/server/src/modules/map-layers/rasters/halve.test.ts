import { expect, test } from 'vitest'
import { type Blending, halve, type Samples } from './halve.js'

function halved(samples: Samples, width: number, bands: number, blending: Partial<Blending> = {}) {
  const height = samples.length / width / bands
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const Kind = samples.constructor as new (length: number) => Samples
  const pixels = { samples: new Kind(size.width * size.height * bands), ...size, bands }
  halve(
    { samples, width, height, bands },
    { noData: undefined, alpha: undefined, ...blending },
    {
      pixels,
      column: 0,
      row: 0,
    },
  )
  return [...pixels.samples]
}

test('four pixels become their mean, rounded where values are whole', () => {
  expect(halved(Uint8Array.of(1, 2, 3, 5), 2, 1)).toEqual([3])
  expect(halved(Float32Array.of(1, 2, 3, 5), 2, 1)).toEqual([2.75])
  expect(halved(Int16Array.of(-1, -2, -3, -6), 2, 1)).toEqual([-3])
  expect(halved(Uint16Array.of(10, 100, 20, 200, 30, 300, 40, 400), 2, 2)).toEqual([25, 250])
})

test('at the border there are fewer of them', () => {
  expect(halved(Uint8Array.of(1, 2, 9, 3, 4, 11, 5, 6, 13), 3, 1)).toEqual([3, 10, 6, 13])
})

test('pixels without data do not count, and stay without data where there are no others', () => {
  expect(halved(Float32Array.of(-9999, 4, -9999, 8), 2, 1, { noData: -9999 })).toEqual([6])
  expect(halved(Int16Array.of(-9999, -9999, -9999, -9999), 2, 1, { noData: -9999 })).toEqual([-9999])
  expect(halved(Float32Array.of(Number.NaN, 4, 6, Number.NaN), 2, 1, { noData: Number.NaN })).toEqual([5])
  // A pixel is empty where all of its bands are.
  const some = Uint8Array.of(0, 0, 0, 0, 30, 60, 10, 20, 30, 0, 0, 0)
  expect(halved(some, 2, 3, { noData: 0 })).toEqual([5, 25, 45])
})

test('colours count as much as they are seen', () => {
  const red = [200, 0, 0, 255]
  const unseen = [0, 255, 0, 0]
  expect(halved(Uint8Array.of(...red, ...unseen, ...red, ...unseen), 2, 4, { alpha: 3 })).toEqual([
    200, 0, 0, 128,
  ])
  expect(halved(Uint8Array.of(...unseen, ...unseen, ...unseen, ...unseen), 2, 4, { alpha: 3 })).toEqual([
    0, 0, 0, 0,
  ])
})
