import { expect, test } from 'vitest'
import { type Ends, moved, stepOf } from './year-steps.js'

const whole: Ends = [-324, 676]

test.each<[string, 0 | 1, Ends]>([
  ['Home', 0, [-324, 300]],
  ['End', 0, [300, 300]],
  ['PageUp', 0, [-50, 300]],
  ['PageDown', 0, [-150, 300]],
  ['Home', 1, [-100, -100]],
  ['End', 1, [-100, 676]],
  ['PageUp', 1, [-100, 350]],
  ['PageDown', 1, [-100, 250]],
])('%s takes the end %i of 101 BCE – 300 CE to %j', (key, end, to) =>
  expect(moved(key, end, [-100, 300], whole, stepOf(whole))).toEqual(to),
)

test('no end passes the other, or the years that there are', () => {
  expect(moved('PageUp', 0, [290, 300], whole, 5)).toEqual([300, 300])
  expect(moved('PageDown', 0, [-320, 300], whole, 5)).toEqual([-324, 300])
})

test('other keys mean nothing here', () => expect(moved('ArrowLeft', 0, whole, whole, 5)).toBeUndefined())
