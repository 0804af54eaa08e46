import { expect, test } from 'vitest'
import { yearTicks } from './year-ticks.js'

test('1 BCE is followed by 1 CE', () => expect(yearTicks(-2, 2, 10)).toEqual([-3, -2, -1, 1, 2]))

test('round years have the first of our era between them', () =>
  expect(yearTicks(-199, 200, 4)).toEqual([-200, -100, 1, 100, 200]))
