import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../storage/sql.js'
import { csvForm, type FileForm, preview } from '../testing/import-file.js'
import { type Dig, engines, oneEngine, openDig } from '../testing/open-dig.js'
import { scopeAs } from '../testing/scope-as.js'
import { openSecondNode } from '../testing/second-node.js'
import { openJobs } from './leased-work.js'
import { readJob } from './service.js'

const patience = { timeout: 30_000 }
let dig: Dig
afterEach(() => dig.close())

async function importInBackground(form: FileForm): Promise<number> {
  const { temp_id } = (await preview(dig, form)).json()
  const mapping = { no: 'inv_no', w: 'weight_g' }
  const body = { temp_id, tb: 'finds', mapping, key_field: 'inv_no', background: true }
  const started = await dig.post('/api/import/data', body, 'writer')
  expect(started.statusCode, started.body).toBe(200)
  return started.json().job.id
}
const job = async (id: number) => (await dig.get(`/api/jobs/${id}`, 'writer')).json().job
const finds = async () => (await dig.get('/api/records/finds', 'writer')).json().total
const ended = (id: number, total: number) =>
  expect.poll(() => job(id), patience).toMatchObject({ state: 'done', phase: null, done: total, total })

describe.each(oneEngine)('progress of an import (%s)', (engine) => {
  beforeEach(async () => {
    dig = await openDig(engine)
  })

  test('moves before the first row is written: while a file is read as a whole, and while others write', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ no: `J${index}`, w: 1 }))
    const id = await importInBackground({
      content: JSON.stringify(rows),
      name: 'a.json',
      after: { type: 'json' },
    })
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const other = dig.application.db.write(() => gate)
    try {
      await expect
        .poll(() => job(id), patience)
        .toMatchObject({ state: 'running', phase: 'waiting', done: 2000, total: 20_000 })
      expect(await finds()).toBe(8)
    } finally {
      go()
      await other
    }
    await ended(id, 20_000)
    expect(await finds()).toBe(20_008)
  })
})

describe.runIf(engines.includes('pgsql'))('progress of an import on another node', () => {
  beforeEach(async () => {
    dig = await openDig('pgsql')
  })

  /** Another program holds a record fast, so that the transaction of an import stays open until `release`. */
  async function hold(record: string): Promise<{ release(): Promise<void> }> {
    const row = await dig.application.db.quick.get<{ name: string; schema: string }>(
      sql`SELECT current_database() AS name, current_schema() AS schema`,
    )
    const url = new URL(process.env['TROWEL_TEST_DATABASE_URL'] ?? '')
    url.pathname = `/${row?.name}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query('BEGIN')
    await client.query(`SELECT 1 FROM "${row?.schema}"."finds" WHERE "inv_no" = $1 FOR UPDATE`, [record])
    return { release: () => client.end() }
  }

  test('is seen there while its transaction is open', async () => {
    const second = await openSecondNode(dig)
    const { release } = await hold('F8')
    try {
      const lines = Array.from({ length: 600 }, (_, index) => `P${index},1`)
      const id = await importInBackground(csvForm(`no,w\n${lines.join('\n')}\nF8,77\n`))
      const there = { ...(await scopeAs(dig, 'writer')), db: second.application.db }
      await expect
        .poll(() => readJob(openJobs(), there, id), patience)
        .toMatchObject({ state: 'running', phase: 'writing', done: expect.toSatisfy((done) => done >= 180) })
      expect(await finds()).toBe(8)
      await release()
      await ended(id, 601)
      expect(await readJob(openJobs(), there, id)).toMatchObject({ state: 'done', phase: null, done: 601 })
    } finally {
      await release()
      await second.close()
    }
    expect(await finds()).toBe(608)
  })
})
