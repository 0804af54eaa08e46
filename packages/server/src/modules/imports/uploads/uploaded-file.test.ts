import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { allFinds, upload } from '../testing/run-import.js'

describe.each(oneEngine)('an import (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('can be repeated with another mapping after it was refused; after a success the file is gone', async () => {
    const temp_id = await upload(dig, 'no,w\nM1,heavy\n')
    const body = { temp_id, tb: 'finds', key_field: 'inv_no' }
    const refused = await dig.post(
      '/api/import/data',
      { ...body, mapping: { no: 'inv_no', w: 'weight_g' } },
      'writer',
    )
    expect(refused.statusCode).toBe(422)
    const accepted = await dig.post(
      '/api/import/data',
      { ...body, mapping: { no: 'inv_no', w: 'material' } },
      'writer',
    )
    expect(accepted.json()).toMatchObject({ inserted: 1 })
    const gone = await dig.post('/api/import/data', { ...body, mapping: { no: 'inv_no' } }, 'writer')
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'import_error_no_file'])
  })

  test('of a file that somebody else uploaded is refused', async () => {
    const temp_id = await upload(dig, 'no\nQ1\n', 'admin')
    const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
    for (const as of ['writer', 'key20'] as const) {
      const reply = await dig.post('/api/import/data', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'import_error_no_file'])
    }
    expect((await dig.post('/api/import/data', body, 'admin')).statusCode).toBe(200)
  })

  test('shows its progress to whoever uploaded the file', async () => {
    const temp_id = await upload(dig, 'no\nP1\nP2\n')
    const url = `/api/import/progress/${temp_id}`
    expect((await dig.get(url, 'writer')).json()).toEqual({
      status: 'success',
      state: 'waiting',
      rows_done: 0,
      rows_total: 2,
      bytes_done: 0,
      bytes_total: 9,
    })
    await dig.post(
      '/api/import/data',
      { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' },
      'writer',
    )
    expect((await dig.get(url, 'writer')).json()).toMatchObject({
      state: 'done',
      rows_done: 2,
      bytes_done: 9,
    })
    const other = await dig.get(url, 'admin')
    expect([other.statusCode, other.json().code]).toEqual([404, 'import_error_no_file'])
  })

  test('that was refused has failed', async () => {
    const temp_id = await upload(dig, 'no,w\nP3,heavy\n')
    const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
    expect((await dig.post('/api/import/data', body, 'writer')).statusCode).toBe(422)
    expect((await dig.get(`/api/import/progress/${temp_id}`, 'writer')).json()).toMatchObject({
      state: 'failed',
    })
  })

  test('of a file that waited too long is refused, and the next upload clears it away', async () => {
    const temp_id = await upload(dig, 'no\nX1\n')
    const folder = join(dig.service.dataFolder, 'applications', 'dig', 'imports')
    const old = new Date(Date.now() - 61 * 60_000)
    for (const name of [temp_id, `${temp_id}.json`]) await utimes(join(folder, name), old, old)
    const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
    const reply = await dig.post('/api/import/data', body, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'import_error_no_file'])
    await upload(dig, 'no\nX2\n')
    expect((await readdir(folder)).filter((name) => name.startsWith(temp_id))).toEqual([])
  })

  test('of one file twice at the same time happens once', async () => {
    const temp_id = await upload(dig, 'no\nS1\nS2\n')
    const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
    const replies = await Promise.all([1, 2].map(() => dig.post('/api/import/data', body, 'writer')))
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    expect((await allFinds(dig)).data.filter((row) => row['inv_no'] === 'S1')).toHaveLength(1)
  })
})
