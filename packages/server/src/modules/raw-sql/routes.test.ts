import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { codeBlocks } from '../../testing/code-blocks.js'
import { type Dig, engines, openDig, password } from '../../testing/open-dig.js'

interface Answer {
  readonly status: string
  readonly code?: string
  readonly detail?: unknown
  readonly rows?: Record<string, unknown>[]
  readonly columns?: string[]
  readonly total?: number
  readonly truncated?: boolean
  readonly affected?: number
}

describe.each(engines)('raw SQL on %s', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, {})
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const post = (sql: unknown) => dig.post('/api/free-sql/run', { sql }, 'super_admin')
  const run = async (sql: unknown): Promise<Answer> => (await post(sql)).json<Answer>()

  test('a wrong password is refused without ending the session', async () => {
    const wrong = await dig.post('/api/free-sql/verify', { password: 'wrong' }, 'super_admin')
    expect([wrong.statusCode, wrong.json<Answer>().code]).toEqual([403, 'free_sql_wrong_password'])
    const none = await dig.post('/api/free-sql/verify', {}, 'super_admin')
    expect([none.statusCode, none.json()]).toMatchObject([
      400,
      { code: 'parameter_missing', detail: 'password' },
    ])
    const right = await dig.post('/api/free-sql/verify', { password }, 'super_admin')
    expect([right.statusCode, right.json()]).toMatchObject([
      200,
      { code: 'free_sql_password_ok', confirmed_until: expect.stringMatching(/Z$/) },
    ])
  })

  test('nobody below a super-admin gets to the database', async () => {
    for (const path of ['verify', 'run']) {
      const reply = await dig.post(`/api/free-sql/${path}`, { sql: 'SELECT 1', password }, 'admin')
      expect(reply.statusCode).toBe(403)
    }
  })

  test.each(codeBlocks('docs/guides/raw-sql.md', 'sql'))(
    'the guide asks for something: %s',
    async (question) => {
      const { rows } = await run(question)
      expect(rows?.length).toBeGreaterThan(0)
    },
  )

  test('rows come with their columns in order, also when there are none', async () => {
    expect(
      await run('SELECT trench, COUNT(*) AS n FROM contexts GROUP BY trench ORDER BY trench IS NULL, trench'),
    ).toEqual({
      status: 'success',
      columns: ['trench', 'n'],
      rows: [
        { trench: 1, n: 2 },
        { trench: 2, n: 2 },
        { trench: 3, n: 1 },
        { trench: null, n: 1 },
      ],
      total: 4,
      truncated: false,
    })
    expect(await run('SELECT id, inv_no FROM finds WHERE 1 = 0;')).toMatchObject({
      columns: ['id', 'inv_no'],
      rows: [],
      total: 0,
    })
  })

  test('names that come twice are told apart; a column may have any name', async () => {
    expect(await run(`SELECT 1 AS a, 2 AS a, 3 AS "a_2", 4 AS "__proto__"`)).toMatchObject({
      columns: ['a', 'a_3', 'a_2', '__proto__'],
    })
    expect((await run('SELECT 5 AS "two\nlines"')).rows).toEqual([{ 'two\nlines': 5 }])
  })

  test('integers beyond 2^53 are text, fractions and truth are numbers', async () => {
    const { rows } = await run(
      `SELECT 9007199254740993 AS big, -0.5 AS half, 7 AS seven, NULL AS empty, 'é''"' AS txt`,
    )
    expect(rows).toEqual([{ big: '9007199254740993', half: -0.5, seven: 7, empty: null, txt: 'é\'"' }])
  })

  test('bytes are told by their number', async () => {
    const bytes = engine === 'sqlite' ? `x'0001ff'` : `'\\x0001ff'::bytea`
    expect(await run(`SELECT ${bytes} AS b`)).toMatchObject({ rows: [{ b: '<blob 3 bytes>' }] })
  })

  test.each([
    'WITH c AS (SELECT 1 AS one) SELECT * FROM c',
    'VALUES (1), (2)',
    'EXPLAIN SELECT * FROM finds',
    '-- a comment\nSELECT 1 /* and another */ ; -- the end',
    '(SELECT 1)',
  ])('%s reads', async (sql) => {
    if (engine === 'sqlite' && sql.startsWith('(')) return
    expect(await run(sql)).toMatchObject({ status: 'success', truncated: false })
  })

  test('more than 5000 rows are cut', async () => {
    const many =
      'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 6000) SELECT x FROM n'
    expect(await run(many)).toMatchObject({ total: 5000, truncated: true })
  })

  test('a statement that writes is one transaction, and what was remembered is told anew', async () => {
    const listed = () => dig.get(`/api/records/finds?filter[material][_eq]=granite`, 'super_admin')
    expect((await listed()).json()).toMatchObject({ total: 0 })
    expect(await run(`UPDATE finds SET material = 'granite' WHERE inv_no IN ('F1', 'F2')`)).toEqual({
      status: 'success',
      code: 'ok_free_sql_run',
      affected: 2,
    })
    expect((await listed()).json()).toMatchObject({ total: 2 })
    expect(
      await run(`UPDATE finds SET material = 'flint' WHERE inv_no = 'F1' RETURNING inv_no, material`),
    ).toMatchObject({
      rows: [{ inv_no: 'F1', material: 'flint' }],
      columns: ['inv_no', 'material'],
    })
    expect((await listed()).json()).toMatchObject({ total: 1 })
    const { versions } = (await dig.get('/api/record/finds/1/versions', 'super_admin')).json()
    expect(versions).toMatchObject([{ operation: 'update' }, { operation: 'update' }])
    expect(await run(`INSERT INTO finds (inv_no) VALUES ('F900'), (NULL)`)).toMatchObject({
      status: 'success',
    })
    expect(await run(`DELETE FROM finds WHERE inv_no = 'F900' OR inv_no IS NULL`)).toMatchObject({
      affected: 2,
    })
  })

  test('a WITH that deletes is a write, whatever its first word', async () => {
    await run(`INSERT INTO trenches (code) VALUES ('Z')`)
    const sql =
      engine === 'sqlite'
        ? `WITH z AS (SELECT 'Z' AS c) DELETE FROM trenches WHERE code IN (SELECT c FROM z) RETURNING code`
        : `WITH gone AS (DELETE FROM trenches WHERE code = 'Z' RETURNING code) SELECT * FROM gone`
    expect(await run(sql)).toMatchObject({ rows: [{ code: 'Z' }] })
    expect((await run(`SELECT 1 AS x FROM trenches WHERE code = 'Z'`)).rows).toEqual([])
  })

  test('what fails is undone, with the message of the database', async () => {
    const before = await run('SELECT count(*) AS n FROM trenches')
    const failed = await post('INSERT INTO trenches (id, code) SELECT 900 + id / 3, code FROM trenches')
    expect([failed.statusCode, failed.json()]).toMatchObject([
      422,
      { code: 'error_free_sql_run', detail: expect.stringMatching(/unique/i) },
    ])
    expect((await run('SELECT count(*) AS n FROM trenches')).rows).toEqual(before.rows)
  })

  test.each([
    ['SELECT nothing FROM finds', /nothing/],
    ['SELEC 1', /syntax/i],
    ['SELECT * FROM nowhere', /nowhere/],
  ])('%s answers the message of the database', async (sql, message) => {
    const reply = await post(sql)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      422,
      { code: 'error_free_sql_run', detail: expect.stringMatching(message) },
    ])
  })

  test('a table can be made, changed, indexed and dropped, and goes on working', async () => {
    for (const sql of [
      "CREATE TABLE scratch (id INTEGER PRIMARY KEY, note TEXT DEFAULT 'none')",
      'ALTER TABLE scratch ADD COLUMN depth INTEGER',
      'CREATE INDEX scratch_depth ON scratch (depth)',
      'DROP INDEX scratch_depth',
    ]) {
      expect(await run(sql), sql).toEqual({ status: 'success', code: 'ok_free_sql_run', affected: 0 })
    }
    expect(await run('INSERT INTO scratch (id, depth) VALUES (1, 2), (2, 3)')).toMatchObject({ affected: 2 })
    expect((await run('SELECT * FROM scratch ORDER BY id')).columns).toEqual(['id', 'note', 'depth'])
    expect(await run('CREATE TABLE copied AS SELECT * FROM scratch')).toMatchObject({ affected: 0 })
    expect((await run('SELECT note FROM copied')).rows).toEqual([{ note: 'none' }, { note: 'none' }])
    for (const table of ['scratch', 'copied'])
      expect(await run(`DROP TABLE ${table}`)).toMatchObject({ affected: 0 })
    expect(await run('ALTER TABLE finds ADD COLUMN extra_note TEXT')).toMatchObject({ affected: 0 })
    const made = await dig.post('/api/record/finds', { core: { inv_no: 'F50' } }, 'super_admin')
    expect(made.statusCode, made.body).toBe(200)
    expect(await run('ALTER TABLE finds DROP COLUMN extra_note')).toMatchObject({ affected: 0 })
    expect(await run(`DELETE FROM finds WHERE inv_no = 'F50'`)).toMatchObject({ affected: 1 })
  })

  test('a frozen application is read, not written', async () => {
    const { status } = dig.application.settings
    expect(status).toBe('on')
    const { db } = dig.application
    const setStatus = async (value: string) => {
      await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${value}`))
      await dig.application.reload()
    }
    await setStatus('frozen')
    const refused = await post(`UPDATE finds SET material = 'x'`)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'not_enough_privilege', detail: 'frozen' },
    ])
    expect(await run('SELECT 1 AS one')).toMatchObject({ total: 1 })
    await setStatus('on')
    expect(await run(`UPDATE finds SET material = material WHERE id = 3`)).toMatchObject({
      affected: 1,
    })
  })

  test.each([
    ['nothing', undefined, 400, 'parameter_missing'],
    ['an empty text', '', 400, 'parameter_missing'],
    ['a number', 7, 400, 'invalid_parameter'],
    ['a text that is too long', `SELECT '${'x'.repeat(100_000)}'`, 400, 'invalid_parameter'],
    ['a NUL', "SELECT 'a\0b'", 400, 'invalid_parameter'],
    ['half of a character', "SELECT '\ud800'", 400, 'invalid_parameter'],
    ['two statements', 'SELECT 1; SELECT 2', 422, 'multiple_statements'],
    ['a hidden second statement', 'SELECT 1; /* */ DELETE FROM finds', 422, 'multiple_statements'],
  ])('%s is refused', async (_what, sql, status, code) => {
    const reply = await post(sql)
    expect([reply.statusCode, reply.json<Answer>().code]).toEqual([status, code])
  })

  test('every run stands in the log, with who, what and how it ended', async () => {
    await run(`SELECT 'look for me' AS text`)
    await run(`UPDATE finds SET material = material WHERE inv_no = 'F3'`)
    const { rows } = await run(
      `SELECT level, message FROM sys_log WHERE channel = 'db' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows).toEqual([
      {
        level: 250,
        message: expect.stringMatching(/^SQL by super_admin \(1\): 1 rows affected, \d+ ms\nUPDATE finds/),
      },
      {
        level: 200,
        message: expect.stringMatching(/^SQL by super_admin \(1\): 1 rows, \d+ ms\nSELECT 'look for me'/),
      },
    ])
  })
})

test.each(engines)('without the password there is no statement on %s', async (engine) => {
  const dig = await openDig(engine)
  try {
    const refused = await dig.post('/api/free-sql/run', { sql: 'SELECT 1' }, 'super_admin')
    expect([refused.statusCode, refused.json<Answer>().code]).toEqual([403, 'password_confirmation_required'])
    await dig.post('/api/free-sql/verify', { password }, 'super_admin')
    expect((await dig.post('/api/free-sql/run', { sql: 'SELECT 1' }, 'super_admin')).statusCode).toBe(200)
  } finally {
    await dig.close()
  }
})
