import { expect, test } from 'vitest'
import { withChangeSet } from './change-set.js'
import { createClient } from './client.js'
import { json, refusal, stubService } from './testing/stub-service.js'

function open(answer: Parameters<typeof stubService>[0]) {
  const heard: unknown[] = []
  const service = stubService(answer)
  const onChangeSet = (...made: unknown[]) => void heard.push(made)
  const client = createClient({ baseUrl: 'http://service.example', fetch: service.fetch, onChangeSet })
  return { client, heard }
}
const made = { 'x-change-set': '8130' }

test('a call says which change set it made, and so does the client', async () => {
  const { client, heard } = open(() => json({ status: 'success' }, 200, made))
  const { reply, changeSet } = await withChangeSet((options) => client.records.remove('finds', 12, options))
  expect([reply.status, changeSet, heard]).toEqual(['success', 8130, [[8130, 'DELETE /api/record/:tb/:id']]])
})

test('a call that changed nothing names no change set', async () => {
  const { client, heard } = open(() => json({ status: 'success' }))
  const { changeSet } = await withChangeSet((options) => client.records.remove('finds', 12, options))
  expect([changeSet, heard]).toEqual([undefined, []])
})

test('an answer that failed after something was stored names it all the same', async () => {
  const { client, heard } = open(() => new Response('{}', { status: 500, headers: made }))
  await expect(client.records.remove('finds', 12)).rejects.toMatchObject({ status: 500 })
  expect(heard).toHaveLength(1)
  const { client: refused, heard: nothing } = open(() => refusal(404, 'record_not_found'))
  await expect(refused.records.remove('finds', 12)).rejects.toMatchObject({ status: 404 })
  expect(nothing).toEqual([])
})

test('a job that was waited for tells what it made', async () => {
  const job = { id: 7, state: 'done', done: 3, result: { inserted: 3, change_set: 8131 } }
  const { client, heard } = open(() => json({ status: 'success', job }))
  const { changeSet } = await withChangeSet((options) => client.jobs.wait(7, options))
  expect([changeSet, heard]).toEqual([8131, [[8131, 'GET /api/jobs/:id']]])
})
