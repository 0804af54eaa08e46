import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatements } from '../../testing/count-statements.js'
import { makeTable, preview } from '../../testing/import-file.js'
import { type Dig, engines, oneEngine, openDig } from '../../testing/open-dig.js'
import { versionsIn } from '../../testing/versions.js'
import { allFinds, findOf, runImport } from './testing/run-import.js'

describe.each(engines)('an import (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('makes new records and changes those that the key finds, with a version', async () => {
    const before = await findOf(dig, 'F3')
    const reply = await runImport(dig, 'no;stuff;note\nF3;antler;x\nN1;glass;x\n;lost;x\n', {
      tb: 'finds',
      mapping: { no: 'inv_no', stuff: 'material', note: null },
      key_field: 'inv_no',
    })
    const newId = (await findOf(dig, 'N1'))?.['id']
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_import_data',
      inserted: 1,
      updated: 1,
      skipped: 1,
      total: 2,
      placed: 0,
      detail: null,
      unchanged: 0,
      skipped_because: { no_key: 1, known: 0, unknown: 0 },
      refused: 0,
      refused_file: null,
      new_ids: { first: newId, last: newId },
      mode: 'upsert',
      repeated: 0,
      repeated_keys: [],
      dry_run: false,
      errors: [],
      warnings: [],
      warning_count: 0,
    })
    expect(await findOf(dig, 'F3')).toEqual({ ...before, material: 'antler' })
    expect(await findOf(dig, 'N1')).toMatchObject({
      material: 'glass',
      creator: dig.userId('writer'),
      context: null,
    })
    const [version] = (await versionsIn(dig)).filter(({ tb, rowid }) => tb === 'finds' && rowid === 3)
    expect(version).toMatchObject({ userid: dig.userId('writer'), operation: 'update' })
    expect(version?.content).toEqual({ core: before, plugins: {} })
  })

  test('tells between which ids the new records lie, unless the file gave them or nothing was stored', async () => {
    const file = 'no,w\nA1,1\nF1,3.2\nA2,2\nA3,3\n'
    const body = { tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
    expect((await runImport(dig, file, { ...body, dry_run: true })).json()).toMatchObject({
      inserted: 3,
      new_ids: null,
    })
    const { new_ids } = (await runImport(dig, file, body)).json()
    const made = (await allFinds(dig)).data.filter(
      ({ id }) => Number(id) >= new_ids.first && Number(id) <= new_ids.last,
    )
    expect(made.map(({ inv_no }) => inv_no)).toEqual(['A1', 'A2', 'A3'])
    expect((await runImport(dig, file, body)).json()).toMatchObject({ inserted: 0, new_ids: null })
    const given = await runImport(dig, 'id,no\n5000,A4\n7000,A5\n', {
      tb: 'finds',
      mapping: { id: 'id', no: 'inv_no' },
      key_field: 'inv_no',
    })
    expect(given.json()).toMatchObject({ inserted: 2, new_ids: null })
  })

  test('of the same file a second time changes nothing and makes no versions', async () => {
    const body = { tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
    const file = 'no,w\nT1,1.5\nT2,2\nF1,3.2\n'
    await runImport(dig, file, body)
    const [before, versions] = [await allFinds(dig), await countVersions()]
    expect((await runImport(dig, file, body)).json()).toMatchObject({ inserted: 0, updated: 3, total: 3 })
    expect([await allFinds(dig), await countVersions()]).toEqual([before, versions])
  })

  const countVersions = async () => (await versionsIn(dig)).length

  test('with a key that the file repeats changes the record it made, row by row', async () => {
    const reply = await runImport(dig, 'no,m\nR1,one\nR1,two\nR1,\n', {
      tb: 'finds',
      mapping: { no: 'inv_no', m: 'material' },
      key_field: 'inv_no',
    })
    expect(reply.json()).toMatchObject({ inserted: 1, updated: 2, total: 3 })
    const found = await findOf(dig, 'R1')
    expect(found?.['material']).toBeNull()
    // One import is one change: a record that it made has no version.
    expect(
      (await versionsIn(dig)).filter(({ tb, rowid }) => tb === 'finds' && rowid === found?.['id']),
    ).toEqual([])
  })

  test('reads cells of a lookup field as ids or as what people call the record', async () => {
    const reply = await runImport(dig, 'no,c\nL1,C2\nL2,3\nL3,\n', {
      tb: 'finds',
      mapping: { no: 'inv_no', c: 'context' },
      key_field: 'inv_no',
    })
    expect(reply.json()).toMatchObject({ inserted: 3 })
    expect([
      (await findOf(dig, 'L1'))?.['context'],
      (await findOf(dig, 'L2'))?.['context'],
      (await findOf(dig, 'L3'))?.['context'],
    ]).toEqual([2, 3, null])
  })

  test('is all or nothing, and names every problem with row and line', async () => {
    const before = await allFinds(dig)
    const reply = await runImport(
      dig,
      'no,c,w,d\n\nB1,C2,1,2024-05-01\n"B2",C99,heavy,"1 May"\nF1,999,,\nF4,,heavy,\n',
      {
        tb: 'finds',
        mapping: { no: 'inv_no', c: 'context', w: 'weight_g', d: 'found_on' },
        key_field: 'inv_no',
      },
    )
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_validation'])
    const errors: Record<string, unknown>[] = reply.json().errors
    expect(errors.map(({ row, line, field, rule }) => [row, line, field, rule])).toEqual([
      [2, 4, 'context', 'reference'],
      [2, 4, 'weight_g', 'number'],
      [2, 4, 'found_on', 'date'],
      [3, 5, 'context', 'reference'],
      // What it holds is empty, as is what can be stored of the cell.
      [4, 6, 'weight_g', 'number'],
    ])
    expect(errors[0]).toMatchObject({
      label: 'Context',
      code: 'reference',
      tb: 'finds',
      text: expect.any(String),
    })
    expect(await allFinds(dig)).toEqual(before)
  })

  test('of a value that allows no duplicates twice in the file, or in another record, is refused', async () => {
    const reply = await runImport(dig, 'id,no\n501,D1\n502,D1\n503,F2\n1,F1\n2,F1\n', {
      tb: 'finds',
      mapping: { id: 'id', no: 'inv_no' },
      key_field: 'id',
    })
    const errors: Record<string, unknown>[] = reply.json().errors
    expect(errors.map(({ row, field, rule }) => [row, field, rule])).toEqual([
      [2, 'inv_no', 'no_dupl'],
      [3, 'inv_no', 'no_dupl'],
      [5, 'inv_no', 'no_dupl'],
    ])
  })

  test('with ids of its own keeps them, and none of them is given again', async () => {
    const reply = await runImport(dig, 'id,code\n700,X\n', {
      tb: 'trenches',
      mapping: { id: 'id', code: 'code' },
      key_field: 'id',
    })
    expect(reply.json()).toMatchObject({ inserted: 1 })
    const next = await dig.post('/api/record/trenches', { core: { code: 'Y' } }, 'writer')
    expect(next.json().id).toBe(701)
    const again = await runImport(dig, 'id,code\n700,X2\n702,Z\n0,W\n', {
      tb: 'trenches',
      mapping: { id: 'id', code: 'code' },
      key_field: 'code',
    })
    expect(again.json().errors).toMatchObject([
      { row: 1, field: 'id', rule: 'no_dupl' },
      { row: 3, field: 'id', rule: 'min' },
    ])
  })

  test('of a key that cannot be read is refused, not passed over', async () => {
    const reply = await runImport(dig, 'id,code\n7O1,V\n', {
      tb: 'trenches',
      mapping: { id: 'id', code: 'code' },
      key_field: 'id',
    })
    expect(reply.json().errors).toMatchObject([{ row: 1, field: 'id', rule: 'int' }])
  })

  test('with an id behind which no record could be made is refused', async () => {
    const reply = await runImport(dig, `id,code\n${Number.MAX_SAFE_INTEGER},V\n`, {
      tb: 'trenches',
      mapping: { id: 'id', code: 'code' },
      key_field: 'code',
    })
    expect(reply.json().errors).toMatchObject([{ row: 1, field: 'id', rule: 'max' }])
    const next = await dig.post('/api/record/trenches', { core: { code: 'Next' } }, 'writer')
    expect(next.json().id).toBeLessThan(710)
  })

  test('with a key that several records have is refused', async () => {
    await makeTable(dig, 'coins', [{ name: 'ruler' }, { name: 'metal' }])
    await runImport(dig, 'r\nNero\nNero\n', {
      tb: 'coins',
      mapping: { r: 'ruler' },
      key_field: null,
      mode: 'insert',
    })
    const reply = await runImport(dig, 'r,m\nNero,bronze\n', {
      tb: 'coins',
      mapping: { r: 'ruler', m: 'metal' },
      key_field: 'ruler',
    })
    expect(reply.json().errors).toMatchObject([{ row: 1, line: 2, field: 'ruler', rule: 'ambiguous_key' }])
  })

  test('without a key, for new records alone, makes every row a record', async () => {
    await makeTable(dig, 'sherds', [{ name: 'ware' }])
    const reply = await runImport(dig, 'w\ncoarse\ncoarse\n', {
      tb: 'sherds',
      mapping: { w: 'ware' },
      key_field: null,
      mode: 'insert',
    })
    expect(reply.json()).toMatchObject({ inserted: 2, updated: 0, skipped: 0, total: 2 })
  })

  test('of a required field that no column is mapped to is refused for new records only', async () => {
    const reply = await runImport(dig, 'id,m\n1,quartz\n600,quartz\n', {
      tb: 'finds',
      mapping: { id: 'id', m: 'material' },
      key_field: 'id',
    })
    expect(reply.json().errors).toMatchObject([{ row: 2, field: 'inv_no', rule: 'required' }])
  })

  test('rows may name rows before them in the same table', async () => {
    await makeTable(dig, 'layers', [{ name: 'code', check: ['no_dupl'] }])
    const parent = {
      name: 'above',
      label: 'Above',
      type: 'select',
      db_type: 'INTEGER',
      id_from_tb: 'layers',
    }
    expect((await dig.post('/api/config/table/layers/field', parent, 'super_admin')).statusCode).toBe(200)
    await dig.put(
      '/api/config/table/layers',
      { id_field: 'code', order: 'id', preview: ['code'] },
      'super_admin',
    )
    const body = { tb: 'layers', mapping: { code: 'code', above: 'above' }, key_field: 'code' }
    const reply = await runImport(dig, 'code,above\nA,\nB,A\nC,B\n', body)
    expect(reply.json()).toMatchObject({ inserted: 3 })
    const { data } = (await dig.get('/api/records/layers', 'writer')).json()
    expect(data.map((row: Record<string, unknown>) => row['above'])).toEqual([null, 1, 2])
    const ahead = await runImport(dig, 'code,above\nD,E\nE,\n', body)
    expect(ahead.json().errors).toMatchObject([{ row: 1, field: 'above', rule: 'reference' }])
  })

  // What is decided before the database.
  if (oneEngine.includes(engine)) {
    test('ends with the first hundred problems', async () => {
      const rows = Array.from({ length: 700 }, (_, k) => `H${k},x`).join('\n')
      const reply = await runImport(dig, `no,w\n${rows}\n`, {
        tb: 'finds',
        mapping: { no: 'inv_no', w: 'weight_g' },
        key_field: 'inv_no',
      })
      expect(reply.json().errors).toHaveLength(100)
      expect(reply.json().errors[99]).toMatchObject({ row: 100, line: 101 })
    })

    test('of JSON leaves alone what a row does not mention', async () => {
      const reply = await preview(dig, {
        content: JSON.stringify([
          { no: 'F4', m: 'gold' },
          { no: 'F5', w: 8.25 },
        ]),
        after: { type: 'json' },
      })
      const done = await dig.post(
        '/api/import/data',
        {
          temp_id: reply.json().temp_id,
          type: 'json',
          tb: 'finds',
          mapping: { no: 'inv_no', m: 'material', w: 'weight_g' },
          key_field: 'inv_no',
        },
        'writer',
      )
      expect(done.json()).toMatchObject({ updated: 2 })
      expect(await findOf(dig, 'F4')).toMatchObject({ material: 'gold', weight_g: null })
      expect(await findOf(dig, 'F5')).toMatchObject({ material: null, weight_g: 8.25 })
    })

    test('of JSON takes whole numbers that are larger than numbers are exact digit by digit', async () => {
      const content =
        '[{"no":"F4","m":12345678901234567891},{"no":"\\"F5,","m":-9007199254740993},{"no":"F6","m":{"a\\\\":[9007199254740993,"=1234567890123456789",9007199254740991,0.1234567890123456]}}]'
      const reply = await preview(dig, { content, after: { type: 'json' } })
      expect(reply.json().rows).toEqual([
        ['F4', '12345678901234567891'],
        ['"F5,', '-9007199254740993'],
        ['F6', '{"a\\\\":["9007199254740993","=1234567890123456789",9007199254740991,0.1234567890123456]}'],
      ])
    })

    test('of a header alone is a warning', async () => {
      const reply = await runImport(dig, 'no\n', {
        tb: 'finds',
        mapping: { no: 'inv_no' },
        key_field: 'inv_no',
      })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        {
          status: 'warning',
          code: 'ok_import_data',
          total: 0,
          detail: 'The file has no rows, so nothing was imported.',
        },
      ])
    })

    test('takes yes and no as tables say them, and refuses what is neither', async () => {
      await makeTable(dig, 'hearths', [{ name: 'burnt', type: 'boolean', db_type: 'INTEGER' }])
      const body = { tb: 'hearths', mapping: { b: 'burnt' }, key_field: null, mode: 'insert' }
      const bad = (await runImport(dig, 'b\nsi\nmaybe\n', body)).json()
      expect(bad.errors).toMatchObject([{ line: 3, field: 'burnt', rule: 'boolean' }])
      await runImport(dig, 'b\nSì\nsi\nVERO\nNo\nFALSE\n1\n', body)
      const { data } = (await dig.get('/api/records/hearths?sort_field=id', 'writer')).json()
      expect(data.map(({ burnt }: { burnt: number }) => burnt)).toEqual([1, 1, 1, 0, 0, 1])
    })
  }

  test('makes several batches of a longer file, and asks the database once for many rows', async () => {
    await makeTable(dig, 'tiles', [{ name: 'code', check: ['not_empty', 'no_dupl'] }, { name: 'mark' }])
    const rows = Array.from({ length: 1700 }, (_, k) => `T${k},${k % 7}`)
    const body = { tb: 'tiles', mapping: { code: 'code', mark: 'mark' }, key_field: 'code' }
    const again = rows.map((row, k) => (k === 1600 ? 'T1600,changed' : row))
    const statements = await countStatements(dig, async () => {
      expect((await runImport(dig, `code,mark\n${rows.join('\n')}\n`, body)).json()).toMatchObject({
        inserted: 1700,
        updated: 0,
      })
      expect(
        (await runImport(dig, `code,mark\n${again.join('\n')}\nT1700,new\n`, body)).json(),
      ).toMatchObject({
        inserted: 1,
        updated: 1700,
      })
    })
    expect(statements).toBeLessThan(200)
    expect((await versionsIn(dig)).filter(({ tb }) => tb === 'tiles')).toHaveLength(1)
  })
})
