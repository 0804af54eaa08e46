import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight.js'

test('does the same work once for all who ask meanwhile, and anew afterwards', async () => {
  const flight = new SingleFlight()
  let runs = 0
  const work = async () => ++runs
  expect(await Promise.all([flight.run('a', work), flight.run('a', work), flight.run('b', work)])).toEqual([
    1, 1, 2,
  ])
  expect(await flight.run('a', work)).toBe(3)
})

test('a failure reaches all who wait, and is not kept', async () => {
  const flight = new SingleFlight()
  const failing = async () => {
    throw new Error('no')
  }
  const both = await Promise.allSettled([flight.run('a', failing), flight.run('a', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flight.run('a', async () => 'yes')).toBe('yes')
})
