import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { sql } from '../storage/sql.js'
import { StorageError } from '../storage/storage.js'
import { csvForm, preview } from '../testing/import-file.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../testing/open-dig.js'
import { scopeAs } from '../testing/scope-as.js'
import { openJobs, stopJobs } from './leased-work.js'
import { doOnOneNode } from './one-node.js'
import { readJob, startJob } from './service.js'

describe.each(engines)('jobs (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const importInBackground = async (content: string, more: Record<string, unknown> = {}) => {
    const { temp_id } = (await preview(dig, csvForm(content))).json()
    const body = {
      temp_id,
      tb: 'finds',
      mapping: { no: 'inv_no', w: 'weight_g' },
      key_field: 'inv_no',
      background: true,
      ...more,
    }
    return dig.post('/api/import/data', body, 'writer')
  }
  const job = async (id: number, as: Role = 'writer') => (await dig.get(`/api/jobs/${id}`, as)).json()
  const ended = async (id: number) => {
    for (;;) {
      const found = (await job(id)).job
      if (found.state !== 'running') return found
      await setTimeout(20)
    }
  }
  const lay = (change: Record<string, string | number | null>) =>
    dig.application.db.write((tx) =>
      tx.insert('sys_jobs', {
        kind: 'import_data',
        state: 'running',
        owner: `user/${dig.userId('writer')}`,
        node: 'another',
        lease_until: Date.now() + 60_000,
        done: 3,
        total: 10,
        started_at: Date.now(),
        ...change,
      }),
    )

  if (oneEngine.includes(engine)) {
    test('an import answers at once and tells its end later', async () => {
      const started = await importInBackground('no,w\nB1,1\nB2,2\n')
      expect(started.statusCode, started.body).toBe(200)
      expect(started.json()).toMatchObject({
        status: 'success',
        code: 'job_started',
        job: {
          kind: 'import_data',
          state: 'running',
          done: 0,
          total: 2,
          result: null,
          error: null,
          errors: [],
        },
      })
      const { id } = started.json().job
      const found = await ended(id)
      expect(found).toMatchObject({ id, state: 'done', done: 2, total: 2, error: null })
      expect(found.result).toMatchObject({
        status: 'success',
        code: 'ok_import_data',
        inserted: 2,
        updated: 0,
      })
      expect(found.ended).toMatch(/Z$/)
      const { total } = (await dig.get('/api/records/finds', 'writer')).json()
      expect(total).toBe(10)
    })

    test('a dry run in the background ends too, and stores nothing', async () => {
      const { id } = (await importInBackground('no,w\nB1,1\n', { dry_run: true })).json().job
      expect((await ended(id)).result).toMatchObject({ dry_run: true, inserted: 1 })
      expect((await dig.get('/api/records/finds', 'writer')).json().total).toBe(8)
    })

    test('what the run refuses is told by the job, what the request refuses at once', async () => {
      const { id } = (await importInBackground('no,w\nB1,heavy\n')).json().job
      const found = await ended(id)
      expect(found).toMatchObject({
        state: 'failed',
        result: null,
        error: { status: 'error', code: 'import_error_validation' },
        errors: [{ row: 1, line: 2, field: 'weight_g', rule: 'number' }],
      })
      const refused = await importInBackground('no,w\nB1,1\n', { key_field: 'material' })
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'import_error_no_key'])
    })

    test('is known to whoever began it, and to admins', async () => {
      const { id } = (await importInBackground('no,w\nB1,1\n')).json().job
      await ended(id)
      for (const as of ['reader', 'key20', 'self_writer'] as const) {
        expect([as, (await job(id, as)).code]).toEqual([as, 'not_found'])
      }
      for (const as of ['writer', 'admin', 'super_admin', 'key10'] as const) {
        expect([as, (await job(id, as)).status]).toEqual([as, 'success'])
      }
      expect((await dig.get('/api/jobs/99999', 'writer')).statusCode).toBe(404)
      expect((await dig.get('/api/jobs/x', 'writer')).statusCode).toBe(404)
      expect((await dig.get(`/api/jobs/${id}`)).statusCode).toBe(401)
    })

    test('that ended long ago is forgotten when another begins', async () => {
      const old = await lay({ state: 'done', ended_at: Date.now() - 31 * 24 * 3_600_000 })
      const recent = await lay({ state: 'done', ended_at: Date.now() - 1000 })
      const { id } = (await importInBackground('no,w\nB1,1\n')).json().job
      await ended(id)
      expect((await job(old)).code).toBe('not_found')
      expect((await job(recent)).job.state).toBe('done')
    })
  }

  test('of a process that died has failed when its lease is over; before that it is believed to run', async () => {
    const alive = await lay({})
    const dead = await lay({ lease_until: Date.now() - 1 })
    await job(dead)
    const found = await ended(dead)
    expect(found).toMatchObject({ state: 'failed', done: 3, error: { code: 'overloaded' } })
    expect((await job(alive)).job).toMatchObject({ state: 'running', done: 3 })
  })

  test('that was declared dead stores nothing when it comes to its end after all', async () => {
    const jobs = openJobs()
    const scope = await scopeAs(dig, 'writer')
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const { id } = await startJob(jobs, scope, { kind: 'import_data', total: 1 }, async ({ finish }) => {
      await gate
      await scope.db.write(async (tx) => {
        await tx.insert('trenches', { code: 'late', creator: 3 })
        await finish(tx, { late: true })
      })
    })
    await scope.db.write((tx) => tx.run(sql`UPDATE sys_jobs SET state = 'failed' WHERE id = ${id}`))
    go()
    await Promise.all([...jobs.running.values()].map((running) => running.ended))
    expect(await scope.db.quick.all(sql`SELECT id FROM trenches WHERE code = 'late'`)).toEqual([])
    expect(await readJob(jobs, scope, id)).toMatchObject({ state: 'failed', result: null })
  })

  describe('when the clock is set', () => {
    const hour = 3_600_000
    afterEach(() => vi.useRealTimers())
    const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    const leaseOf = async (id: number) =>
      (
        await dig.application.db.quick.get<{ until: number }>(
          sql`SELECT "lease_until" AS "until" FROM sys_jobs WHERE id = ${id}`,
        )
      )?.until

    test.each([hour, -hour])('a job that is worked on goes on, and its lease too (%d ms)', async (ms) => {
      const [jobs, scope] = [openJobs(), await scopeAs(dig, 'writer')]
      let go: () => void = () => {}
      const gate = new Promise<void>((resolve) => {
        go = resolve
      })
      const { id } = await startJob(jobs, scope, { kind: 'import_data', total: 1 }, async ({ finish }) => {
        await gate
        await scope.db.write((tx) => finish(tx, { late: true }))
      })
      setClock(ms)
      // Looks for those that were abandoned.
      await doOnOneNode(jobs, scope, 'tidy', async () => ({}))
      expect(await readJob(jobs, scope, id)).toMatchObject({ state: 'running' })
      await expect
        .poll(async () => Math.abs(Date.now() - ((await leaseOf(id)) ?? 0)), { timeout: 20_000 })
        .toBeLessThan(hour / 2)
      go()
      await Promise.all([...jobs.running.values()].map((running) => running.ended))
      expect(await readJob(jobs, scope, id)).toMatchObject({ state: 'done' })
    })

    test('back, a job of a process that died before keeps nobody waiting', async () => {
      const id = await lay({ kind: 'tidy' })
      setClock(-hour)
      await job(id)
      expect(await ended(id)).toMatchObject({ state: 'failed', error: { code: 'overloaded' } })
      const later = await lay({ kind: 'tidy', lease_until: Date.now() + hour })
      const scope = await scopeAs(dig, 'admin')
      expect(await doOnOneNode(openJobs(), scope, 'tidy', async () => ({ done: 1 }))).toEqual({ done: 1 })
      expect((await job(later)).job.state).toBe('failed')
    })
  })

  test('whose database went away says so, as soon as the database is there again', async () => {
    const jobs = openJobs()
    const scope = await scopeAs(dig, 'writer')
    const { id } = await startJob(jobs, scope, { kind: 'import_data', total: 1 }, () =>
      Promise.reject(new StorageError('unavailable', 'Connection terminated unexpectedly')),
    )
    await Promise.all([...jobs.running.values()].map((running) => running.ended))
    expect(await readJob(jobs, scope, id)).toMatchObject({
      state: 'failed',
      error: { code: 'overloaded', detail: 'unavailable' },
    })
  })

  test('is ended with the service, and says so', async () => {
    const jobs = openJobs()
    const scope = await scopeAs(dig, 'writer')
    const { id } = await startJob(
      jobs,
      scope,
      { kind: 'import_data', total: 5 },
      async ({ signal, progress }) => {
        progress(2)
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve())
        })
        throw new AppError('overloaded')
      },
    )
    await stopJobs(jobs)
    expect(jobs.running.size).toBe(0)
    expect(await readJob(jobs, scope, id)).toMatchObject({
      state: 'failed',
      done: 2,
      error: { code: 'overloaded' },
    })
  })

  describe('work that one node alone is to do', () => {
    let done = 0
    const work = async () => ({ done: ++done })
    /** Begins it while another node works on it, and comes back when that is noticed. */
    async function joinAnother() {
      done = 0
      const dead = await lay({ lease_until: Date.now() - 1 })
      const id = await lay({ kind: 'tidy' })
      const outcome = doOnOneNode(openJobs(), await scopeAs(dig, 'admin'), 'tidy', work)
      // Abandoned jobs are marked in the transaction that looks for others.
      await expect
        .poll(() => dig.application.db.quick.get(sql`SELECT state FROM sys_jobs WHERE id = ${dead}`))
        .toEqual({ state: 'failed' })
      const change = (statement: ReturnType<typeof sql>) =>
        dig.application.db.write((tx) => tx.run(sql`UPDATE sys_jobs SET ${statement} WHERE id = ${id}`))
      return { outcome, change }
    }

    test('is done at once when nobody does it, and again by whoever asks later', async () => {
      done = 0
      const [jobs, scope] = [openJobs(), await scopeAs(dig, 'admin')]
      expect(await doOnOneNode(jobs, scope, 'tidy', work)).toEqual({ done: 1 })
      expect(await doOnOneNode(jobs, scope, 'tidy', work)).toEqual({ done: 2 })
      const refusal = new AppError('conflict', { detail: 'x' })
      await expect(doOnOneNode(jobs, scope, 'tidy', () => Promise.reject(refusal))).rejects.toBe(refusal)
      expect(jobs.running.size).toBe(0)
    })

    test('is answered to whoever waits on another node', async () => {
      const { outcome, change } = await joinAnother()
      await change(sql`state = 'done', result = ${JSON.stringify({ done: 7 })}`)
      expect([await outcome, done]).toEqual([{ done: 7 }, 0])
    })

    test('is refused to whoever waits on another node as it is there', async () => {
      const { outcome, change } = await joinAnother()
      const { body } = new AppError('upstream_error', {
        ...message('manager_unreachable', {}),
        detail: { lib_id: 1 },
      })
      await change(sql`state = 'failed', error = ${JSON.stringify(body)}`)
      await expect(outcome).rejects.toMatchObject({ code: 'upstream_error', body })
      expect(done).toBe(0)
    })

    test('is done by whoever waits when the node that did it gives no sign of life', async () => {
      const { outcome, change } = await joinAnother()
      await change(sql`lease_until = ${Date.now() - 1}`)
      expect([await outcome, done]).toEqual([{ done: 1 }, 1])
    })
  })
})
