import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../../storage/sql.js'
import { countStatements } from '../../../testing/count-statements.js'
import { csvForm, type FieldForm, makeTable, preview } from '../../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

describe.each(oneEngine)('cells of lookup fields (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await makeNamed('units', [{ name: 'no' }])
    await makeNamed('pots', [{ name: 'no' }])
    await addLookup('pots', 'units')
    const units = 'id,no\n1,A\n2,2\n3,2529\n4,007\n5,6\n6,X\n8,twice\n9,twice\n10,33\n11,33\n'
    const body = { tb: 'units', mapping: { id: 'id', no: 'no' }, key_field: 'id' }
    expect((await run(units, body)).json()).toMatchObject({ inserted: 10 })
  })
  afterAll(() => dig.close())

  const makeNamed = async (table: string, fields: readonly FieldForm[]) => {
    await makeTable(dig, table, fields)
    const form = { id_field: 'no', order: 'id', preview: ['no'] }
    expect((await dig.put(`/api/config/table/${table}`, form, 'super_admin')).statusCode).toBe(200)
  }
  const addLookup = async (table: string, target: string) => {
    const form = { name: 'of', label: 'Of', type: 'select', db_type: 'INTEGER', id_from_tb: target }
    const reply = await dig.post(`/api/config/table/${table}/field`, form, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const run = async (content: string, body: Record<string, unknown>, type = 'csv') => {
    const looked = await preview(dig, type === 'csv' ? csvForm(content) : { content, after: { type } })
    return dig.post('/api/import/data', { temp_id: looked.json().temp_id, type, ...body }, 'writer')
  }
  const rowsOf = (table: string) =>
    dig.application.db.quick.all<{ id: number; no: string; of: number | null }>(
      sql`SELECT * FROM ${id(table)} ORDER BY "id"`,
    )

  let pots = 0
  /** Imports a pot with each cell: the units that they are linked with, or why they are refused. */
  const unitsOf = async (cells: readonly unknown[], lookups?: 'id' | 'name'): Promise<unknown[]> => {
    const rows = cells.map((of) => ({ no: `P${++pots}`, of }))
    const body = { tb: 'pots', mapping: { no: 'no', of: 'of' }, key_field: 'no', on_error: 'skip', lookups }
    const reply = await run(JSON.stringify(rows), body, 'json')
    expect(reply.statusCode, reply.body).toBe(200)
    const units = new Map((await rowsOf('pots')).map(({ no, of }) => [no, of]))
    const errors: Record<string, unknown>[] = reply.json().errors
    return rows.map(({ no }, place) => {
      const own = errors.filter(({ row }) => row === place + 1)
      return own.length === 0 ? units.get(no) : own.map(({ rule, text }) => `${rule}: ${text}`)
    })
  }

  const none = ['reference: There is no such record in "units".']
  const several = ['reference: 2 records of "units" are called so; write the id of one.']
  const both = (number: string) => [
    `reference: ${number} is the id of one record of "units" and the name of another; say with "lookups" whether numbers are ids or names.`,
  ]

  type Case = readonly [string, unknown, unknown]

  const either: readonly Case[] = [
    ['an id', '1', 1],
    ['an id that is a number of the file', 1, 1],
    ['an id between blanks', ' 1 ', 1],
    ['a name of digits', '2529', 3],
    ['a name of digits that is a number of the file', 2529, 3],
    ['the id and the name of one record', '2', 2],
    ['a name with leading zeros', '007', 4],
    ['a name of letters', 'X', 6],
    ['nothing', ' ', null],
    ['the id of one record and the name of another', '6', both('6')],
    ['neither an id nor a name', '7', none],
    ['more digits than any id has', '99999999999999999999', none],
    ['a name of digits that two records have', '33', several],
    ['a name of letters that two records have', 'twice', several],
    ['a number with decimals', 1.5, none],
  ]
  const byId: readonly Case[] = [
    ['a number that is both is the id', '6', 6],
    ['a name of digits is none', '2529', none],
    ['letters are a name', 'X', 6],
    ['more digits than any id has are none', '99999999999999999999', none],
  ]
  const byName: readonly Case[] = [
    ['a number that is both is the name', '6', 5],
    ['an id is none', '1', none],
    ['leading zeros count', '7', none],
    ['leading zeros are kept', '007', 4],
    ['letters are a name', 'X', 6],
  ]

  describe.each([
    ['as ids or names', undefined, either],
    ['as ids', 'id', byId],
    ['as names', 'name', byName],
  ] as const)('are read %s', (_way, lookups, cases) => {
    let found: unknown[]
    beforeAll(async () => {
      found = await unitsOf(
        cases.map(([, cell]) => cell),
        lookups,
      )
    })

    test.each(cases.map(([name, , expected], place) => [name, place, expected] as const))(
      '%s',
      (_name, place, expected) => {
        expect(found[place]).toEqual(expected)
      },
    )
  })

  test('of one batch are each read for themselves', async () => {
    const body = { tb: 'pots', mapping: { no: 'no', of: 'of' }, key_field: 'no' }
    expect((await run('no,of\nQ1,007\nQ2,2529\nQ3,1\nQ4,X\nQ5,2529\n', body)).json()).toMatchObject({
      inserted: 5,
    })
    const rows = (await rowsOf('pots')).filter(({ no }) => no.startsWith('Q'))
    expect(rows.map((row) => row.of)).toEqual([4, 3, 1, 6, 3])
  })

  let uploaded: string | undefined
  test.each(['ids', '', true, ['id']])('lookups %j are refused', async (lookups) => {
    uploaded ??= (await preview(dig, csvForm('no,of\nZ,1\n'))).json().temp_id
    const body = { temp_id: uploaded, tb: 'pots', mapping: { no: 'no', of: 'of' }, key_field: 'no', lookups }
    const reply = await dig.post('/api/import/data', body, 'writer')
    expect([reply.statusCode, reply.json().code, reply.json().detail.name]).toEqual([
      400,
      'invalid_parameter',
      'lookups',
    ])
  })

  describe('that name records of the same table', () => {
    const layers = { mapping: { id: 'id', no: 'no', of: 'of' }, key_field: 'no' }
    const makeLayers = async (table: string) => {
      await makeNamed(table, [{ name: 'no' }])
      await addLookup(table, table)
      return { tb: table, ...layers }
    }
    const linksOf = async (table: string) => (await rowsOf(table)).map(({ id, no, of }) => [id, no, of])

    test('mean rows before them by name, never by an id that the database has just given', async () => {
      const body = await makeLayers('layers_a')
      expect((await run('no,of\n2,\n3,2\n1,3\n4,2\n5,4\n', body)).json()).toMatchObject({ inserted: 5 })
      expect(await linksOf('layers_a')).toEqual([
        [1, '2', null],
        [2, '3', 1],
        [3, '1', 2],
        [4, '4', 1],
        [5, '5', 4],
      ])
      expect((await run('no,of\n6,7\n7,\n', body)).json().errors).toMatchObject([
        { row: 1, rule: 'reference' },
      ])
      // Another import may mean those ids: the doubt is told.
      expect((await run('no,of\n8,2\n', body)).json().errors).toMatchObject([{ row: 1, rule: 'reference' }])
      expect((await run('no,of\n8,2\n', { ...body, lookups: 'name' })).json()).toMatchObject({ inserted: 1 })
    })

    test('mean rows before them by the ids of the file', async () => {
      const body = await makeLayers('layers_b')
      const file = 'id,no,of\n10,20,\n20,30,20\n30,40,10\n40,50,20\n'
      const refused = await run(file, body)
      expect(refused.json().errors).toMatchObject([
        { row: 4, field: 'of', text: expect.stringContaining('20 is the id of one record of "layers_b"') },
      ])
      expect((await run(file, { ...body, lookups: 'name' })).json().errors).toMatchObject([{ row: 3 }])
      const byId = await run(file.replace('30,20', '30,10'), { ...body, lookups: 'id' })
      expect(byId.json()).toMatchObject({ inserted: 4 })
      expect(await linksOf('layers_b')).toEqual([
        [10, '20', null],
        [20, '30', 10],
        [30, '40', 10],
        [40, '50', 20],
      ])
    })

    test('see the names that rows before them gave and took', async () => {
      const body = await makeLayers('layers_c')
      const keyed = { ...body, key_field: 'id' }
      expect((await run('id,no\n1,old\n2,other\n', keyed)).json()).toMatchObject({ inserted: 2 })
      const taken = await run(
        'id,no,of\n5,first,old\n1,new,\n6,second,old\n7,third,new\n2,1,\n8,fourth,1\n',
        keyed,
      )
      expect(taken.json().errors).toMatchObject([
        {
          row: 3,
          text: 'There is no such record in "layers_c".',
          sentence: 'no_such_record',
          facts: { table: 'layers_c' },
        },
        { row: 6, text: expect.stringContaining('1 is the id of one record') },
      ])
    })

    test('mean many rows before them in few steps', async () => {
      const body = await makeLayers('layers_d')
      const rows = Array.from({ length: 1000 }, (_, k) => `${k + 5000},${k < 200 ? '' : 4800 + k}`)
      const family = Array.from({ length: 150 }, (_, k) => `${k + 7000},${k === 0 ? '' : 7000}`)
      const statements = await countStatements(dig, async () => {
        const reply = await run(`no,of\n${[...rows, ...family].join('\n')}\n`, body)
        expect(reply.json()).toMatchObject({ inserted: 1150 })
      })
      expect(statements).toBeLessThan(100)
    })
  })

  test('are asked for whole batches, and only for what numbers can be', async () => {
    await makeNamed('boxes', [{ name: 'no' }])
    await makeTable(dig, 'bags', [{ name: 'no' }])
    await addLookup('bags', 'boxes')
    const insert = { key_field: null, mode: 'insert' }
    const places = Array.from({ length: 900 }, (_, k) => k)
    const boxes = `no\n${places.map((k) => k + 5001).join('\n')}\n`
    const made = await run(boxes, { ...insert, tb: 'boxes', mapping: { no: 'no' } })
    expect(made.json()).toMatchObject({ inserted: 900 })
    const ids = (await rowsOf('boxes')).map((box) => box.id)
    expect(ids).toEqual(places.map((k) => k + 1))
    const bags = `no,of\n${places.map((k) => `${k},${k % 2 === 0 ? k + 1 : k + 5001}`).join('\n')}\n`
    const body = { ...insert, tb: 'bags', mapping: { no: 'no', of: 'of' } }
    const count = (lookups?: string) =>
      countStatements(dig, async () => {
        const reply = await run(bags, { ...body, dry_run: true, lookups })
        expect(reply.json()).toMatchObject({ inserted: lookups ? 450 : 900, refused: lookups ? 450 : 0 })
      })
    await count()
    const either = await count()
    expect(either).toBeLessThan(40)
    expect(await count('id')).toBeLessThan(either)
    expect(await count('name')).toBeLessThan(either)
    expect((await run(bags, body)).json()).toMatchObject({ inserted: 900 })
    expect((await rowsOf('bags')).every((row) => row.of === Number(row.no) + 1)).toBe(true)
  })

  describe('and columns of relations hold other types than what they refer to', () => {
    /** Makes tables `<prefix>_boxes`, with a number, and `<prefix>_bags`, which refer to it by `box`. */
    const makeRelated = async (prefix: string, [number, box]: readonly [string, string], lookup = false) => {
      const [boxes, bags] = [`${prefix}_boxes`, `${prefix}_bags`]
      await makeTable(dig, boxes, [{ name: 'number', db_type: number, check: ['no_dupl'] }])
      const form = { id_field: 'number', order: 'id', preview: ['number'] }
      expect((await dig.put(`/api/config/table/${boxes}`, form, 'super_admin')).statusCode).toBe(200)
      await makeTable(dig, bags, [{ name: 'no', check: ['no_dupl'] }])
      const field = { name: 'box', label: 'Box', type: lookup ? 'select' : 'text', db_type: box }
      const target = lookup ? { id_from_tb: boxes } : {}
      const made = await dig.post(`/api/config/table/${bags}/field`, { ...field, ...target }, 'super_admin')
      expect(made.statusCode, made.body).toBe(200)
      if (!lookup) {
        const relation = { from_tb: bags, from_col: 'box', to_tb: boxes, to_col: 'number' }
        const related = await dig.post('/api/config/relations', relation, 'super_admin')
        expect(related.statusCode, related.body).toBe(200)
      }
      const filled = { tb: boxes, mapping: { number: 'number' }, key_field: 'number' }
      expect((await run('number\n9\n5\n', filled)).json()).toMatchObject({ inserted: 2 })
      return bags
    }
    /** The boxes of bags with these cells, and the rules that refuse the others. */
    const boxesOf = async (bags: string, cells: readonly unknown[]) => {
      const rows = cells.map((box, place) => ({ no: `B${place}`, box }))
      const body = { tb: bags, mapping: { no: 'no', box: 'box' }, key_field: 'no', on_error: 'skip' }
      const reply = await run(JSON.stringify(rows), body, 'json')
      const stored = await dig.application.db.quick.all<{ no: string; box: unknown }>(
        sql`SELECT "no", "box" FROM ${id(bags)}`,
      )
      return rows.map(
        ({ no }, place) =>
          stored.find((row) => row.no === no)?.box ??
          reply.json().errors.find(({ row }: { row: number }) => row === place + 1)?.rule,
      )
    }

    test('a text and an integer', async () => {
      const bags = await makeRelated('ti', ['INTEGER', 'TEXT'])
      expect(await boxesOf(bags, ['5', 5, '05', '7', 'five'])).toEqual([
        '5',
        '5',
        'reference',
        'reference',
        'reference',
      ])
    })

    test('an integer and a text', async () => {
      const bags = await makeRelated('it', ['TEXT', 'INTEGER'])
      expect(await boxesOf(bags, ['5', 5, 7, 'five'])).toEqual([5, 5, 'reference', 'int'])
    })

    test('a lookup of records that are called by numbers', async () => {
      const bags = await makeRelated('ln', ['INTEGER', 'INTEGER'], true)
      expect(await boxesOf(bags, ['1', 2, '5', 9, '7'])).toEqual([1, 2, 2, 1, 'reference'])
    })
  })

  test('mean no record that the caller may not see', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'units',
        privilege: 20,
        filter: JSON.stringify({ no: { _eq: '6' } }),
        outside: 'hide',
      }),
    )
    expect(await unitsOf(['6', '2529'])).toEqual([5, none])
  })
})
