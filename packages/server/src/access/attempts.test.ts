import { expect, test } from 'vitest'
import { AttemptMemory } from './attempts.js'

const start = Date.parse('2026-07-14T09:00:00Z')
const minutes = (count: number): Date => new Date(start + count * 60_000)

test('what is counted in memory leaves its window one by one, and not at all when it succeeded', async () => {
  const memory = new AttemptMemory()
  const begin = (minute: number) =>
    memory.begin({ key: 'address 192.0.2.1', limit: 3, windowMs: 15 * 60_000 }, minutes(minute))
  begin(0)
  begin(5)
  const third = begin(10)
  expect(() => begin(14)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  await third.forget()
  begin(14)
  expect(() => begin(14)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  // The first one counts no more from here on.
  begin(15)
  expect(() => begin(19)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
  begin(20)
})

test('what is counted in memory says how long to wait, and counts nobody else', () => {
  const memory = new AttemptMemory()
  const begin = (key: string, minute: number) =>
    memory.begin({ key, limit: 1, windowMs: 15 * 60_000 }, minutes(minute))
  begin('address 192.0.2.1', 0)
  begin('address 192.0.2.2', 0)
  expect(() => begin('address 192.0.2.1', 5)).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ headers: { 'retry-after': '600' } }) }),
  )
})
