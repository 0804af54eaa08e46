import { changeSetHeader } from '@trowel/contract/changes.js'
import type { Job } from '@trowel/contract/jobs.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { selectNewestSetId } from '../storage/journal/change-set-store.js'
import { csvForm, preview } from '../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../testing/open-dig.js'
import { sendFile } from '../testing/send-file.js'

type Reply = Awaited<ReturnType<Dig['get']>>

describe.each(oneEngine)('the header that names the change set (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_CORS_ORIGINS: 'https://finds.example' })
  })
  afterAll(() => dig.close())

  const newest = () => selectNewestSetId(dig.application.db.quick)
  const named = ({ headers }: Reply): number | undefined =>
    headers[changeSetHeader] === undefined ? undefined : Number(headers[changeSetHeader])

  /** Expects of work that it made one set, and that its answer names that. */
  const makesOne = async (work: () => Promise<Reply>): Promise<Reply> => {
    const before = await newest()
    const reply = await work()
    expect(reply.statusCode, reply.body).toBe(200)
    expect([named(reply), await newest()]).toEqual([before + 1, before + 1])
    return reply
  }
  const makesNone = async (work: () => Promise<Reply>): Promise<Reply> => {
    const before = await newest()
    const reply = await work()
    expect([named(reply), await newest()]).toEqual([undefined, before])
    return reply
  }
  const finds = async (count: number): Promise<number[]> => {
    const made: number[] = []
    for (let k = 0; k < count; k++) {
      const core = { inv_no: `H${Math.random()}`, material: 'clay' }
      made.push((await dig.post('/api/record/finds', { core }, 'writer')).json<{ id: number }>().id)
    }
    return made
  }
  const csv = 'inv_no,material\nHI1,bone\nHI2,clay\n'
  const staged = async () => {
    const seen = await preview(dig, csvForm(csv.replaceAll('HI', `HI${Math.random()}`)))
    const mapping = ['inv_no', 'material'].map((name) => ({ column: name, field: name }))
    return {
      temp_id: seen.json<{ temp_id: string }>().temp_id,
      tb: 'finds',
      mapping,
      key_field: null,
      mode: 'insert',
    }
  }
  const ended = async (started: Reply): Promise<Job> => {
    const { job } = started.json<{ job: Job }>()
    const look = async () => (await dig.get(`/api/jobs/${job.id}`, 'writer')).json<{ job: Job }>().job
    await vi.waitUntil(async () => (await look()).state !== 'running')
    return look()
  }

  test('comes with every way to write', async () => {
    const core = { inv_no: `H${Math.random()}`, material: 'flint' }
    const made = await makesOne(() => dig.post('/api/record/finds', { core }, 'writer'))
    const { id } = made.json<{ id: number }>()
    await makesOne(() => dig.patch(`/api/record/finds/${id}`, { core: { material: 'bone' } }, 'writer'))
    await makesOne(() => dig.post(`/api/record/finds/${id}/duplicate`, {}, 'writer'))
    await makesOne(() => sendFile(dig, `/api/record/finds/${id}/file`, 'a.txt', 'bytes', 'writer'))
    await makesOne(() => dig.post('/api/record/contexts/rs', { first: 1, second: 6, relation: 5 }, 'writer'))
    await makesOne(() => dig.post('/api/vocabularies', { voc: 'material', def: `M${id}` }, 'admin'))
    const table = { name: 'pits', label: 'Pits' }
    await makesOne(() => dig.post('/api/config/tables', table, 'super_admin'))
    await dig.confirm()
    const sql = `UPDATE finds SET material = 'glass' WHERE id = ${id}`
    const changed = await makesOne(() => dig.post('/api/free-sql/run', { sql }, 'super_admin'))
    const undone = await makesOne(() => dig.post(`/api/change-set/${named(changed)}/undo`, {}, 'super_admin'))
    expect(undone.json().change_set.id).toBe(named(undone))
    await makesOne(() => dig.delete(`/api/record/finds/${id}`, undefined, 'writer'))
  })

  test('names one set for what concerns many records, also where some of them could not go', async () => {
    const ids = await finds(3)
    const core = { material: 'glass' }
    await makesOne(() => dig.patch('/api/records/finds', { ids, core }, 'writer'))
    const deleted = await makesOne(() =>
      dig.delete('/api/records/finds', { ids: [...ids, 999_999] }, 'writer'),
    )
    expect(deleted.json()).toMatchObject({ deleted: 3, errors: [{ id: 999_999 }] })
    const undone = await makesOne(() => dig.post(`/api/change-set/${named(deleted)}/undo`, {}, 'writer'))
    expect(undone.json().counts).toMatchObject({ record: { created: 3 } })
  })

  test('is missing where nothing was stored: reading, previews, refusals, the same values', async () => {
    const [id = 0] = await finds(1)
    await makesNone(() => dig.get(`/api/record/finds/${id}`, 'writer'))
    const core = { material: 'glass' }
    await makesNone(() => dig.patch('/api/records/finds', { ids: [id], core, preview: true }, 'writer'))
    const trial = { ...(await staged()), dry_run: true }
    const tried = await makesNone(() => dig.post('/api/import/data', trial, 'writer'))
    expect(tried.json()).toMatchObject({ status: 'success' })
    const last = await newest()
    await makesNone(() => dig.post(`/api/change-set/${last}/undo`, { preview: true }, 'super_admin'))
    await makesNone(() => dig.patch(`/api/record/finds/${id}`, { core: { material: 'clay' } }, 'writer'))
    expect(
      (await makesNone(() => dig.delete('/api/record/finds/999999', undefined, 'writer'))).statusCode,
    ).toBe(404)
    const gone = await makesNone(() => dig.delete('/api/records/finds', { ids: [999_999] }, 'writer'))
    expect(gone.json().code).toBe('no_record_deleted')
    await makesNone(() => dig.post('/api/auth/logout', {}, 'reader'))
  })

  test('is told by jobs in their result, unless nothing was stored', async () => {
    const body = { ...(await staged()), background: true }
    const before = await newest()
    const started = await dig.post('/api/import/data', body, 'writer')
    expect(named(started)).toBeUndefined()
    expect((await ended(started)).result).toMatchObject({ change_set: before + 1 })
    const undoing = await dig.post(`/api/change-set/${before + 1}/undo`, { background: true }, 'writer')
    expect((await ended(undoing)).result).toMatchObject({ change_set: { id: before + 2 } })
    const tried = { ...(await staged()), background: true, dry_run: true }
    const ofTrial = await ended(await dig.post('/api/import/data', tried, 'writer'))
    expect([ofTrial.state, Object.keys(ofTrial.result ?? {})]).toEqual([
      'done',
      expect.not.arrayContaining(['change_set']),
    ])
  })

  test('is right for each of those who write at the same moment', async () => {
    const ids = await finds(6)
    const replies = await Promise.all(
      ids.map((id) => dig.patch(`/api/record/finds/${id}`, { core: { material: `of ${id}` } }, 'writer')),
    )
    for (const [k, reply] of replies.entries()) {
      const set = await dig.get(`/api/change-set/${named(reply)}`, 'writer')
      expect(set.json().changes).toMatchObject([{ entity: 'record', id: ids[k] }])
    }
  })

  test('may be read by pages of listed origins', async () => {
    const headers = { origin: 'https://finds.example' }
    const reply = await dig.request({ method: 'GET', url: '/api/tables', headers }, 'writer')
    expect(reply.headers['access-control-expose-headers']).toContain('X-Change-Set')
  })

  test('names the set that says that a backup was restored', async () => {
    const made = await dig.post('/api/backups', {}, 'super_admin')
    const { file } = made.json<{ file: string }>()
    await makesOne(() => dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin'))
  })
})
