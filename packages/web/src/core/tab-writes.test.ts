import { expect, test } from 'vitest'
import { afterWrites, countingWrites } from './tab-writes.js'

test('what waits for the writes of a tab acts after the last of them was answered, and once', async () => {
  const answers: ((response: Response) => void)[] = []
  const fetch = countingWrites(() => new Promise((resolve) => answers.push(resolve)))
  const acts: string[] = []
  const post = () => fetch('/api/record/finds/1', { method: 'PATCH' })

  afterWrites(() => acts.push('at once'))
  expect(acts).toEqual(['at once'])

  const read = fetch('/api/records/finds', { method: 'GET' })
  afterWrites(() => acts.push('beside a read'))
  expect(acts).toEqual(['at once', 'beside a read'])

  const writes = [post(), post()]
  afterWrites(() => acts.push('first key'))
  afterWrites(() => acts.push('second key'))
  answers[1]?.(new Response())
  await writes[0]
  await new Promise((done) => setTimeout(done))
  expect(acts).toHaveLength(2)
  answers[2]?.(new Response())
  await writes[1]
  await expect.poll(() => acts).toEqual(['at once', 'beside a read', 'second key'])
  answers[0]?.(new Response())
  await read
})
