import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { runImport } from './testing/run-import.js'

describe.each(oneEngine)('an import inside a row filter (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const restrict = (privilege: number, outside: string) =>
    dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM sys_user_table_privs`)
      await tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege,
        filter: JSON.stringify({ ctx_type: { _eq: 'layer' } }),
        outside,
      })
    })
  const errorsOf = async (file: string) => {
    const reply = await runImport(dig, file, {
      tb: 'contexts',
      mapping: { no: 'ctx_no', t: 'ctx_type', n: 'notes' },
      key_field: 'ctx_no',
    })
    return reply.json().errors.map((error: Record<string, unknown>) => [error['row'], error['rule']])
  }

  test('records outside do not exist, are not made, and none is moved there', async () => {
    await restrict(20, 'hide')
    expect(await errorsOf('no,t\nC2,layer\nC1,cut\nNEW,cut\nNEW2,layer\n')).toEqual([
      [1, 'no_dupl'],
      [2, 'outside_row_filter'],
      [3, 'outside_row_filter'],
    ])
    expect(await errorsOf('no,t\nC1,layer\nNEW2,layer\n')).toEqual([])
  })

  test('a row that is left out, since it leads outside, changes nothing for the next ones', async () => {
    await restrict(20, 'hide')
    const reply = await runImport(dig, 'no,t,n\nC1,cut,first\nC1,cut,first\nC1,layer,second\n', {
      tb: 'contexts',
      mapping: { no: 'ctx_no', t: 'ctx_type', n: 'notes' },
      key_field: 'ctx_no',
      on_error: 'skip',
    })
    expect(reply.json()).toMatchObject({ inserted: 0, updated: 1, unchanged: 0, refused: 2 })
    const { ctx_type, notes } = (await dig.get('/api/record/contexts/1', 'writer')).json().core
    expect([ctx_type.val, notes.val]).toEqual(['layer', 'second'])
  })

  test('a row that is left out makes no record known to the next ones', async () => {
    await restrict(20, 'hide')
    const reply = await runImport(dig, 'no,t\nN1,cut\nN1,layer\nN1,layer\n', {
      tb: 'contexts',
      mapping: { no: 'ctx_no', t: 'ctx_type' },
      key_field: 'ctx_no',
      mode: 'insert',
      on_error: 'skip',
    })
    expect(reply.json()).toMatchObject({ inserted: 1, skipped: 1, refused: 1 })
    expect(reply.json().skipped_because).toEqual({ no_key: 0, known: 1, unknown: 0 })
  })

  test('a row that is left out takes no place along that a row before it gave', async () => {
    await restrict(20, 'hide')
    const reply = await runImport(dig, 'no,t,x,y\nC1,layer,13.5,45.5\nC1,cut,14,46\n', {
      tb: 'contexts',
      mapping: { no: 'ctx_no', t: 'ctx_type' },
      key_field: 'ctx_no',
      on_error: 'skip',
      place: { x: 'x', y: 'y' },
    })
    expect(reply.json()).toMatchObject({ updated: 1, unchanged: 1, placed: 1, refused: 1 })
    const { geodata } = (await dig.get('/api/record/contexts/1', 'writer')).json()
    expect(Object.values(geodata)).toMatchObject([{ geometry: { val: 'POINT (13.5 45.5)' } }])
  })

  test('a number that a row gives up is free for the next rows, and taken when that row is left out', async () => {
    await restrict(20, 'hide')
    const file = 'id,no,t\n1,X1,cut\n901,C1,layer\n902,C1,layer\n1,X1,layer\n903,C1,layer\n904,C1,layer\n'
    const reply = await runImport(dig, file, {
      tb: 'contexts',
      mapping: { id: 'id', no: 'ctx_no', t: 'ctx_type' },
      key_field: 'id',
      on_error: 'skip',
    })
    expect(reply.json()).toMatchObject({ inserted: 1, updated: 1, refused: 4 })
    const named = await dig.application.db.quick.all(
      sql`SELECT "id" FROM "contexts" WHERE "ctx_no" = ${'C1'}`,
    )
    expect(named).toMatchObject([{ id: 903 }])
  })

  test('records that may only be read are not changed', async () => {
    await restrict(30, 'global')
    expect(await errorsOf('no,n\nC1,other\nC2,other\n')).toEqual([[1, 'not_enough_privilege']])
  })
})
