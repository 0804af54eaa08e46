import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { allFinds, upload } from './testing/run-import.js'

describe.each(oneEngine)('one upload that two nodes are asked to import (%s)', (engine) => {
  let dig: Dig
  let other: Awaited<ReturnType<typeof buildServer>>
  beforeAll(async () => {
    dig = await openDig(engine)
    // Another node beside the same storage knows nothing of the runs of the first.
    other = await buildServer(dig.services, pino({ level: 'silent' }))
    await other.ready()
  })
  afterAll(async () => {
    await other.close()
    await dig.close()
  })

  test.each([false, true])('is stored once; in the background: %s', async (background) => {
    const number = background ? 'B' : 'A'
    const rows = Array.from({ length: 300 }, (_, k) => `${number}${k}\n`).join('')
    const temp_id = await upload(dig, `no\n${rows}`)
    const fields = { tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
    const payload = { temp_id, type: 'csv', ...fields, background }
    const headers = { authorization: `Bearer ${await dig.token('writer')}` }
    const request = { method: 'POST', url: '/api/import/data', payload, headers } as const
    const before = (await allFinds(dig)).total
    const replies = await Promise.all([dig.service.server.inject(request), other.inject(request)])
    const ended = await Promise.all(
      replies.map(async (reply) => {
        const { job, code } = reply.json()
        if (job === undefined) return reply.statusCode === 200 ? undefined : code
        const read = async () => (await dig.get(`/api/jobs/${job.id}`, 'writer')).json().job
        await expect.poll(async () => (await read()).state, { timeout: 20_000 }).not.toBe('running')
        return (await read()).error?.code
      }),
    )
    expect(ended.map((code) => code ?? 'done').sort()).toEqual(['done', 'import_error_no_file'])
    expect((await allFinds(dig)).total).toBe(before + 300)
  })
})
