import { describe, expect, test } from 'vitest'
import { createClient } from '../client.js'
import { json, stubService } from '../testing/stub-service.js'

const job = (change: object) => ({
  id: 7,
  state: 'running',
  done: 0,
  total: 3,
  result: null,
  error: null,
  errors: [],
  ...change,
})

/** A client of a service in which the job goes through these states, one each time it is asked. */
function open(states: readonly object[], onChangeSet: (id: number, route: string) => void = () => {}) {
  let at = -1
  const service = stubService(() => {
    at = Math.min(at + 1, states.length - 1)
    return json({ status: 'success', job: job(states[at] ?? {}) })
  })
  return {
    service,
    jobs: createClient({ baseUrl: 'http://service.example', fetch: service.fetch, onChangeSet }).jobs,
  }
}

describe('waiting for a job', () => {
  test('ends with its result, and tells how far it got meanwhile', async () => {
    const { jobs } = open([{}, {}, { done: 2 }, { done: 3, state: 'done', result: { inserted: 3 } }])
    const told: number[] = []
    const ended = await jobs.wait(7, { every: 1, onProgress: ({ done }) => told.push(done) })
    expect([ended.result, told]).toEqual([{ inserted: 3 }, [0, 2, 3]])
  })

  test.each<[string, string, unknown, readonly unknown[]]>([
    ['an import', 'import_data', { inserted: 3, change_set: 41 }, [[41, 'GET /api/jobs/:id']]],
    ['an undo', 'undo', { change_set: { id: 42 } }, [[42, 'POST /api/change-set/:id/undo']]],
    ['a preview of an undo', 'undo', { change_set: null }, []],
  ])('tells the change set of %s', async (_what, kind, result, expected) => {
    const told: [id: number, route: string][] = []
    const { jobs } = open([{ kind, state: 'done', result }], (...set) => told.push(set))
    const asked: number[] = []
    await jobs.wait(7, { onChangeSet: (id) => asked.push(id) })
    expect(told).toEqual(expected)
    expect(asked).toEqual(told.map(([id]) => id))
  })

  test('throws what the request would have thrown', async () => {
    const error = { code: 'import_error_validation', text: 'Row 1 is not valid.' }
    const { jobs } = open([
      { state: 'failed', error, errors: [{ row: 1, code: 'number', text: 'No number.' }] },
    ])
    await expect(jobs.wait(7)).rejects.toMatchObject({ name: 'ApiError', ...error, errors: [{ row: 1 }] })
  })

  test('can be given up', async () => {
    const { jobs, service } = open([{}])
    const control = new AbortController()
    const waiting = jobs.wait(7, {
      every: 100_000,
      signal: control.signal,
      onProgress: () => control.abort(),
    })
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(service.asked).toHaveLength(1)
  })
})
