import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { upload } from './testing/run-import.js'

const pairs = { unit: 'younger', relations: [{ column: 'older', relation: 5 }] }

describe.each(oneEngine)('relations out of a file (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const relate = async (content: string, more: object = {}, as: Role = 'writer') => {
    const temp_id = await upload(dig, content, as)
    return dig.post('/api/import/relations', { temp_id, tb: 'contexts', ...pairs, ...more }, as)
  }
  const uploadLst = (content: string) => preview(dig, { content, after: { type: 'lst', tb: 'contexts' } })
  /** `C1 5 C2`, by the labels of the records. */
  const stored = async (): Promise<string[]> => {
    const rows = await dig.application.db.quick.all<{ first: string; relation: number; second: string }>(sql`
      SELECT a."ctx_no" AS "first", r."relation", b."ctx_no" AS "second" FROM "sys_rs" r
      JOIN "contexts" a ON a."id" = r."first" JOIN "contexts" b ON b."id" = r."second" ORDER BY r."id"`)
    return rows.map(({ first, relation, second }) => `${first} ${relation} ${second}`)
  }
  const contexts = async (): Promise<number> =>
    (await dig.get('/api/records/contexts?per_page=1', 'super_admin')).json().total
  const problemsOf = (reply: Awaited<ReturnType<typeof relate>>) =>
    reply
      .json<{ errors: Record<string, unknown>[] }>()
      .errors.map(({ row, line, field, code, text }) => [row, line, field, code, text])

  test('pairs of units with one relation are stored, those stated twice or already once', async () => {
    await dig.post('/api/record/contexts/rs', { first: 2, relation: 1, second: 1 }, 'writer')
    const reply = await relate('younger,older\nC1,C2\nC2,C3\nC2,C3\nC3, C4 \nC5,\n')
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        status: 'success',
        code: 'ok_import_relations',
        added: 2,
        known: 1,
        repeated: 1,
        total: 4,
        made: 0,
        not_found: 0,
        missing: [],
        missing_count: 0,
        refused: 0,
        errors: [],
        dry_run: false,
      },
    ])
    expect(await stored()).toEqual(['C2 1 C1', 'C2 5 C3', 'C3 5 C4'])
  })

  test('a column can name the relation, in words or numbers', async () => {
    const file = 'us,rapporto,altra\nC1,copre,C2\nC2,Cut by,C3\nC3,8,C4\nC5,is the same as,C6\n'
    const named = { unit: 'us', relations: [{ column: 'altra', named_in: 'rapporto' }] }
    expect((await relate(file, named)).json()).toMatchObject({ added: 4, total: 4 })
    expect(await stored()).toEqual(['C1 5 C2', 'C2 2 C3', 'C3 8 C4', 'C5 9 C6'])
  })

  test('columns can list units, and what two rows say of each other is one relation', async () => {
    const lists = {
      unit: 'ctx',
      relations: [
        { column: 'above', relation: 1 },
        { column: 'below', relation: 5 },
      ],
    }
    const file = 'ctx,above,below\nC1,,"C2; C3"\nC2,C1,C4\nC3,C1 | C2,"C4"\n'
    expect((await relate(file, lists)).json()).toMatchObject({ added: 5, repeated: 2, total: 7 })
    expect(await stored()).toEqual(['C1 5 C2', 'C1 5 C3', 'C2 5 C4', 'C3 1 C2', 'C3 5 C4'])
  })

  test('a label with commas in it is one unit', async () => {
    await dig.post('/api/record/contexts', { core: { ctx_no: 'C7, north' } }, 'writer')
    expect((await relate('younger,older\nC1,"C7, north"\n')).json()).toMatchObject({ added: 1 })
    expect(await stored()).toEqual(['C1 5 C7, north'])
  })

  test('a list of a program for matrices is read, its ends are no units', async () => {
    const unit = (name: string, above: string, below: string, equal = '') =>
      [name, ` above: ${above}`, ' contemporary with: ', ` equal to: ${equal}`, ` below: ${below}`].join(
        '\r\n',
      )
    const file = `  Stratigraphic Dataset  x\r\n\r\n  Name\r\n${[
      unit('+', '', 'C1'),
      unit('C1', '+', 'C2, C_3'),
      unit('C2', 'C1', 'C4'),
      unit('C_3', 'C1', 'C4', 'C5'),
      unit('C4', 'C2, C_3', '-'),
      unit('-', 'C4', ''),
    ].join('\r\n')}\r\n`
    await dig.post('/api/record/contexts/3', { core: { ctx_no: 'C 3' } }, 'writer')
    const looked = await uploadLst(file)
    expect(looked.json()).toMatchObject({
      columns: ['Name', 'above', 'contemporary with', 'equal to', 'below'],
      count: 4,
    })
    const relations = [
      { column: 'above', relation: 1 },
      { column: 'contemporary with', relation: 10 },
      { column: 'equal to', relation: 9 },
      { column: 'below', relation: 5 },
    ]
    const body = { temp_id: looked.json().temp_id, tb: 'contexts', unit: 'Name', relations }
    expect((await dig.post('/api/import/relations', body, 'writer')).json()).toMatchObject({
      added: 5,
      repeated: 4,
      total: 9,
    })
    expect(await stored()).toEqual(['C1 5 C2', 'C1 5 C 3', 'C2 5 C4', 'C 3 9 C5', 'C 3 5 C4'])
  })

  test.each([
    ['without its heading', 'Name\nC1\n above: C2\n', null],
    ['with another list', '  Stratigraphic Dataset\n\n  Name\nC1\n beside: C2\n', 5],
    ['with a list of no unit', '  Stratigraphic Dataset\n\n  Name\n above: C2\n', 4],
  ])('a list %s is refused', async (_case, file, line) => {
    const reply = await uploadLst(file)
    expect([reply.statusCode, reply.json().code, reply.json().detail.line]).toEqual([
      422,
      'import_error_parse',
      line,
    ])
  })

  test('loops are told in words, with what is stored and what the file says before, and nothing is stored', async () => {
    await dig.post('/api/record/contexts/rs', { first: 1, relation: 6, second: 2 }, 'writer')
    const reply = await relate('younger,older\nC2,C3\nC3,C1\nC4,C5\nC5,C4\n')
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_validation'])
    expect(problemsOf(reply)).toEqual([
      [2, 3, 'older', 'stratigraphic_loop', 'This closes a loop: C1 cuts C2, C2 covers C3, C3 covers C1.'],
      [4, 5, 'older', 'stratigraphic_loop', 'This closes a loop: C4 covers C5, C5 covers C4.'],
    ])
    expect(reply.json().errors[0].detail).toEqual({
      loop: [
        { id: 1, label: 'C1' },
        { id: 2, label: 'C2' },
        { id: 3, label: 'C3' },
      ],
      relations: [
        { id: expect.any(Number), first: 1, relation: 6, second: 2 },
        { id: null, first: 2, relation: 5, second: 3 },
        { id: null, first: 3, relation: 5, second: 1 },
      ],
    })
    expect(await stored()).toEqual(['C1 6 C2'])
  })

  test('units that are the same close no loop by themselves, and one when one of them is newer', async () => {
    const file = 'us,rapporto,altra\nC1,=,C2\nC2,=,C3\nC1,=,C3\nC1,covers,C4\nC4,covers,C3\n'
    const named = { unit: 'us', relations: [{ column: 'altra', named_in: 'rapporto' }], on_error: 'skip' }
    const reply = await relate(file, named)
    expect(reply.json()).toMatchObject({ added: 4, refused: 1 })
    expect(problemsOf(reply).map(([row, , , code]) => [row, code])).toEqual([[5, 'stratigraphic_loop']])
  })

  test('everything that is wrong is told at once, and left out when asked so', async () => {
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "contexts" SET "ctx_no" = 'C5' WHERE "ctx_no" = 'C6'`),
    )
    const file =
      'a,rel,b\nC1,near,"C2,C3"\nC1,covers,C1\n,covers,C2\nC1,covers,C5\nC1,covers,C99\nC1,cuts,C2\n'
    const named = { unit: 'a', relations: [{ column: 'b', named_in: 'rel' }] }
    const refused = await relate(file, named)
    expect(refused.statusCode).toBe(422)
    expect(problemsOf(refused)).toEqual([
      [1, 2, 'rel', 'invalid_relation', '"near" is no stratigraphic relation.'],
      [2, 3, 'b', 'relation_self', 'A record cannot be related to itself.'],
      [3, 4, 'a', 'required', 'The row names other units and none of its own.'],
      [4, 5, 'b', 'ambiguous_key', '2 records of "Contexts" are called "C5".'],
      [5, 6, 'b', 'reference', 'No record of "Contexts" is called "C99".'],
    ])
    expect(await stored()).toEqual([])
    const skipped = await relate(file, { ...named, on_error: 'skip' })
    expect(skipped.json()).toMatchObject({ added: 1, refused: 6, total: 7, missing: ['C99'] })
    expect(await stored()).toEqual(['C1 6 C2'])
  })

  test('units without a record get one when asked so, in one change that can be undone', async () => {
    const file = 'younger,older\nC1,N1\nN1,N2\nN2,C2\n'
    const dry = await relate(file, { missing: 'make', dry_run: true })
    expect(dry.json()).toMatchObject({ added: 3, made: 2, missing: ['N1', 'N2'], dry_run: true })
    expect([await stored(), await contexts()]).toEqual([[], 6])
    const reply = await relate(file, { missing: 'make' })
    expect(reply.json()).toMatchObject({ added: 3, made: 2 })
    expect(await stored()).toEqual(['C1 5 N1', 'N1 5 N2', 'N2 5 C2'])
    const set = Number(reply.headers['x-change-set'])
    const { change_set } = (await dig.get(`/api/change-set/${set}`, 'super_admin')).json()
    expect(change_set).toMatchObject({ origin: 'import', undoable: true })
    const undone = await dig.post(`/api/change-set/${set}/undo`, {}, 'super_admin')
    expect([undone.statusCode, await stored(), await contexts()]).toEqual([200, [], 6])
  })

  test('relations of units without a record can be left out, and are counted', async () => {
    const reply = await relate('younger,older\nC1,N1\nN1,N2\nC1,C2\n', { missing: 'skip' })
    expect(reply.json()).toMatchObject({ added: 1, not_found: 2, total: 3, missing_count: 2 })
    expect(await stored()).toEqual(['C1 5 C2'])
  })

  test('a record that the table would refuse is not made for a unit', async () => {
    const field = { name: 'ctx_type', label: 'Type', type: 'text', db_type: 'TEXT', check: ['not_empty'] }
    const changed = await dig.put('/api/config/table/contexts/field/ctx_type', field, 'super_admin')
    expect(changed.statusCode).toBe(200)
    const reply = await relate('younger,older\nC1,N1\n', { missing: 'make' })
    expect(reply.statusCode).toBe(422)
    expect(problemsOf(reply).map(([row, , field, code]) => [row, field, code])).toEqual([
      [1, 'ctx_type', 'required'],
      [1, 'older', 'reference'],
    ])
    expect(await contexts()).toBe(6)
  })

  test('a dry run tells what a run would, and stores nothing', async () => {
    const file = 'younger,older\nC1,C2\nC2,C1\nC1,N1\nC2,C3\n'
    const reply = await relate(file, { dry_run: true })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { added: 2, refused: 2, total: 4, missing: ['N1'], dry_run: true },
    ])
    expect(problemsOf(reply).map(([row, , , code]) => [row, code])).toEqual([
      [2, 'stratigraphic_loop'],
      [3, 'reference'],
    ])
    expect(await stored()).toEqual([])
  })

  test('records that are hidden do not exist, and loops through them are told without them', async () => {
    for (const [first, second] of [
      [1, 2],
      [2, 3],
    ]) {
      await dig.post('/api/record/contexts/rs', { first, relation: 5, second }, 'writer')
    }
    await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C2' } })
    const reply = await relate('younger,older\nC3,C1\nC4,C2\n')
    expect(problemsOf(reply).map(([, , , code, text]) => [code, text])).toEqual([
      [
        'stratigraphic_loop',
        'This closes a loop: C1 is newer than units that you may not see, these are newer than C3, C3 covers C1.',
      ],
      ['reference', 'No record of "Contexts" is called "C2".'],
    ])
  })

  test('one of two records must be one that the caller may change', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege: 30,
        filter: JSON.stringify({ ctx_type: { _eq: 'layer' } }),
        outside: 'global',
      }),
    )
    const reply = await relate('younger,older\nC1,C2\nC1,C4\n')
    expect(problemsOf(reply).map(([row, , , code]) => [row, code])).toEqual([[2, 'not_enough_privilege']])
  })

  test.each<[string, object, number, string]>([
    ['a table that is not there', { tb: 'nowhere' }, 404, 'unknown_table'],
    ['a table without relations', { tb: 'finds' }, 422, 'rs_not_configured'],
    ['a column that is not in the file', { unit: 'us' }, 400, 'invalid_parameter'],
    ['no columns', { relations: [] }, 400, 'parameter_missing'],
    ['a column without a relation', { relations: [{ column: 'older' }] }, 400, 'invalid_parameter'],
    ['a relation that is none', { relations: [{ column: 'older', relation: 11 }] }, 422, 'invalid_relation'],
    ['another way with missing units', { missing: 'perhaps' }, 400, 'invalid_parameter'],
    ['another file', { temp_id: 'abcdefghijklmnop' }, 404, 'import_error_no_file'],
  ])('%s is refused', async (_case, more, status, code) => {
    const reply = await relate('younger,older\nC1,C2\n', more)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('who may not write in the table may not relate its records', async () => {
    const temp_id = await upload(dig, 'younger,older\nC1,C2\n')
    const reply = await dig.post('/api/import/relations', { temp_id, tb: 'contexts', ...pairs }, 'reader')
    expect(reply.statusCode).toBe(403)
  })
})
